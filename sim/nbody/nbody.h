// The n-body lab: gravity between n bodies by direct sum, G = 1, Plummer softening, kick-drift-kick leapfrog.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <stop_token>

#include "sim/lab.h"
#include "sim/ladder.h"

namespace warplight {

struct alignas(16) Float4 {
  float x, y, z, w;
};
struct Float2 {
  float x, y;
};

struct NBody {
  // a_i = sum over j of m_j (x_j - x_i) / (|x_j - x_i|^2 + softening^2)^(3/2), units in which G = 1.
  struct Params {
    std::int64_t n = 65536;
    double dt = 0.005;
    double softening = 0.02;
    std::int64_t seed = 1;
    double heaviest = 1;  // the largest |mass|, set by build and read: decides whether coincident bodies need a guard
    bool shows_appearance = false;  // a .csv had columns for it, and one that is written has them as well
  };

  // Pointers to n items each, all in the same memory.
  struct View {
    std::int64_t n;
    Float4* position;      // x, y, z, mass
    Float4* velocity;      // x, y, z, unused (kept as it is)
    Float4* acceleration;  // x, y, z, unused (written as 0)
    Float2* appearance;    // group, light; no kernel touches it
  };
  enum Buffer { kPosition, kVelocity, kAcceleration, kAppearance, kBuffers };

  static const LabInfo& info();
  static std::span<const Knob> knobs();
  static std::span<const SceneInfo> scenes();
  static std::span<const MeterInfo> meters();
  static Picture picture();
  static std::span<const Variant<NBody>> ladder();

  static std::vector<BufferSpec> buffers(const Params&);
  static View view(const Params&, const Lent&);
  static Cost cost(const Params&);
  static double time_step(const Params& params) { return params.dt; }
  static HostState build(std::string_view scene, Params&, std::stop_token);
  static HostState read(const std::filesystem::path&, Params&);
  static void write(const std::filesystem::path&, const Params&, const HostState&, const Prepared*);
  static Bounds bounds(const Params&, const HostState&);
  static std::vector<CheckCase> check_cases();
  static std::vector<Comparison> compare_evaluate(const Params&, const Tolerance&, const HostState& after,
                                                  std::span<const std::int64_t> items, std::stop_token stop = {});
  static std::vector<Comparison> compare_step(const Params&, const Tolerance&, const HostState& before,
                                              const HostState& after, std::span<const std::int64_t> items = {},
                                              std::stop_token stop = {});
  static std::unique_ptr<TruthMeter> make_truth_meter();
};

namespace nbody {

// The host variants (reference.cpp, cpu.cpp). The reference's Prepared holds the state in double: state_in_double() is
// seven numbers a body: x, y, z, vx, vy, vz, mass, as in the state files.
std::unique_ptr<Prepared> prepare_reference(const NBody::Params&, const NBody::View&, const LaunchValues&, gpu::Stream&);
Progress evaluate_reference(const NBody::Params&, NBody::View&, Call&);
Progress advance_reference(const NBody::Params&, NBody::View&, Call&, int steps);
std::unique_ptr<Prepared> prepare_cpu(const NBody::Params&, const NBody::View&, const LaunchValues&, gpu::Stream&);
Progress evaluate_cpu(const NBody::Params&, NBody::View&, Call&);
Progress advance_cpu(const NBody::Params&, NBody::View&, Call&, int steps);

// The acceleration of body i in double, from positions as lent: the definition, and what checks compare with.
// Bodies at exactly the same place add nothing to each other.
void acceleration_in_double(const NBody::Params&, const Float4* position, std::int64_t i, double out[3]);

}  // namespace nbody
}  // namespace warplight
