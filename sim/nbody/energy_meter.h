// Measures the energy and the momentum of a state in slices, on either side: what the n-body truth meter is made of.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "sim/gpu/buffer.h"
#include "sim/nbody/energy_sample.h"
#include "sim/nbody/energy_sums.h"

namespace warplight::nbody {

// Up to how many bodies all pairs are summed, and how many are drawn from more than that.
struct EnergyPlan {
  std::int64_t most_exact;
  std::int64_t draws;  // a multiple of kSampleGroups kRowsOfAUnit on the device, of kSampleGroups on the host
  std::uint64_t seed = 1;

  bool samples(std::int64_t n) const { return n > most_exact; }
};
// At a million bodies a measurement is 7e10 pairs on the device, 9e9 on the host (a second of two cores that have AVX-512).
// The energy of a galaxy collision is then known to 6e-5 of itself on the device, to 5e-4 on the host.
inline constexpr EnergyPlan kHostPlan{.most_exact = 32'768, .draws = 8'192};
inline constexpr EnergyPlan kDevicePlan{.most_exact = 262'144, .draws = 65'536};

struct Energies {
  Motion motion;
  SampledPotential potential;  // no scatter: from all pairs
  std::int64_t draws = 0;      // 0: from all pairs

  double energy() const { return motion.kinetic + potential.value; }
};

// All pairs in double, or a sample's in fp32, which err far less than the sample does.
class EnergyOnHost {
 public:
  explicit EnergyOnHost(const EnergyPlan& plan) : plan_(plan) {}
  void begin(const NBody::Params& params, const NBody::View& view, const Prepared* prepared);
  bool slice(double budget_ms, const std::stop_token& stop);  // true: done
  Energies result() const;
  const std::vector<std::int32_t>& drawn() const { return ids_; }

 private:
  template <class Real>
  struct Places {
    std::vector<Real> x, y, z, weight;
    void add(double at_x, double at_y, double at_z, double its_weight);
    void clear();
  };
  void draw(const std::vector<double>& mass_up_to);
  std::int64_t rows() const;
  void measure_row(std::int64_t row);

  EnergyPlan plan_;
  double softening_ = 0;
  bool samples_ = false;
  Motion motion_;
  Places<double> exact_;
  Places<float> bodies_, sample_;
  std::vector<std::int32_t> ids_;  // of the sample
  std::vector<double> field_;      // of each row: of the bodies after it, or of all
  std::vector<double> on_group_;   // [row][group], of a sample
  std::int64_t next_ = 0;
};

// Pair terms are fp32, sums double.
class EnergyOnDevice {
 public:
  explicit EnergyOnDevice(const EnergyPlan& plan) : plan_(plan) {}
  void begin(const NBody::Params& params, const NBody::View& view, gpu::Stream& stream);
  bool slice(double budget_ms, gpu::Stream& stream);  // queues about so much; true: all is there
  Energies result() const;

 private:
  void make_room();
  double pairs_of_a_unit(const FieldWork& work) const;
  SampledPotential sampled(const double* sums, double mass) const;

  EnergyPlan plan_;
  double softening_ = 0;
  std::int64_t n_ = 0;
  bool samples_ = false;
  gpu::Buffer position_, sample_, ids_, sums_;
  gpu::PinnedBuffer host_sums_;
  std::vector<FieldWork> works_;   // against all bodies; of a sample also against itself
  std::size_t work_ = 0;           // the one under way
  std::int64_t next_unit_ = 0;
  gpu::TimedSpan span_{4};
  std::optional<gpu::Event> back_;  // the sums of the newest measurement are there; recorded anew by each
  bool copied_back_ = false;
  double pairs_a_ms_ = 0;          // the pace of the slices before
};

std::unique_ptr<TruthMeter> make_energy_meter(const EnergyPlan& on_host, const EnergyPlan& on_device);

}  // namespace warplight::nbody
