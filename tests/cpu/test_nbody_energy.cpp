// The truth meter on the host: all pairs, a sample with its standard error, and states whose sums are nothing.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>

#include "sim/nbody/energy_meter.h"
#include "tests/cpu/nbody_host.h"

namespace warplight {
namespace {

using nbody::Energies;
using nbody::EnergyOnHost;
using nbody::EnergyPlan;
using nbody::SampledPotential;

constexpr EnergyPlan kAllPairs{.most_exact = 1'000'000, .draws = 0};

NBody::Params params_of(std::int64_t n, double softening = 0.02) {
  NBody::Params params;
  params.n = n;
  params.softening = softening;
  return params;
}

// Measured at once.
Energies measured(EnergyOnHost& meter, const NBody::Params& params, HostState& state, const Prepared* prepared = nullptr) {
  meter.begin(params, NBody::view(params, state.lend()), prepared);
  while (!meter.slice(1000, {})) {}
  return meter.result();
}
Energies measured(const EnergyPlan& plan, const NBody::Params& params, HostState& state) {
  EnergyOnHost meter(plan);
  return measured(meter, params, state);
}

Float4* items(HostState& state, NBody::Buffer buffer) { return reinterpret_cast<Float4*>(state.buffers[buffer].data()); }

TEST(NBodyEnergy, AllPairsAreTheSumInDouble) {
  for (const std::string_view scene : {"plummer-sphere", "both-signs", "crowded-places", "all-massless"}) {
    NBody::Params params = params_of(500, scene == "crowded-places" ? 0.0 : 0.02);
    HostState state = built(scene, params);
    const Energies found = measured(kAllPairs, params, state);
    EXPECT_EQ(found.draws, 0);
    double kinetic = 0, potential = 0;
    for (std::int64_t i = 0; i < params.n; ++i) {
      const Float4 &a = items(state, NBody::kPosition)[i], &v = items(state, NBody::kVelocity)[i];
      kinetic += 0.5 * a.w * (double{v.x} * v.x + double{v.y} * v.y + double{v.z} * v.z);
      for (std::int64_t j = 0; j < i; ++j) {
        const Float4& b = items(state, NBody::kPosition)[j];
        const double x = double{a.x} - b.x, y = double{a.y} - b.y, z = double{a.z} - b.z;
        const double distance = std::sqrt(x * x + y * y + z * z + params.softening * params.softening);
        if (distance > 0) potential -= double{a.w} * b.w / distance;
      }
    }
    EXPECT_NEAR(found.motion.kinetic, kinetic, 1e-12 * std::fabs(kinetic)) << scene;
    EXPECT_NEAR(found.potential.value, potential, 1e-11 * std::fabs(potential)) << scene;
  }
}

// How many standard errors off samples of one scene are, over many seeds: their root mean square.
struct Scatter {
  double rms = 0, worst = 0, mean = 0, relative_error = 0;
};
template <class Measure>
Scatter scatter_of(int seeds, double exact, Measure measure) {
  Scatter found;
  for (int seed = 1; seed <= seeds; ++seed) {
    const auto [value, error] = measure(static_cast<std::uint64_t>(seed));
    const double off = (value - exact) / error;
    found.rms += off * off / seeds;
    found.mean += off / seeds;
    found.worst = std::max(found.worst, std::fabs(off));
    found.relative_error += error / std::fabs(exact) / seeds;
  }
  found.rms = std::sqrt(found.rms);
  return found;
}
// Right within the stated error, neither bolder nor shyer; the mean over the seeds not off by more than it may be.
bool is_honest(const Scatter& s, int seeds) {
  return s.rms > 0.6 && s.rms < 1.6 && s.worst < 5 && std::fabs(s.mean) < 3.5 / std::sqrt(seeds);
}

TEST(NBodyEnergy, ASampleIsRightWithinItsStatedErrorAndAPlantedBiasIsNot) {
  constexpr int kSeeds = 24;
  for (const std::string_view scene : {"plummer-sphere", "uniform-cube", "galaxy-collision", "both-signs"}) {
    NBody::Params params = params_of(3000, 0.03);
    HostState state = built(scene, params);
    const double exact = measured(kAllPairs, params, state).potential.value;
    std::vector<SampledPotential> samples;
    for (int seed = 1; seed <= kSeeds; ++seed) {
      const Energies found = measured({.most_exact = 0, .draws = 1024, .seed = static_cast<std::uint64_t>(seed)}, params, state);
      EXPECT_EQ(found.draws, 1024);
      samples.push_back(found.potential);
    }
    const auto scatter_with = [&](double bias) {
      return scatter_of(kSeeds, exact, [&](std::uint64_t seed) {
        const SampledPotential& sample = samples[seed - 1];
        return std::pair(sample.value + bias * sample.standard_error(), sample.standard_error());
      });
    };
    const Scatter fair = scatter_with(0);
    EXPECT_TRUE(is_honest(fair, kSeeds)) << scene << " " << fair.rms << " " << fair.worst << " " << fair.mean;
    EXPECT_FALSE(is_honest(scatter_with(2), kSeeds)) << scene;
    EXPECT_FALSE(is_honest(scatter_with(-2), kSeeds)) << scene;
    if (scene == "both-signs") continue;  // nearly nothing, of parts that cancel
    EXPECT_LT(fair.relative_error, 0.01) << scene << ": a plain mean of as many draws errs by a thirtieth";
  }
}

TEST(NBodyEnergy, HeavyBodiesAreNotMissed) {
  constexpr int kSeeds = 24;
  NBody::Params params = params_of(4000, 0.05);
  HostState state = built("plummer-sphere", params);
  for (const std::int64_t heavy : {17, 2500, 3999}) items(state, NBody::kPosition)[heavy].w = 1;  // the others: 1 together
  const double exact = measured(kAllPairs, params, state).potential.value;
  const Scatter found = scatter_of(kSeeds, exact, [&](std::uint64_t seed) {
    const auto potential = measured({.most_exact = 0, .draws = 1024, .seed = seed}, params, state).potential;
    return std::pair(potential.value, potential.standard_error());
  });
  EXPECT_TRUE(is_honest(found, kSeeds)) << found.rms << " " << found.worst << " " << found.mean;
}

TEST(NBodyEnergy, TheChangeOfASampledEnergyIsRightWithinItsStatedError) {
  constexpr int kSeeds = 24;
  NBody::Params params = params_of(3000, 0.05);
  HostState before = built("uniform-cube", params);
  HostState after = before;  // shrunk by a tenth, each body by its own amount
  for (std::int64_t i = 0; i < params.n; ++i) {
    Float4& x = items(after, NBody::kPosition)[i];
    const float by = 0.9f + 0.05f * std::sin(static_cast<float>(i));
    x = {x.x * by, x.y * by, x.z * by, x.w};
  }
  const double exact = measured(kAllPairs, params, after).potential.value - measured(kAllPairs, params, before).potential.value;
  double error_of_values = 0, error_of_change = 0;
  const Scatter found = scatter_of(kSeeds, exact, [&](std::uint64_t seed) {
    const EnergyPlan plan{.most_exact = 0, .draws = 1024, .seed = seed};
    const auto first = measured(plan, params, before).potential, now = measured(plan, params, after).potential;
    error_of_values += std::hypot(first.standard_error(), now.standard_error());
    error_of_change += nbody::standard_error_of_change(first, now);
    return std::pair(now.value - first.value, nbody::standard_error_of_change(first, now));
  });
  EXPECT_TRUE(is_honest(found, kSeeds)) << found.rms << " " << found.worst << " " << found.mean;
  EXPECT_LT(error_of_change, 0.5 * error_of_values);
}

TEST(NBodyEnergy, TwoMeasurementsOfOneStateAreTheSame) {
  NBody::Params params = params_of(3000);
  HostState state = built("plummer-sphere", params);
  const EnergyPlan plan{.most_exact = 0, .draws = 512};
  const auto one = measured(plan, params, state).potential, two = measured(plan, params, state).potential;
  EXPECT_EQ(one.value, two.value);
  EXPECT_EQ(nbody::standard_error_of_change(one, two), 0);
}

TEST(NBodyEnergy, DrawsAreAsLikelyAsBodiesHaveMass) {
  NBody::Params params = params_of(100);
  HostState state = built("uniform-cube", params);
  for (std::int64_t i = 0; i < 100; ++i) items(state, NBody::kPosition)[i].w = i % 4 == 0 ? 0.0f : i % 4 == 1 ? -2.0f : 1.0f;
  EnergyOnHost meter({.most_exact = 0, .draws = 4096});
  measured(meter, params, state);
  double count[4] = {0, 0, 0, 0};
  for (const std::int32_t id : meter.drawn()) ++count[id % 4];
  EXPECT_EQ(count[0], 0);
  EXPECT_NEAR(count[1], 2048, 4 * 32);  // four standard deviations
  EXPECT_NEAR(count[2], 1024, 4 * 28);
}

// --- the meter itself

struct Read {
  double energy, momentum;
  std::string basis;
};
class Gauge {
 public:
  explicit Gauge(const EnergyPlan& plan) : meter_(nbody::make_energy_meter(plan, plan)) {}
  Read read(const NBody::Params& params, HostState& state) {
    meter_->begin(ParamBytes::of(params), state.lend(), Place::host, nullptr, stream_, 0);
    while (!meter_->slice(1000, stream_, {})) {}
    return {meter_->values()[0], meter_->values()[1], meter_->basis(0)};
  }

 private:
  std::unique_ptr<TruthMeter> meter_;
  gpu::Stream stream_;
};

TEST(NBodyTruth, SaysFromHowManyBodiesAndHowFarItMayBeOff) {
  NBody::Params params = params_of(5000);
  HostState state = built("plummer-sphere", params);
  Gauge sampled({.most_exact = 4999, .draws = 512}), whole({.most_exact = 5000, .draws = 512});
  EXPECT_EQ(sampled.read(params, state).basis, "from 512 of 5 000 bodies, ± 0");  // nothing has changed yet
  EXPECT_EQ(whole.read(params, state).basis, "");
  for (std::int64_t i = 0; i < params.n; ++i) items(state, NBody::kPosition)[i].x *= 1.5f;
  const Read some = sampled.read(params, state), all = whole.read(params, state);
  const auto error = std::stod(some.basis.substr(some.basis.rfind(' ')));
  EXPECT_GT(error, 0);
  EXPECT_LT(error, 0.05);
  EXPECT_NEAR(some.energy, all.energy, 5 * error) << some.basis;
  EXPECT_EQ(some.momentum, all.momentum);
}

TEST(NBodyTruth, SumsOfNothingAreNoDivisionByZero) {
  for (const std::int64_t most_exact : {0, 1'000'000}) {
    NBody::Params params = params_of(300, 0.05);
    Gauge massless({.most_exact = most_exact, .draws = 256});
    HostState state = built("all-massless", params);
    for (int k = 0; k < 2; ++k) {
      const Read read = massless.read(params, state);
      EXPECT_EQ(read.energy, 0);
      EXPECT_EQ(read.momentum, 0);
      for (std::int64_t i = 0; i < params.n; ++i) items(state, NBody::kVelocity)[i].x += 1;
    }
  }
}

TEST(NBodyTruth, MassesThatAddUpToNothingHaveAScale) {
  NBody::Params params = params_of(2, 0);
  HostState state = built("uniform-cube", params);
  const auto set = [&](int i, Float4 x, Float4 v) {
    items(state, NBody::kPosition)[i] = x;
    items(state, NBody::kVelocity)[i] = v;
  };
  // Masses 1 and -1, two apart, both at speed 1: momentum 0 of sizes 2; kinetic energy 0, potential 1/2.
  set(0, {0, 0, 0, 1}, {1, 0, 0, 0});
  set(1, {2, 0, 0, -1}, {1, 0, 0, 0});
  Gauge gauge({.most_exact = 10, .draws = 128});
  gauge.read(params, state);
  items(state, NBody::kVelocity)[0].x = 2;
  const Read read = gauge.read(params, state);
  EXPECT_NEAR(read.momentum, 1.0 / 3, 1e-12);  // by 1, of |1 x 2| + |-1 x 1|
  EXPECT_NEAR(read.energy, 1.5 / 0.5, 1e-12);
}

TEST(NBodyTruth, AnEnergyOfZeroIsRelativeToItsParts) {
  NBody::Params params = params_of(2, 0);
  HostState state = built("uniform-cube", params);
  // A parabolic pair: kinetic 1 (each 1/2), potential -1.
  items(state, NBody::kPosition)[0] = {0, 0, 0, 1};
  items(state, NBody::kPosition)[1] = {1, 0, 0, 1};
  items(state, NBody::kVelocity)[0] = {0, 1, 0, 0};
  items(state, NBody::kVelocity)[1] = {0, -1, 0, 0};
  Gauge gauge({.most_exact = 10, .draws = 128});
  EXPECT_EQ(gauge.read(params, state).energy, 0);
  items(state, NBody::kVelocity)[0].y = 1.2f;  // kinetic + 0.22
  EXPECT_NEAR(gauge.read(params, state).energy, 0.11, 1e-6);
}

TEST(NBodyTruth, ANaNShowsInTheEnergy) {
  for (const std::int64_t most_exact : {0, 1'000'000}) {
    NBody::Params params = params_of(300);
    HostState state = built("plummer-sphere", params);
    Gauge gauge({.most_exact = most_exact, .draws = 256});
    gauge.read(params, state);
    items(state, NBody::kVelocity)[123].y = std::nanf("");
    EXPECT_TRUE(std::isnan(gauge.read(params, state).energy));
    items(state, NBody::kPosition)[123].w = std::nanf("");  // and no draw is lost in it
    EXPECT_TRUE(std::isnan(gauge.read(params, state).energy));
  }
}

TEST(NBodyTruth, AStopIsHeardBetweenRows) {
  NBody::Params params = params_of(200'000);
  HostState state = built("uniform-cube", params);
  EnergyOnHost meter(nbody::kHostPlan);  // 1.6e9 pairs
  meter.begin(params, NBody::view(params, state.lend()), nullptr);
  std::stop_source stop;
  stop.request_stop();
  const auto start = std::chrono::steady_clock::now();
  EXPECT_FALSE(meter.slice(1e6, stop.get_token()));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(100));
}

}  // namespace
}  // namespace warplight
