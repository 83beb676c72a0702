// The n-body device variants against physics with known values.
#include <cmath>
#include <limits>

#include "sim/gpu/buffer.h"
#include "sim/gpu/device.h"
#include "sim/nbody/energy_sums.h"
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

TEST_F(NBodyPhysics, TheEnergyOfTheLastPairOfMoreThanTwoToThe31UnitsIsCounted) {
  constexpr std::int64_t kBodies = 34'000'000, kBytes = kBodies * static_cast<std::int64_t>(sizeof(Float4));
  if (gpu::memory_info().free_bytes < 3 * kBytes) GTEST_SKIP() << "too little GPU memory is free";
  const gpu::Buffer position(kBytes), velocity(kBytes), device_sums(sizeof(nbody::EnergySums));
  gpu::fill_device(position.data(), 0, kBytes, stream_);
  gpu::fill_device(velocity.data(), 0, kBytes, stream_);
  gpu::fill_device(device_sums.data(), 0, sizeof(nbody::EnergySums), stream_);
  const Float4 last_two[] = {{1, 0, 0, 2}, {5, 0, 0, 3}};  // masses 2 and 3, 4 apart; all others have none
  gpu::copy_to_device(static_cast<Float4*>(position.data()) + kBodies - 2, last_two, sizeof last_two, stream_);
  const std::int64_t units = nbody::energy_units(kBodies);
  ASSERT_GT(units, std::int64_t{1} << 31);
  nbody::launch_energy(static_cast<const Float4*>(position.data()), static_cast<const Float4*>(velocity.data()), kBodies,
                       0.0, units - 1, 1, static_cast<nbody::EnergySums*>(device_sums.data()), stream_);
  nbody::EnergySums sums{};
  gpu::copy_to_host(&sums, device_sums.data(), sizeof sums, stream_);
  stream_.wait();
  EXPECT_NEAR(sums.potential, -1.5, 1e-6);
}

}  // namespace
}  // namespace warplight
