#include "sim/measure/bench.h"

#include <utility>

#include "sim/error.h"

namespace warplight::measure {
namespace {

using Work = std::function<void()>;

class HostSampler final : public Sampler {
 public:
  explicit HostSampler(Work work) : work_(std::move(work)) {}

  double batch_ms(int runs) override {
    const double start = steady_seconds();
    for (int i = 0; i < runs; ++i) work_();
    return 1000 * (steady_seconds() - start);
  }

 private:
  Work work_;
};

class DeviceSampler final : public Sampler {
 public:
  DeviceSampler(Work work, gpu::Stream& stream) : work_(std::move(work)), stream_(&stream) {}

  double batch_ms(int runs) override {
    start_.record(*stream_);
    for (int i = 0; i < runs; ++i) work_();
    end_.record(*stream_);
    end_.wait();
    return static_cast<double>(end_.ms_since(start_));
  }

 private:
  Work work_;
  gpu::Stream* stream_;
  gpu::Event start_, end_;
};

std::unique_ptr<Sampler> make_sampler(Lane& lane, Work work) {
  if (lane.place() == Place::device) return std::make_unique<DeviceSampler>(std::move(work), lane.stream());
  return std::make_unique<HostSampler>(std::move(work));
}

// Times one kind of work of a lane, with its own first run apart.
class Bench {
 public:
  Bench(Lane& lane, const BenchOptions& options, std::stop_token stop)
      : lane_(lane), options_(options), stop_(std::move(stop)) {}

  // By the host's clock: loading code counts for the first run.
  double first_ms(const Work& work, std::string_view doing) {
    report(doing, nullptr);
    const double start = steady_seconds();
    work();
    if (lane_.place() == Place::device) lane_.stream().wait();
    return 1000 * (steady_seconds() - start);
  }

  // `steps`: how many a run of the work takes; times are of one.
  std::optional<Timing> time(const Work& work, double first_ms, std::string_view doing, int steps = 1) {
    const auto sampler = make_sampler(lane_, work);
    Timing timing;
    timing.samples = collect(*sampler, first_ms, options_.rules, steady_seconds, stop_,
                             [&](const Samples& samples) { report(doing, &samples); });
    if (timing.samples.stopped == Stopped::interrupted) return {};
    timing.samples.first_ms /= steps;
    for (double& ms : timing.samples.ms) ms /= steps;
    timing.summary = summarize(timing.samples.ms);
    return timing;
  }

  void report(std::string_view doing, const Samples* samples) {
    if (options_.watch) options_.watch({lane_.info().name, doing, samples});
  }

 private:
  Lane& lane_;
  const BenchOptions& options_;
  std::stop_token stop_;
};

void require_passed(BenchRow& row, const std::vector<CheckRow>& checks) {
  row.problem = first_failure(checks);
  row.check_failed = !row.problem.empty();
}

BenchRow bench_evaluate(Lane& lane, Bench& bench, std::stop_token stop) {
  BenchRow row = row_without_numbers(lane.info(), "");
  const Work evaluate = [&] { lane.evaluate(stop); };
  const Work step = [&] { lane.advance(1, stop); };
  const double first_ms = bench.first_ms(evaluate, "first run");
  if (stop.stop_requested()) return row_without_numbers(lane.info(), "interrupted");
  bench.report("check", nullptr);
  row.checks = spot_check(lane, stop);
  if (stop.stop_requested()) return row_without_numbers(lane.info(), "interrupted");
  require_passed(row, row.checks);
  if (row.check_failed) return row;

  row.evaluate = bench.time(evaluate, first_ms, "evaluate");
  if (!row.evaluate) return row_without_numbers(lane.info(), "interrupted");
  if (row.evaluate->samples.stopped == Stopped::one_run) return row;

  const HostState before = lane.download();
  const double first_step_ms = bench.first_ms(step, "step");
  if (stop.stop_requested()) return row;
  row.step_checks = spot_check_step(lane, before, stop);
  require_passed(row, row.step_checks);
  if (row.check_failed) {
    row.evaluate.reset();
    return row;
  }
  row.step = bench.time(step, first_step_ms, "step");
  return row;
}

// Checked and timed from the state as it is: the very calls, of the same number of steps.
BenchRow bench_steps(Lane& lane, Bench& bench, int steps, std::stop_token stop) {
  BenchRow row = row_without_numbers(lane.info(), "");
  row.steps = steps;
  const Work work = [&] { lane.advance(steps, stop); };
  poison_outputs(lane);
  const HostState before = lane.download();
  const double first_ms = bench.first_ms(work, "first run");
  if (stop.stop_requested()) return row_without_numbers(lane.info(), "interrupted");
  bench.report("check", nullptr);
  row.checks = spot_check_step(lane, before, stop);
  if (stop.stop_requested()) return row_without_numbers(lane.info(), "interrupted");
  require_passed(row, row.checks);
  if (row.check_failed) return row;
  row.step = bench.time(work, first_ms, "steps", steps);
  if (!row.step) return row_without_numbers(lane.info(), "interrupted");
  return row;
}

}  // namespace

BenchRow row_without_numbers(const VariantInfo& info, std::string problem) {
  BenchRow row;
  row.variant = info.name;
  row.place = info.place;
  row.problem = std::move(problem);
  return row;
}

BenchRow bench_lane(Lane& lane, const BenchOptions& options, std::stop_token stop) {
  Bench bench(lane, options, stop);
  try {
    BenchRow row = lane.evaluates() ? bench_evaluate(lane, bench, stop) : bench_steps(lane, bench, options.steps, stop);
    if (lane.prepared() != nullptr) row.choice = lane.prepared()->choice();
    return row;
  } catch (const Error& error) {
    BenchRow row = row_without_numbers(lane.info(), error.what());
    row.check_failed = true;
    return row;
  }
}

}  // namespace warplight::measure
