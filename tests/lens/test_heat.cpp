// The heat rungs under the lens: the same bits from all of them, and one launch for all steps of persistent.
#include <gtest/gtest.h>

#include <cstring>

#include "sim/lens/lab_run.h"
#include "sim/lens/labs.h"

namespace warplight::lens_test {
namespace {

using lens::LabRun;

LabRun run(const Lab& lab, std::string_view variant, std::string_view scene,
           const std::vector<std::pair<std::string_view, double>>& knobs, int steps) {
  ParamBytes params = lab.defaults(Place::host);
  for (const auto& [name, value] : knobs) find_knob(lab.knobs(), name).set(params.data(), value);
  const HostState state = lab.build(scene, params);
  const int v = lab.find_variant(variant);
  return lens::run_variant(lab, v, params, LaunchValues(lab.launch_knobs(v)), state, {}, steps);
}

// The cells of the current buffer, without what lies between the rows.
std::vector<std::byte> cells(const Lab& lab, const HostState& state, const ParamBytes& params) {
  const FieldShape shape = lab.field_shape(params);
  const auto& buffer = state.buffers[static_cast<std::size_t>(lab.picture().field[state.current])];
  std::vector<std::byte> all;
  for (std::int64_t y = 0; y < shape.height; ++y) {
    const auto start = buffer.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(y * shape.pitch) * shape.value_bytes);
    all.insert(all.end(), start, start + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(shape.width) * shape.value_bytes));
  }
  return all;
}

TEST(HeatUnderLens, EveryRungButHalfGivesTheSameBits) {
  const Lab& lab = lens::find_lab("heat2d");
  for (const std::string_view scene : {"random-signed", "random-materials"}) {
    const std::vector<std::pair<std::string_view, double>> knobs = {
        {"width", 261}, {"height", 43}, {"boundary", 3}, {"h", 0.7}, {"u_inf", 0.5}, {"dy", 0.75}};
    ParamBytes params = lab.defaults(Place::host);
    for (const auto& [name, value] : knobs) find_knob(lab.knobs(), name).set(params.data(), value);
    const auto naive = cells(lab, run(lab, "naive", scene, knobs, 11).after, params);
    for (const char* variant : {"column", "shared", "vector", "graph", "persistent", "temporal"}) {
      EXPECT_EQ(cells(lab, run(lab, variant, scene, knobs, 11).after, params), naive) << variant << " " << scene;
    }
  }
}

TEST(HeatUnderLens, PersistentIsOneLaunch) {
  const Lab& lab = lens::find_lab("heat2d");
  const LabRun persistent = run(lab, "persistent", "random-signed", {{"width", 40}, {"height", 30}}, 23);
  ASSERT_EQ(persistent.kernels.size(), 1u);
  EXPECT_EQ(persistent.kernels[0].launches, 1);
  const LabRun naive = run(lab, "naive", "random-signed", {{"width", 40}, {"height", 30}}, 23);
  ASSERT_EQ(naive.kernels.size(), 1u);
  EXPECT_EQ(naive.kernels[0].launches, 23);
}

TEST(HeatUnderLens, TemporalSaysFromHowManyStepsOnItShines) {
  const Lab& lab = lens::find_lab("heat2d");
  const int v = lab.find_variant("temporal");
  const ParamBytes params = lab.defaults(Place::host);
  Lent lent;
  lent.pointers.resize(lab.buffers(params).size(), nullptr);
  gpu::Stream stream;
  LaunchValues launch(lab.launch_knobs(v));
  const auto prepared = lab.prepare(v, params, lent, launch, stream);
  EXPECT_EQ(prepared->hint(1), "temporal shines from 8 steps a call on: one runs its one-step pass");
  EXPECT_EQ(prepared->hint(7), "temporal shines from 8 steps a call on: 7 begin with a pass of 4");
  EXPECT_EQ(prepared->hint(8), "");
  EXPECT_EQ(prepared->hint(96), "");
  launch.set("pass_steps", 0);
  EXPECT_EQ(lab.prepare(v, params, lent, launch, stream)->hint(1), "") << "where a pass is one step there is nothing to say";
}

// A plate with room, and strokes of every tool, over the edges too.
struct Placing {
  explicit Placing(const Lab& lab, double precision) : params(lab.defaults(Place::host)) {
    for (const auto& [name, value] : {std::pair{"width", 61.0}, {"height", 43.0}, {"boundary", 2.0}, {"dy", 0.5}, {"precision", precision}}) {
      find_knob(lab.knobs(), name).set(params.data(), value);
    }
    state = lab.build("random-signed", params);
    state = lab.with_room(params, std::move(state));
  }
  static Stroke stroke(int i) {
    return {.from_x = (i * 17) % 67 - 3.0, .from_y = (i * 7) % 47 - 2.0, .to_x = (i * 29) % 67 - 3.3, .to_y = (i * 5) % 47 - 2.2,
            .radius = 0.4 * (i % 11), .value = 0.25 * i};
  }
  static constexpr int kStrokes = 15;

  ParamBytes params;
  HostState state;
};

TEST(HeatUnderLens, ToolsPlaceWithoutFaultWhatTheirHostTwinsDo) {
  const Lab& lab = lens::find_lab("heat2d");
  const auto tools = static_cast<int>(lab.tools().size());
  for (const double precision : {0.0, 1.0}) {
    const Placing placing(lab, precision);
    gpu::Stream stream;
    HostState twin = placing.state;
    for (int i = 0; i < Placing::kStrokes; ++i) {
      Lent lent = twin.lend();
      lab.use_tool(i % tools, placing.params, lent, Placing::stroke(i), Place::host, stream);
    }
    lens::Session session;
    Lent lent;
    const auto specs = lab.buffers(placing.params);
    for (std::size_t b = 0; b < specs.size(); ++b) {
      const auto bytes = static_cast<std::size_t>(specs[b].bytes());
      lent.pointers.push_back(session.lend(std::string(specs[b].name), bytes, specs[b].item_bytes, true));
      std::memcpy(lent.pointers[b], placing.state.buffers[b].data(), bytes);
    }
    lent.current = placing.state.current;
    for (int i = 0; i < Placing::kStrokes; ++i) {
      lab.use_tool(i % tools, placing.params, lent, Placing::stroke(i), Place::device, stream);
    }
    for (std::size_t b = 0; b < specs.size(); ++b) {
      EXPECT_EQ(std::memcmp(lent.pointers[b], twin.buffers[b].data(), twin.buffers[b].size()), 0) << b;
    }
    EXPECT_NE(twin.buffers[2], placing.state.buffers[2]);
    EXPECT_EQ(session.reports().size(), 3u);  // the brush, the cells, the faces
  }
}

}  // namespace
}  // namespace warplight::lens_test
