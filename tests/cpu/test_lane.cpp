// A lane goes on from the same state with another variant, stops between rows, and keeps its state when it is refused.
#include <gtest/gtest.h>

#include <chrono>
#include <cstring>
#include <thread>

#include "sim/catalog.h"
#include "sim/error.h"
#include "sim/lane.h"

namespace warplight {
namespace {

const Lab& nbody() { return find_lab("nbody"); }

ParamBytes params_with(double n) {
  ParamBytes params = nbody().defaults(Place::host);
  find_knob(nbody().knobs(), "n").set(params.data(), n);
  return params;
}

TEST(Lane, SwitchingHostVariantsGoesOnFromTheSameState) {
  gpu::Stream stream;
  Lane lane(nbody(), stream);
  ParamBytes params = params_with(300);
  HostState state = nbody().build("plummer-sphere", params);
  lane.load(nbody().find_variant("cpu"), params, state);
  lane.advance(3);
  const HostState before = lane.download();
  lane.select(nbody().find_variant("reference"));
  const HostState after = lane.download();
  EXPECT_EQ(before.buffers, after.buffers);
  EXPECT_EQ(after.step, 3);
  EXPECT_NEAR(after.time, 3 * nbody().time_step(params), 1e-12);
  EXPECT_EQ(lane.info().name, "reference");
}

TEST(Lane, OneStepAtATimeIsTheSameAsManyInOneCall) {
  gpu::Stream stream;
  ParamBytes params = params_with(200);
  HostState state = nbody().build("plummer-sphere", params);
  for (int v = 0; v < nbody().variant_count(); ++v) {
    if (!unavailable_reason(nbody().variant(v)).empty() || nbody().variant(v).place != Place::host) continue;
    Lane one(nbody(), stream), many(nbody(), stream);
    one.load(v, params, state);
    many.load(v, params, state);
    for (int k = 0; k < 5; ++k) one.advance(1);
    many.advance(5);
    EXPECT_EQ(one.download().buffers, many.download().buffers) << nbody().variant(v).name;
  }
}

TEST(Lane, AStoppedStepLeavesTheStateAsItWas) {
  gpu::Stream stream;
  ParamBytes params = params_with(20000);
  HostState state = nbody().build("uniform-cube", params);
  for (int v = 0; v < nbody().variant_count(); ++v) {
    if (nbody().variant(v).place != Place::host) continue;
    Lane lane(nbody(), stream);
    lane.load(v, params, state);
    std::stop_source stop;
    std::jthread asker([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      stop.request_stop();
    });
    const Progress progress = lane.advance(1000, stop.get_token());
    const HostState after = lane.download();
    EXPECT_LT(progress.steps, 1000);
    if (progress.steps == 0) {
      // Positions and velocities; the accelerations may be partly new, and are computed anew before they count.
      EXPECT_EQ(after.buffers[0], state.buffers[0]) << nbody().variant(v).name;
      EXPECT_EQ(after.buffers[1], state.buffers[1]) << nbody().variant(v).name;
    }
    EXPECT_EQ(after.step, progress.steps);
  }
}

TEST(Lane, AHugeStateIsRefusedAndTheOldOneStays) {
  gpu::Stream stream;
  Lane lane(nbody(), stream);
  ParamBytes params = params_with(100);
  HostState state = nbody().build("uniform-cube", params);
  lane.load(nbody().find_variant("cpu"), params, state);
  try {
    lane.load(nbody().find_variant("cpu"), params_with(1e9), HostState{});
    FAIL() << "112 GB of host memory were granted";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::failed);
    EXPECT_NE(std::string(error.what()).find("needed"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("free"), std::string::npos);
  }
  EXPECT_EQ(lane.download().buffers[0], state.buffers[0]);
  lane.advance(1);
  EXPECT_EQ(lane.step(), 1);
}

TEST(Lane, WhatCanNotRunHereSaysWhyAndTheOldVariantStays) {
  gpu::Stream stream;
  Lane lane(nbody(), stream);
  ParamBytes params = params_with(50);
  HostState state = nbody().build("uniform-cube", params);
  lane.load(nbody().find_variant("cpu"), params, state);
  for (int v = 0; v < nbody().variant_count(); ++v) {
    if (unavailable_reason(nbody().variant(v)).empty()) continue;
    try {
      lane.select(v);
      FAIL() << nbody().variant(v).name << " was selected";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::missing);
    }
    EXPECT_EQ(lane.info().name, "cpu");
  }
}

}  // namespace
}  // namespace warplight
