// The heat rungs on the GPU: the same bits from all, whatever the launch shape; what a rung can't do it refuses by name.
#include <cstring>

#include "sim/check.h"
#include "sim/error.h"
#include "tests/gpu/gpu_test.h"

namespace warplight {
namespace {

const Lab& heat() { return find_lab("heat2d"); }

ParamBytes params_of(double width, double height, double precision = 0) {
  ParamBytes params = heat().defaults(Place::device);
  for (const auto& [name, value] : {std::pair{"width", width}, {"height", height}, {"precision", precision}, {"boundary", 3.0}}) {
    find_knob(heat().knobs(), name).set(params.data(), value);
  }
  return params;
}

std::vector<std::byte> cells(const HostState& state, const ParamBytes& params) {
  const FieldShape shape = heat().field_shape(params);
  const auto& buffer = state.buffers[static_cast<std::size_t>(heat().picture().field[state.current])];
  const auto row_bytes = static_cast<std::size_t>(shape.width) * shape.value_bytes;
  std::vector<std::byte> all(row_bytes * static_cast<std::size_t>(shape.height));
  for (std::int64_t y = 0; y < shape.height; ++y) {
    const auto row = static_cast<std::size_t>(y);
    std::memcpy(&all[row * row_bytes], &buffer[row * static_cast<std::size_t>(shape.pitch) * shape.value_bytes], row_bytes);
  }
  return all;
}

class Heat : public GpuTest {
 protected:
  // After 37 steps: no multiple of anything.
  std::vector<std::byte> run(std::string_view variant, const HostState& state, const ParamBytes& params,
                             std::string_view knob = "", double value = 0) {
    Lane lane(heat(), stream_);
    lane.load(heat().find_variant(variant), params, state);
    if (!knob.empty()) lane.set_launch(knob, value);
    lane.advance(17);
    lane.advance(20);
    return cells(lane.download(), params);
  }
};

TEST_F(Heat, EveryRungButHalfGivesTheSameBitsInEveryShape) {
  for (const double precision : {0.0, 1.0}) {
    for (const char* scene : {"random-signed", "random-materials"}) {
      ParamBytes params = params_of(601, 407, precision);
      const HostState state = heat().build(scene, params);
      const auto naive = run("naive", state, params);
      for (const int v : device_variants(heat())) {
        const std::string_view name = heat().variant(v).name;
        if (heat().variant(v).only_by_name) continue;
        EXPECT_EQ(run(name, state, params), naive) << name << " " << scene;
        for (const Knob& knob : heat().launch_knobs(v)) {
          if (knob.kind != KnobKind::choice) continue;
          for (double value = 0; value <= knob.max; ++value) {
            EXPECT_EQ(run(name, state, params, knob.name, value), naive) << name << " " << knob.name << " " << value;
          }
        }
      }
    }
  }
}

TEST_F(Heat, PersistentRefusesByNameWhatDoesNotFit) {
  ParamBytes params = params_of(16384, 4096);
  const HostState state = heat().build("random-signed", params);
  Lane lane(heat(), stream_);
  try {
    lane.load(heat().find_variant("persistent"), params, state);
    FAIL() << "a field of 256 MB was put into shared memory";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::bad_input);
    EXPECT_NE(std::string(error.what()).find("persistent keeps the field in shared memory"), std::string::npos);
  }
}

TEST_F(Heat, ANewTimeStepReachesTheGraph) {
  ParamBytes params = params_of(200, 100);
  const HostState state = heat().build("random-signed", params);
  const auto ended = [&](const char* variant) {
    ParamBytes slower = params;
    Lane lane(heat(), stream_);
    lane.load(heat().find_variant(variant), params, state);
    lane.advance(64);
    find_knob(heat().knobs(), "dt").set(slower.data(), 0.01);
    lane.set_params(slower);
    lane.advance(65);
    return cells(lane.download(), params);
  };
  EXPECT_EQ(ended("graph"), ended("naive"));
}

}  // namespace
}  // namespace warplight
