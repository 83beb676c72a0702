// A machine made of numbers: a clock that goes on by what is run on it, things to time whose noise is known, and a
// watch.
#pragma once

#include <cmath>
#include <functional>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "sim/measure/sampling.h"

namespace warplight::measure {

using Random = std::mt19937_64;

// What a run takes over what it should, and the true median of that.
struct Noise {
  std::string name;
  std::function<double(Random&)> draw;
  double median;
  double density;  // at the median; 0: samples in two groups, where it says nothing of a median's error at these n
};

inline double normal(Random& random) { return std::normal_distribution<double>()(random); }
inline double uniform(Random& random) { return std::uniform_real_distribution<double>()(random); }

// Normal quantiles by table: z(5/6), z(0.5/0.52), z(0.5/0.9).
inline std::vector<Noise> known_noises() {
  using std::numbers::ln2;
  const double bell = 1 / std::sqrt(2 * std::numbers::pi);
  const auto two_modes = [](double share) {
    return [share](Random& random) { return (uniform(random) < share ? 1.0 : 1.1) + 0.003 * normal(random); };
  };
  const auto far = [](Random& random) { return (uniform(random) < 0.1 ? 2.5 : 1.0) + 0.005 * normal(random); };
  return {
      {"normal", [](Random& random) { return 1 + 0.01 * normal(random); }, 1, bell / 0.01},
      {"lognormal", [](Random& random) { return 1 + 0.02 * std::exp(normal(random)); }, 1.02, bell / 0.02},
      {"exponential", [](Random& random) { return 1 - 0.02 * std::log1p(-uniform(random)); }, 1 + 0.02 * ln2,
       0.5 / 0.02},
      // Pareto, exponent 3/2: not even a variance.
      {"heavy tail", [](Random& random) { return 1 + 0.01 * std::pow(1 - uniform(random), -2 / 3.0); },
       1 + 0.01 * std::pow(2, 2 / 3.0), 1.5 * std::pow(2, -5 / 3.0) / 0.01},
      {"outliers", far, 1 + 0.005 * 0.139710, 0.9 * bell / 0.005 * std::exp(-0.5 * 0.139710 * 0.139710)},
      {"two modes, 60 to 40", two_modes(0.6), 1 + 0.003 * 0.967422, 0},
      {"two modes, 52 to 48", two_modes(0.52), 1 + 0.003 * 1.768825, 0},
  };
}

struct FakeMachine {
  double now_s = 0, rested_s = 0;

  Surroundings surroundings(MachineWatch* watch = nullptr) {
    return {.clock = [this] { return now_s; },
            .machine = watch,
            .pause =
                [this](double seconds) {
                  now_s += seconds;
                  rested_s += seconds;
                },
            .stop = {}};
  }
};

// Each run takes run_ms times slowness(now), each batch that times noise; the clock goes in steps of step_ms.
class NoisyThing final : public Sampler {
 public:
  NoisyThing(FakeMachine& machine, double run_ms, std::function<double()> noise)
      : machine_(&machine), run_ms_(run_ms), noise_(std::move(noise)) {}

  double batch_ms(int runs) override {
    const double ms = runs * run_ms_ * slowness(machine_->now_s) * noise_();
    machine_->now_s += ms / 1000;
    ++batches;
    return step_ms > 0 ? step_ms * std::round(ms / step_ms) : ms;
  }
  bool cold() const override { return is_cold; }
  void prepare() override {
    machine_->now_s += prepare_ms / 1000;
    ++prepared;
  }
  double clock_step_ms() const override { return step_ms; }

  std::function<double(double)> slowness = [](double) { return 1.0; };
  bool is_cold = false;
  double step_ms = 0, prepare_ms = 0;
  int batches = 0, prepared = 0;

 private:
  FakeMachine* machine_;
  double run_ms_;
  std::function<double()> noise_;
};

class FakeWatch final : public MachineWatch {
 public:
  FakeWatch(FakeMachine& machine, std::function<Conditions(double)> at) : machine_(&machine), at_(std::move(at)) {}
  Conditions look() override { return at_(machine_->now_s); }
  Heat heat() override { return {}; }
  double most_sm_clock_mhz() const override { return 1980; }
  const std::vector<Missing>& missing() const override { return missing_; }

 private:
  FakeMachine* machine_;
  std::function<Conditions(double)> at_;
  std::vector<Missing> missing_;
};

// 95% of kRuns, less three standard errors of that count.
inline constexpr int kRuns = 10000;
inline constexpr double kLeastHeld = 0.95 - 3 * 0.002179;

}  // namespace warplight::measure
