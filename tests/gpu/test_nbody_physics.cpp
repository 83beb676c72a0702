// The n-body device variants against physics with known values.
#include <cmath>
#include <limits>

#include "sim/gpu/buffer.h"
#include "sim/gpu/device.h"
#include "sim/nbody/energy_meter.h"
#include "tests/gpu/gpu_test.h"

namespace warplight {
namespace {

using NBodyPhysics = GpuTest;

std::vector<Float4> accelerations(int variant, const Bodies& bodies, double softening, gpu::Stream& stream) {
  Lane lane(nbody_lab(), stream);
  lane.load(variant, bodies.params(0.01, softening), bodies.state());
  lane.evaluate();
  return floats_of(lane.download(), NBody::kAcceleration);
}

// Two bodies of mass 1 on the circle of radius 1/2 about each other: v^2 = 1/2.
Bodies kepler_pair() {
  return {.position = {{-0.5f, 0, 0, 1}, {0.5f, 0, 0, 1}},
          .velocity = {{0, -0.70710678f, 0, 0}, {0, 0.70710678f, 0, 0}}};
}

double energy(const HostState& state) {
  const auto x = floats_of(state, NBody::kPosition), v = floats_of(state, NBody::kVelocity);
  double total = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    total += 0.5 * x[i].w * (double(v[i].x) * v[i].x + double(v[i].y) * v[i].y + double(v[i].z) * v[i].z);
    for (std::size_t j = i + 1; j < x.size(); ++j) {
      const double dx = double(x[j].x) - x[i].x, dy = double(x[j].y) - x[i].y, dz = double(x[j].z) - x[i].z;
      total -= double(x[i].w) * x[j].w / std::sqrt(dx * dx + dy * dy + dz * dz);
    }
  }
  return total;
}

TEST_F(NBodyPhysics, KeplerPairKeepsItsEnergyForAnOrbitAndRetracesIt) {
  for (const int v : device_variants(nbody_lab())) {
    const Bodies pair = kepler_pair();
    Lane lane(nbody_lab(), stream_);
    lane.load(v, pair.params(0.01, 0), pair.state());
    const double first = energy(pair.state());
    EXPECT_NEAR(first, -0.5, 1e-7);
    double worst = 0;
    for (int k = 0; k < 444; ++k) {
      lane.advance(1);
      worst = std::max(worst, std::abs((energy(lane.download()) - first) / first));
    }
    EXPECT_LE(worst, 5e-6) << nbody_lab().variant(v).name;
    // A period is pi sqrt(2) = 4.4429: after 444 steps of 0.01 the pair is back, but for 0.0029 of time.
    const auto there = floats_of(lane.download(), NBody::kPosition);
    EXPECT_NEAR(there[0].x, -0.5, 1e-3);

    lane.set_params(pair.params(-0.01, 0));
    lane.advance(444);
    const auto back = floats_of(lane.download(), NBody::kPosition);
    for (int i = 0; i < 2; ++i) {
      EXPECT_NEAR(back[i].x, pair.position[i].x, 2e-4) << nbody_lab().variant(v).name;
      EXPECT_NEAR(back[i].y, pair.position[i].y, 2e-4) << nbody_lab().variant(v).name;
    }
  }
}

TEST_F(NBodyPhysics, CoincidentBodiesAddNothingToEachOther) {
  const Bodies three = {.position = {{0, 0, 0, 1}, {0, 0, 0, 1}, {1, 0, 0, 1}},
                        .velocity = {{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}}};
  for (const int v : device_variants(nbody_lab())) {
    const auto a = accelerations(v, three, 0, stream_);
    EXPECT_NEAR(a[0].x, 1, 1e-6);
    EXPECT_NEAR(a[1].x, 1, 1e-6);
    EXPECT_NEAR(a[2].x, -2, 2e-6);
    for (const Float4& one : a) {
      EXPECT_EQ(one.y, 0);
      EXPECT_EQ(one.z, 0);
    }
  }
}

TEST_F(NBodyPhysics, CoincidentHeavyBodiesAtATinySofteningStayFinite) {
  const Bodies three = {.position = {{0, 0, 0, 1e6f}, {0, 0, 0, 1e6f}, {1, 0, 0, 1e6f}},
                        .velocity = {{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}}};
  for (const int v : device_variants(nbody_lab())) {
    const auto a = accelerations(v, three, 1e-12, stream_);
    EXPECT_NEAR(a[0].x, 1e6, 10) << nbody_lab().variant(v).name;
    EXPECT_NEAR(a[2].x, -2e6, 10) << nbody_lab().variant(v).name;
  }
}

TEST_F(NBodyPhysics, ForcesAreRightFromTinySofteningToHugeDistance) {
  for (const int v : device_variants(nbody_lab())) {
    const Bodies far = {.position = {{0, 0, 0, 1e12f}, {1e12f, 0, 0, 1e12f}}, .velocity = {{}, {}}};
    const auto a = accelerations(v, far, 1e-12, stream_);
    EXPECT_NEAR(a[0].x / 1e-12, 1, 1e-5) << nbody_lab().variant(v).name;
    EXPECT_NEAR(a[1].x / -1e-12, 1, 1e-5) << nbody_lab().variant(v).name;
  }
}

TEST_F(NBodyPhysics, TheLastBodyOfATailTileIsSeen) {
  Bodies bodies;
  bodies.position.assign(257, {0, 0, 0, 0});
  bodies.position[256] = {10, 0, 0, 1};
  bodies.velocity.assign(257, {0, 0, 0, 0});
  for (const int v : device_variants(nbody_lab())) {
    const auto a = accelerations(v, bodies, 0, stream_);
    EXPECT_NEAR(a[0].x, 0.01, 1e-8) << nbody_lab().variant(v).name;
    EXPECT_NEAR(a[255].x, 0.01, 1e-8) << nbody_lab().variant(v).name;
    EXPECT_EQ(a[256].x, 0) << nbody_lab().variant(v).name;
  }
}

TEST_F(NBodyPhysics, TheTruthMeterOfTheDeviceAgreesWithDouble) {
  for (const double n : {1.0, 2.0, 129.0, 5000.0}) {
    ParamBytes params = nbody_lab().defaults(Place::host);
    find_knob(nbody_lab().knobs(), "n").set(params.data(), n);
    const HostState state = nbody_lab().build("plummer-sphere", params);
    Lane host(nbody_lab(), stream_), device(nbody_lab(), stream_);
    host.load(nbody_lab().find_variant("cpu"), params, state);
    device.load(nbody_lab().find_variant("tiled"), params, state);
    auto measured = [&](Lane& lane) {
      auto meter = nbody_lab().make_truth_meter();
      for (int k = 0; k < 2; ++k) {
        if (k == 1) {
          lane.set_params(params);
          lane.advance(20);
        }
        const Lent lent = lane.storage().lend(stream_);
        meter->begin(params, lent, lane.place(), lane.prepared(), stream_, lane.time());
        lane.storage().give_back(stream_);
        while (!meter->slice(5, stream_, {})) stream_.wait();
      }
      return std::vector<double>(meter->values().begin(), meter->values().end());
    };
    const auto on_host = measured(host), on_device = measured(device);
    for (std::size_t k = 0; k < on_host.size(); ++k) EXPECT_NEAR(on_host[k], on_device[k], 5e-6) << "n = " << n;
  }
}

TEST_F(NBodyPhysics, AMeasurementThatIsBegunAnewDoesNotGetTheSumsOfTheOneBefore) {
  ParamBytes params = nbody_lab().defaults(Place::host);
  find_knob(nbody_lab().knobs(), "n").set(params.data(), 1000);
  Lane lane(nbody_lab(), stream_);
  const auto meter = nbody_lab().make_truth_meter();
  const auto begin = [&](std::string_view scene) {
    lane.load(nbody_lab().find_variant("tiled"), params, nbody_lab().build(scene, params));
    const Lent lent = lane.storage().lend(stream_);
    meter->begin(params, lent, lane.place(), lane.prepared(), stream_, lane.time());
    lane.storage().give_back(stream_);
  };
  const auto finish = [&] {
    int slices = 1;
    for (; !meter->slice(5, stream_, {}); ++slices) stream_.wait();
    return slices;
  };
  begin("uniform-cube");
  finish();
  begin("uniform-cube");
  const int slices = finish();
  meter->reset();
  begin("uniform-cube");
  for (int k = 1; k < slices; ++k) {  // all but the slice that takes the sums
    ASSERT_FALSE(meter->slice(5, stream_, {}));
    stream_.wait();
  }
  begin("plummer-sphere");
  finish();
  begin("plummer-sphere");
  finish();
  EXPECT_LT(meter->values()[0], 1e-6);  // had the first been the cube's, the second would be far from it
}

// Measured at once.
nbody::Energies measured(nbody::EnergyOnDevice& meter, const NBody::Params& params, const NBody::View& view,
                         gpu::Stream& stream) {
  meter.begin(params, view, stream);
  while (!meter.slice(5, stream)) stream.wait();
  return meter.result();
}

TEST_F(NBodyPhysics, ASampledEnergyOfTheDeviceIsRightWithinItsStatedError) {
  for (const std::string_view scene : {"plummer-sphere", "galaxy-collision", "both-signs"}) {
    NBody::Params params;
    params.n = 30'000;
    const HostState state = NBody::build(scene, params, {});
    Lane lane(nbody_lab(), stream_);
    lane.load(nbody_lab().find_variant("tiled"), ParamBytes::of(params), state);
    Loan loan(lane.storage(), stream_, 0);
    const NBody::View view = NBody::view(params, loan.lent());
    nbody::EnergyOnDevice exact({.most_exact = params.n, .draws = 0});
    const nbody::Energies wanted = measured(exact, params, view, stream_);
    EXPECT_EQ(wanted.draws, 0);
    double squares = 0;
    constexpr int kSeeds = 16;
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
      nbody::EnergyOnDevice sampled({.most_exact = 0, .draws = 16'384, .seed = seed});
      const nbody::Energies found = measured(sampled, params, view, stream_);
      EXPECT_EQ(found.draws, 16'384);
      EXPECT_EQ(found.motion.kinetic, wanted.motion.kinetic);
      const double error = found.potential.standard_error();
      const double off = (found.potential.value - wanted.potential.value) / error;
      EXPECT_LT(std::abs(off), 5) << scene << " seed " << seed;
      squares += off * off / kSeeds;
      const nbody::Energies again = measured(sampled, params, view, stream_);
      EXPECT_EQ(again.potential.value, found.potential.value);  // no atomics: the same to the last bit
    }
    EXPECT_GT(squares, 0.3) << scene;
    EXPECT_LT(squares, 2.8) << scene;
  }
}

TEST_F(NBodyPhysics, TheEnergyOfAPairAtTheEndOfThirtyFourMillionBodiesIsFound) {
  constexpr std::int64_t kBodies = 34'000'000, kBytes = kBodies * static_cast<std::int64_t>(sizeof(Float4));
  if (gpu::memory_info().free_bytes < 4 * kBytes) GTEST_SKIP() << "too little GPU memory is free";
  const gpu::Buffer position(kBytes), velocity(kBytes);
  gpu::fill_device(position.data(), 0, kBytes, stream_);
  gpu::fill_device(velocity.data(), 0, kBytes, stream_);
  const Float4 last_two[] = {{1, 0, 0, 2}, {5, 0, 0, 3}};  // masses 2 and 3, 4 apart; all others have none
  gpu::copy_to_device(static_cast<Float4*>(position.data()) + kBodies - 2, last_two, sizeof last_two, stream_);
  NBody::Params params;
  params.n = kBodies;
  params.softening = 0;
  nbody::EnergyOnDevice meter({.most_exact = 0, .draws = 16'384});
  const NBody::View view{kBodies, static_cast<Float4*>(position.data()), static_cast<Float4*>(velocity.data()), nullptr,
                         nullptr};
  const nbody::Energies found = measured(meter, params, view, stream_);
  EXPECT_EQ(found.motion.mass, 5);
  // h has but one value, met by 12 of 25 pairs of draws.
  EXPECT_NEAR(found.potential.value, -1.5, 5 * found.potential.standard_error() + 1e-6);
  EXPECT_LT(found.potential.standard_error(), 0.001);
}

// How much of the GPU's time slices of 2% take at a million bodies, and how many it takes.
TEST_F(NBodyPhysics, SlicesKeepToTheirBudget) {
  NBody::Params params;
  params.n = 1 << 20;
  const HostState state = NBody::build("plummer-sphere", params, {});
  Lane lane(nbody_lab(), stream_);
  lane.load(nbody_lab().find_variant("tiled"), ParamBytes::of(params), state);
  Loan loan(lane.storage(), stream_, 0);
  nbody::EnergyOnDevice meter(nbody::kDevicePlan);
  gpu::TimedSpan span;
  constexpr double kBudget_ms = 0.33;
  for (int measurement = 0; measurement < 2; ++measurement) {
    meter.begin(params, NBody::view(params, loan.lent()), stream_);
    int slices = 0;
    double total_ms = 0, longest_ms = 0;
    for (bool done = false; !done; ++slices) {
      stream_.wait();
      span.begin(stream_);
      done = meter.slice(kBudget_ms, stream_);
      span.end(stream_);
      stream_.wait();
      const double ms = span.poll()->ms;
      total_ms += ms;
      longest_ms = std::max(longest_ms, ms);
    }
    if (measurement == 0) continue;  // the pace is learnt
    RecordProperty("slices", slices);
    std::printf("a measurement at n = 2^20: %d slices, %.1f ms of the GPU, the longest %.3f ms\n", slices, total_ms,
                longest_ms);
    EXPECT_LT(longest_ms, 2 * kBudget_ms);
    EXPECT_LT(total_ms, 500);
  }
}

}  // namespace
}  // namespace warplight
