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

// Device memory of which each loan is elsewhere, as OpenGL's may be: what it was before is copied, and the place of the loan
// before is filled with NaN. Who goes on with pointers of an earlier call computes with NaN, and leaves his result where nobody
// looks: without the comparison of its buffers in sim/heat/graph.cu (holds_for) the graph does.
class MovingStorage final : public Storage {
 public:
  explicit MovingStorage(const std::vector<BufferSpec>& specs) : at_(specs), next_(specs) {}
  Place place() const override { return Place::device; }
  std::span<const BufferSpec> specs() const override { return at_.specs(); }
  Lent lend(gpu::Stream& stream) override {
    const Lent before = at_.lend(stream), after = next_.lend(stream);
    for (std::size_t b = 0; b < specs().size(); ++b) {
      if (specs()[b].bytes() == 0) continue;
      gpu::copy_on_device(after.pointers[b], before.pointers[b], specs()[b].bytes(), stream);
      gpu::fill_device(before.pointers[b], 0xFF, specs()[b].bytes(), stream);
    }
    std::swap(at_, next_);
    ++loans;
    return at_.lend(stream);
  }
  void give_back(gpu::Stream&) override {}

  static inline int loans = 0;

 private:
  DeviceStorage at_, next_;
};

TEST_F(Heat, LentBuffersMayBeElsewhereAtEachCall) {
  for (const char* scene : {"random-signed", "random-materials"}) {
    ParamBytes params = params_of(200, 100);
    const HostState state = heat().build(scene, params);
    const auto ended = [&](int variant, const Lane::StorageMaker& maker) {
      Lane lane(heat(), stream_, maker);
      lane.load(variant, params, state);
      for (const int steps : {64, 33, 96, 1}) lane.advance(steps);  // whole graphs, begun with either buffer, and single steps
      return cells(lane.download(), params);
    };
    const auto naive = ended(heat().find_variant("naive"), make_plain_storage);
    const auto moving = [](Place, std::vector<BufferSpec> specs) { return std::make_unique<MovingStorage>(specs); };
    for (const int v : device_variants(heat())) {
      if (heat().variant(v).only_by_name) continue;
      const int before = MovingStorage::loans;
      EXPECT_EQ(ended(v, moving), naive) << heat().variant(v).name << " " << scene;
      EXPECT_GE(MovingStorage::loans - before, 5);
    }
  }
}

// A lane that runs, is given room and placed in, and runs on: on the device and on the host alike.
HostState placed(Lane& lane, int steps) {
  lane.advance(steps);
  ParamBytes params = lane.params();
  const HostState state = heat().with_room(params, lane.download());
  lane.load(lane.variant(), params, state);
  const auto tools = static_cast<int>(heat().tools().size());
  for (int i = 0; i < 15; ++i) {
    lane.use_tool(i % tools, {.from_x = (i * 117) % 607 - 3.0, .from_y = (i * 77) % 411 - 2.0, .to_x = (i * 229) % 607 - 3.3,
                              .to_y = (i * 95) % 411 - 2.2, .radius = 1.7 * (i % 11), .value = 0.25 * i});
  }
  return lane.download();
}

TEST_F(Heat, ToolsPlaceWhatTheirHostTwinsDo) {
  for (const double precision : {0.0, 1.0}) {
    ParamBytes params = params_of(601, 407, precision);
    const HostState state = heat().build("random-signed", params);
    Lane host(heat(), stream_), device(heat(), stream_);
    host.load(heat().find_variant("cpu"), params, state);
    device.load(heat().find_variant("vector"), params, state);
    const HostState on_host = placed(host, 0), on_device = placed(device, 0);
    EXPECT_EQ(on_device.buffers[2], on_host.buffers[2]);
    EXPECT_EQ(cells(on_device, device.params()), cells(on_host, host.params()));
    EXPECT_NE(cells(on_device, device.params()), cells(state, params));
  }
}

TEST_F(Heat, EveryRungGoesOnRightAfterPlacing) {
  ParamBytes params = params_of(601, 407);
  const HostState state = heat().build("random-signed", params);
  std::vector<std::byte> naive;
  for (const int v : device_variants(heat())) {
    if (heat().variant(v).only_by_name) continue;
    Lane lane(heat(), stream_);
    lane.load(v, params, state);
    placed(lane, 37);
    lane.advance(20);
    // And once more in a run that has room: recorded launches see the new materials.
    lane.use_tool(2, {.from_x = 300, .from_y = 10, .to_x = 320, .to_y = 390, .radius = 4});
    lane.advance(33);
    const auto ended = cells(lane.download(), lane.params());
    if (naive.empty()) naive = ended;
    EXPECT_EQ(ended, naive) << heat().variant(v).name;
    const HostState before = lane.download();
    lane.advance(17);
    for (const Comparison& c : heat().compare_step(lane.params(), lane.info().tolerance, before, lane.download())) {
      EXPECT_TRUE(c.passed()) << heat().variant(v).name << ": " << c.output << " " << c.l2_error;
    }
  }
}

}  // namespace
}  // namespace warplight
