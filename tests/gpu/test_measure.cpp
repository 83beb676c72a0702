// Measuring on a GPU: times against events read by hand, cold against hot, verdicts, ceilings within what the chip can
// do.
#include <cmath>

#include "sim/gpu/ceilings.h"
#include "sim/gpu/graph.h"
#include "sim/gpu/kernel_facts.h"
#include "sim/measure/bench.h"
#include "sim/measure/ceilings.h"
#include "sim/measure/nvml.h"
#include "sim/measure/samplers.h"
#include "sim/measure/tune.h"
#include "sim/measure/verdict.h"
#include "tests/gpu/gpu_test.h"
#include "tests/planted_lab.h"

namespace warplight::measure {
namespace {

class MeasureOnGpu : public GpuTest {
 protected:
  void SetUp() override {
    GpuTest::SetUp();
    if (IsSkipped()) return;
    never_ = gpu::Buffer(256);
    machine_ = watch_by_nvml(gpu::selected_device().pci_bus_id);
  }

  Work chains(int rounds) {
    return [this, rounds] { gpu::launch_multiply_adds(rounds, never_.data(), stream_); };
  }
  Samples hot(const Work& work) {
    return collect(*device_sampler(work, stream_), 1, {}, Surroundings{.machine = machine_.get()});
  }

  gpu::Buffer never_;
  std::unique_ptr<MachineWatch> machine_;
};

TEST_F(MeasureOnGpu, AgreesWithEventsReadByHand) {
  for (const int rounds : {200, 1000, 5000}) {
    const Work work = chains(rounds);
    const Samples samples = hot(work);
    // One pair of events around 100 runs, after as many that are not timed.
    gpu::Event start, end;
    for (int i = 0; i < 100; ++i) work();
    start.record(stream_);
    for (int i = 0; i < 100; ++i) work();
    end.record(stream_);
    end.wait();
    const double by_hand_ms = static_cast<double>(end.ms_since(start)) / 100;
    EXPECT_NEAR(summarize(samples).median, by_hand_ms, 0.02 * by_hand_ms) << rounds;
    EXPECT_EQ(judge(samples).trust, Trust::trusted) << judge(samples).sentence;
  }
}

TEST_F(MeasureOnGpu, ColdIsSlowerWhereTheCacheHolds) {
  const std::int64_t bytes =
      std::max<std::int64_t>(1, gpu::selected_device().l2_bytes / 4 / gpu::kCeilingStep) * gpu::kCeilingStep;
  const gpu::Buffer from(bytes), flush(flush_bytes());
  gpu::fill_device(from.data(), 0, bytes, stream_);
  const Work work = [&] { gpu::launch_read(from.data(), bytes, 1, never_.data(), stream_); };
  const Samples cold = collect(*cold_sampler(work, stream_, flush), 1, {}, Surroundings{});
  EXPECT_TRUE(cold.cold);
  EXPECT_EQ(cold.batch, 1);
  EXPECT_GT(summarize(cold).median, 1.3 * summarize(hot(work)).median);
}

// What is at the same place in the queue as the work is not counted with it.
TEST_F(MeasureOnGpu, AnEmptyKernelTakesMicroseconds) {
  const double ms = summarize(hot([&] { gpu::launch_nothing(stream_); })).median;
  EXPECT_GT(ms, 0.0003);
  EXPECT_LT(ms, 0.02) << "launch_delay was counted?";
}

TEST_F(MeasureOnGpu, AVariantAgainstItselfIsSameAndFivePercentMoreIsSlower) {
  int same = 0, slower = 0;
  for (std::uint64_t attempt = 0; attempt < 20; ++attempt) {
    const auto a = device_sampler(chains(400), stream_), again = device_sampler(chains(400), stream_),
               longer = device_sampler(chains(420), stream_);
    const auto verdict = [&](Sampler& b) {
      const Interleaved taken = collect_in_turns(*a, b, 1, 1, {}, Surroundings{.machine = machine_.get()}, attempt + 1);
      return compare(ratio(taken), judge(taken.a).trust, judge(taken.b).trust);
    };
    same += verdict(*again) == Verdict::same;
    slower += verdict(*longer) == Verdict::slower;
  }
  EXPECT_GE(same, 19);
  EXPECT_GE(slower, 19);
}

TEST_F(MeasureOnGpu, CeilingsAreWithinWhatTheChipCanDo) {
  const Ceilings found = measure_device_ceilings(stream_, machine_.get());
  EXPECT_GT(found[Ceiling::read], 0.5 * found[Ceiling::copy]);
  EXPECT_LT(found[Ceiling::read], 2 * found[Ceiling::copy]);
  EXPECT_GT(found[Ceiling::l2], 1.05 * found[Ceiling::read]);
  EXPECT_TRUE(std::isnan(found[Ceiling::map])) << "that needs OpenGL";
  EXPECT_GT(found[Ceiling::launch], 0.0003);
  EXPECT_LT(found[Ceiling::launch], 0.05);
  EXPECT_LT(found[Ceiling::graph_node], found[Ceiling::launch]);
  const gpu::Device& device = gpu::selected_device();
  const double clocks = machine_->most_sm_clock_mhz() * 1e6 * device.multiprocessors;
  if (std::isnan(clocks)) GTEST_SKIP() << "NVML does not tell the highest clock";
  // CUDA C Programming Guide, arithmetic instructions: fp32 multiply-adds a clock and multiprocessor; 16 roots on all.
  const double lanes = device.sm == 75 || device.sm == 80 ? 64 : 128;
  EXPECT_LT(found[Ceiling::multiply_add], 1.01 * lanes * clocks);
  EXPECT_GT(found[Ceiling::multiply_add], 0.7 * lanes * clocks);
  // fp64: half as many as fp32 on A100 and H100, a 64th or a 32nd on others.
  EXPECT_LT(found[Ceiling::multiply_add_fp64], 1.01 * 64 * clocks);
  EXPECT_GT(found[Ceiling::multiply_add_fp64], 0.7 * (device.sm == 90 ? 64 : 2) * clocks);
  EXPECT_LT(found[Ceiling::root], 1.01 * 16 * clocks);
  EXPECT_GT(found[Ceiling::root], 0.7 * 16 * clocks);
}

TEST_F(MeasureOnGpu, ALaunchTellsWhatItTakes) {
  std::vector<gpu::LaunchNote> heard;
  {
    const gpu::LaunchListener listener(heard);
    for (int i = 0; i < 3; ++i) gpu::launch_nothing(stream_);
    gpu::launch_multiply_adds(1, never_.data(), stream_);
  }
  ASSERT_EQ(heard.size(), 2u) << "launches that are alike are heard once";
  EXPECT_EQ(heard[0].times, 3) << "and counted";
  EXPECT_EQ(heard[1].times, 1);
  const gpu::KernelFacts nothing = gpu::kernel_facts(heard[0]), chains = gpu::kernel_facts(heard[1]);
  EXPECT_NE(nothing.name.find("empty_kernel"), std::string::npos) << nothing.name;
  EXPECT_NE(chains.name.find("fma_kernel"), std::string::npos) << chains.name;
  EXPECT_EQ(nothing.block_threads, 1u);
  EXPECT_EQ(nothing.shared_bytes, 0u);
  EXPECT_EQ(chains.block_threads, 256u);
  EXPECT_GE(chains.registers, 8) << "eight chains";
  EXPECT_LE(chains.registers, 255);
  EXPECT_GT(chains.occupancy, 0.5);
  EXPECT_LE(chains.occupancy, 1);
  EXPECT_GE(chains.code_sm, 75);
  EXPECT_LE(chains.code_sm, gpu::selected_device().sm);
}

TEST_F(MeasureOnGpu, AGraphTellsWhatItLaunches) {
  gpu::Graph graph;
  graph.record(stream_, [](gpu::Stream& to) {
    for (int i = 0; i < 4; ++i) gpu::launch_nothing(to);
  });
  std::vector<gpu::LaunchNote> heard;
  {
    const gpu::LaunchListener listener(heard);
    for (int i = 0; i < 2; ++i) graph.launch(stream_);
  }
  ASSERT_EQ(heard.size(), 1u);
  EXPECT_EQ(heard[0].times, 8);
}

TEST_F(MeasureOnGpu, EveryDeviceVariantIsTimedHotAndCold) {
  BenchOptions options;
  options.rules.most_seconds = 0.5;
  options.cold = true;
  options.machine = machine_.get();
  for (const Lab* lab : catalog()) {
    for (const int v : device_variants(*lab)) {
      ParamBytes params = lab->defaults(Place::host);
      const HostState state = lab->build(lab->scenes().front().name, params);
      Lane lane(*lab, stream_);
      lane.load(v, params, state);
      options.steps = std::max(1, lab->info().bench_steps);
      const BenchRow row = bench_lane(lane, options);
      EXPECT_EQ(row.problem, "") << row.variant;
      ASSERT_TRUE(row.timed() && row.cold) << row.variant;
      EXPECT_FALSE(row.timed()->samples.cold);
      EXPECT_TRUE(row.cold->samples.cold);
      EXPECT_FALSE(row.kernels.empty()) << row.variant;
      EXPECT_EQ(row.timed()->samples.conditions.size(), row.timed()->samples.ms.size());
    }
  }
}

TEST_F(MeasureOnGpu, NoNumberOfAPlantedZeroForce) {
  const LabAdapter<planted::DeviceLab> lab;
  ParamBytes params = lab.defaults(Place::device);
  const HostState state = lab.build("plummer-sphere", params, {});
  Lane lane(lab, stream_);
  lane.load(0, params, state);
  BenchOptions options;
  options.cold = true;
  const BenchRow row = bench_lane(lane, options);
  EXPECT_TRUE(row.check_failed);
  EXPECT_FALSE(row.timed() || row.step || row.cold);
}

TEST_F(MeasureOnGpu, TuneTriesEveryPoint) {
  const Lab& lab = nbody_lab();
  const int v = lab.find_variant("tiled");
  ParamBytes params = lab.defaults(Place::host);
  const HostState state = lab.build(lab.scenes().front().name, params);
  Lane lane(lab, stream_), other(lab, stream_);
  for (Lane* each : {&lane, &other}) each->load(v, params, state);
  const auto knobs = lab.launch_knobs(v);
  std::vector<std::vector<double>> values;
  for (const Knob& knob : knobs) values.push_back(swept_values(knob));
  const auto points = launch_points(knobs, values);
  BenchOptions options;
  options.rules.most_seconds = 0.3;
  const TuneResult result = tune(lane, other, points, options);
  ASSERT_EQ(result.points.size(), points.size());
  ASSERT_TRUE(result.best);
  for (const TunePoint& point : result.points) {
    EXPECT_FALSE(point.row.check_failed) << point.row.problem;
    if (!point.row.timed()) continue;
    EXPECT_FALSE(point.row.step) << "what is compared, and no more";
    for (const gpu::KernelFacts& kernel : point.row.kernels) EXPECT_LE(kernel.block_threads, 1024u);
  }
}

}  // namespace
}  // namespace warplight::measure
