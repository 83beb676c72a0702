// Every device variant of every lab on the GPU: checks, lent buffers that change, launches that are refused.
#include <cmath>
#include <cstring>

#include "sim/check.h"
#include "sim/error.h"
#include "tests/gpu/gpu_test.h"
#include "tests/planted_lab.h"

namespace warplight {
namespace {

using Ladder = GpuTest;

TEST_F(Ladder, EveryDeviceVariantPassesItsCheck) {
  for (const Lab* lab : catalog()) {
    for (const int v : device_variants(*lab)) {
      const auto rows = check_variant(*lab, v, stream_);
      EXPECT_FALSE(rows.empty());
      for (const CheckRow& row : rows) {
        EXPECT_TRUE(row.passed()) << row.variant << " " << row.start << " " << first_failure({row});
      }
    }
  }
}

TEST_F(Ladder, APlantedZeroForceKernelIsRefused) {
  const LabAdapter<planted::DeviceLab> lab;
  EXPECT_NE(first_failure(check_variant(lab, 0, stream_)), "");
  ParamBytes params = lab.defaults(Place::device);
  HostState state = lab.build("plummer-sphere", params, {});
  Lane lane(lab, stream_);
  lane.load(0, params, state);
  const auto rows = spot_check(lane);
  EXPECT_NE(first_failure(rows), "");
  EXPECT_NEAR(rows.front().comparison.l2_error, 1.0, 1e-3);
}

// All choices, or the least, twice it, and so on.
std::vector<double> some_values(const Knob& knob) {
  std::vector<double> values;
  const bool choice = knob.kind == KnobKind::choice;
  for (double value = knob.min; value <= knob.max; value = choice ? value + 1 : value * 2) values.push_back(value);
  return values;
}

TEST_F(Ladder, EveryLaunchKnobValueComputesTheSame) {
  for (const Lab* lab : catalog()) {
    for (const int v : device_variants(*lab)) {
      for (const Knob& knob : lab->launch_knobs(v)) {
        ParamBytes params = lab->defaults(Place::host);
        HostState state = lab->build(lab->scenes().front().name, params);
        Lane lane(*lab, stream_);
        lane.load(v, params, state);
        for (const double value : some_values(knob)) {
          lane.set_launch(knob.name, value);
          EXPECT_EQ(first_failure(spot_check(lane)), "") << lab->variant(v).name << " " << knob.name << "=" << value;
        }
      }
    }
  }
}

// Sums are made in a fixed order: nothing is added by atomics.
TEST_F(Ladder, EveryDeviceVariantIsRepeatableBitForBit) {
  for (const Lab* lab : catalog()) {
    for (const int v : device_variants(*lab)) {
      ParamBytes params = lab->defaults(Place::host);
      HostState state = lab->build(lab->scenes().front().name, params);
      Lane lane(*lab, stream_);
      const auto result = [&] {
        lane.load(v, params, state);
        if (lane.evaluates()) {
          poison_outputs(lane);
          lane.evaluate();
        } else {
          lane.advance(5);
        }
        return lane.download().buffers;
      };
      const auto once = result();
      for (int again = 0; again < 5; ++again) EXPECT_EQ(result(), once) << lab->variant(v).name;
    }
  }
}

TEST_F(Ladder, BestSaysWhatItChose) {
  ParamBytes params = nbody_lab().defaults(Place::host);
  HostState state = nbody_lab().build("galaxy-collision", params);
  Lane lane(nbody_lab(), stream_);
  lane.load(nbody_lab().find_variant("best"), params, state);
  EXPECT_NE(lane.prepared()->choice().find(" = "), std::string::npos) << lane.prepared()->choice();
}

// 46 341 squared is the first that 31 bits don't hold; 2^20 bodies are some million million pairs.
TEST_F(Ladder, SizesAtWhichWholeNumbersOverflowPassTheirSpotChecks) {
  for (const double n : {46'341.0, 1'048'576.0}) {
    const Lab& lab = nbody_lab();
    ParamBytes params = lab.defaults(Place::device);
    find_knob(lab.knobs(), "n").set(params.data(), n);
    const HostState state = lab.build("plummer-sphere", params);
    for (const int v : device_variants(lab)) {
      SCOPED_TRACE(std::string(lab.variant(v).name) + " n = " + std::to_string(static_cast<int>(n)));
      Lane lane(lab, stream_);
      lane.load(v, params, state);
      EXPECT_EQ(first_failure(spot_check(lane)), "");
      const HostState before = lane.download();
      lane.advance(1);
      EXPECT_EQ(first_failure(spot_check_step(lane, before)), "");
    }
  }
}

// Storage that lends other memory each time, as a mapped OpenGL buffer may.
class WanderingStorage final : public Storage {
 public:
  explicit WanderingStorage(std::vector<BufferSpec> specs) : one_(specs), two_(specs) {}
  Place place() const override { return Place::device; }
  std::span<const BufferSpec> specs() const override { return one_.specs(); }
  Lent lend(gpu::Stream& stream) override {
    DeviceStorage& from = turn_ ? two_ : one_;
    turn_ = !turn_;
    DeviceStorage& to = turn_ ? two_ : one_;
    const Lent old = from.lend(stream), fresh = to.lend(stream);
    for (std::size_t b = 0; b < specs().size(); ++b) {
      gpu::copy_on_device(fresh.pointers[b], old.pointers[b], specs()[b].bytes(), stream);
      gpu::fill_device(old.pointers[b], 0xFF, specs()[b].bytes(), stream);
    }
    return fresh;
  }
  void give_back(gpu::Stream&) override {}

 private:
  DeviceStorage one_, two_;
  bool turn_ = false;
};

TEST_F(Ladder, LentBuffersMayMoveBetweenCalls) {
  for (const Lab* lab : catalog()) {
    for (const int v : device_variants(*lab)) {
      ParamBytes params = lab->defaults(Place::host);
      const HostState state = lab->build(lab->scenes().front().name, params);
      Lane still(*lab, stream_);
      Lane wandering(*lab, stream_, [](Place, std::vector<BufferSpec> specs) {
        return std::make_unique<WanderingStorage>(std::move(specs));
      });
      still.load(v, params, state);
      wandering.load(v, params, state);
      for (int k = 0; k < 3; ++k) {
        still.advance(2);
        wandering.advance(2);
      }
      EXPECT_EQ(still.download().buffers, wandering.download().buffers) << lab->variant(v).name;
    }
  }
}

TEST_F(Ladder, SwitchingBetweenHostAndDeviceGoesOnFromTheSameState) {
  const Lab& lab = nbody_lab();
  ParamBytes params = lab.defaults(Place::host);
  const HostState state = lab.build("plummer-sphere", params);
  Lane lane(lab, stream_);
  lane.load(lab.find_variant("cpu"), params, state);
  lane.advance(1);
  for (const int v : device_variants(lab)) {
    const HostState before = lane.download();
    lane.select(v);
    EXPECT_EQ(lane.download().buffers, before.buffers);
    lane.advance(1);
    const HostState there = lane.download();
    EXPECT_NE(there.buffers[0], before.buffers[0]);
    lane.select(lab.find_variant("cpu"));
    EXPECT_EQ(lane.download().buffers, there.buffers);
  }
}

TEST_F(Ladder, ARefusedLaunchNamesItsShapeAndLeavesNoError) {
  const Lab& lab = nbody_lab();
  ParamBytes params = lab.defaults(Place::host);
  const HostState state = lab.build("uniform-cube", params);
  Lane lane(lab, stream_);
  lane.load(lab.find_variant("tiled"), params, state);
  EXPECT_THROW(lane.set_launch("block", 4096), Error);
  EXPECT_THROW(lane.set_launch("block", 33), Error);
  EXPECT_EQ(first_failure(spot_check(lane)), "");
}

TEST_F(Ladder, MoreMemoryThanThereIsIsRefusedWithBothNumbers) {
  const gpu::MemoryInfo memory = gpu::memory_info();
  try {
    const gpu::Buffer buffer(memory.total_bytes * 2);
    FAIL() << "twice the GPU's memory was granted";
  } catch (const Error& error) {
    const std::string line = error.what();
    EXPECT_NE(line.find("asked for"), std::string::npos) << line;
    EXPECT_NE(line.find("free"), std::string::npos) << line;
  }
  const gpu::Buffer small(1024);  // nothing stale is left
  gpu::fill_device(small.data(), 0, 1024, stream_);
  stream_.wait();
}

TEST_F(Ladder, TimedSpansComeBackInOrderAndNeverBlock) {
  gpu::TimedSpan span(4);
  const gpu::Buffer buffer(64 << 20);
  for (int k = 0; k < 6; ++k) {  // two more than the ring holds: skipped, not waited for
    span.begin(stream_);
    gpu::fill_device(buffer.data(), k, buffer.bytes(), stream_);
    span.end(stream_, k);
  }
  stream_.wait();
  int seen = 0;
  while (const auto sample = span.poll()) {
    EXPECT_EQ(sample->tag, seen++);
    EXPECT_GT(sample->ms, 0);
    EXPECT_LT(sample->ms, 100);
  }
  EXPECT_EQ(seen, 4);
}

}  // namespace
}  // namespace warplight
