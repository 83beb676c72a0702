#include "sim/measure/bench.h"

#include <utility>

#include "sim/error.h"
#include "sim/measure/samplers.h"

namespace warplight::measure {
namespace {

// Of samples of calls of `steps`: judged as they were taken, a call at a time, then made into times of one step.
Timing timing_of_a_step(Samples samples, const Rules& rules, int steps) {
  Judgement judgement = judge(samples, rules);
  samples.first_ms /= steps;
  samples.clock_step_ms /= steps;
  for (double& ms : samples.ms) ms /= steps;
  Timing timing{.samples = std::move(samples), .summary = {}, .judgement = std::move(judgement)};
  timing.summary = summarize(timing.samples, rules);
  return timing;
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
    if (on_device()) lane_.stream().wait();
    return 1000 * (steady_seconds() - start);
  }

  // What one run launches.
  std::vector<gpu::KernelFacts> kernels(const Work& work) {
    std::vector<gpu::LaunchNote> heard;
    {
      const gpu::LaunchListener listener(heard);
      work();
    }
    std::vector<gpu::KernelFacts> facts;
    for (const gpu::LaunchNote& launch : heard) facts.push_back(gpu::kernel_facts(launch));
    return facts;
  }

  // `steps`: how many a run of the work takes; times are of one.
  std::optional<Timing> hot(const Work& work, double first_ms, std::string_view doing, int steps = 1) {
    if (!options_.hot && on_device()) return {};
    return time(*make_sampler(work), first_ms, doing, steps);
  }

  std::optional<Timing> cold(const Work& work, double first_ms, int steps = 1) {
    if (!options_.cold || !on_device() || stop_.stop_requested()) return {};
    const gpu::Buffer flush(flush_bytes());
    return time(*cold_sampler(work, lane_.stream(), flush), first_ms, "cold", steps);
  }

  std::unique_ptr<Sampler> make_sampler(const Work& work) {
    return on_device() ? device_sampler(work, lane_.stream()) : host_sampler(work);
  }

  Surroundings surroundings() const { return {.machine = on_device() ? options_.machine : nullptr, .stop = stop_}; }

  void report(std::string_view doing, const Samples* samples, double seconds_left = 0) {
    if (options_.watch) options_.watch({lane_.info().name, doing, samples, seconds_left});
  }

  bool on_device() const { return lane_.place() == Place::device; }

 private:
  std::optional<Timing> time(Sampler& sampler, double first_ms, std::string_view doing, int steps) {
    const double start = steady_seconds();
    Samples samples = collect(sampler, first_ms, options_.rules, surroundings(), [&](const Samples& so_far) {
      report(doing, &so_far, options_.rules.most_seconds - (steady_seconds() - start));
    });
    if (samples.ms.empty()) return {};
    Timing timing = timing_of_a_step(std::move(samples), options_.rules, steps);
    if (surroundings().machine != nullptr) timing.heat = options_.machine->heat();
    return timing;
  }

  Lane& lane_;
  const BenchOptions& options_;
  std::stop_token stop_;
};

bool passed(BenchRow& row, const std::vector<CheckRow>& checks) {
  row.problem = first_failure(checks);
  row.check_failed = !row.problem.empty();
  return !row.check_failed;
}

// The work that rungs are compared by, after its first run and its check; a row with a problem where that failed.
struct Begun {
  BenchRow row;
  Work work;
  double first_ms = 0;
  bool ready = false;
};

Begun begin(Lane& lane, Bench& bench, int steps, std::stop_token stop) {
  Begun begun{.row = row_without_numbers(lane.info(), "")};
  const bool evaluates = lane.evaluates();
  begun.row.steps = evaluates ? 1 : steps;
  if (evaluates) {
    begun.work = [&lane, stop] { lane.evaluate(stop); };
  } else {
    begun.work = [&lane, steps, stop] { lane.advance(steps, stop); };
    poison_outputs(lane);
  }
  const HostState before = evaluates ? HostState{} : lane.download();
  begun.first_ms = bench.first_ms(begun.work, "first run");
  if (!stop.stop_requested()) {
    bench.report("check", nullptr);
    begun.row.checks = evaluates ? spot_check(lane, stop) : spot_check_step(lane, before, stop);
  }
  if (stop.stop_requested()) {
    begun.row = row_without_numbers(lane.info(), "interrupted");
    return begun;
  }
  begun.ready = passed(begun.row, begun.row.checks);
  if (begun.ready && bench.on_device()) begun.row.kernels = bench.kernels(begun.work);
  return begun;
}

// One step, checked before it is timed, of a lane whose evaluate was timed.
void bench_step(Lane& lane, Bench& bench, BenchRow& row, std::stop_token stop) {
  const Work step = [&] { lane.advance(1, stop); };
  const HostState before = lane.download();
  const double first_ms = bench.first_ms(step, "step");
  if (stop.stop_requested()) return;
  row.step_checks = spot_check_step(lane, before, stop);
  if (!passed(row, row.step_checks)) {
    row.evaluate.reset();
    row.cold.reset();
    return;
  }
  row.step = bench.hot(step, first_ms, "step");
}

BenchRow bench_begun(Lane& lane, Bench& bench, Begun begun, const BenchOptions& options, std::stop_token stop) {
  BenchRow& row = begun.row;
  const bool evaluates = lane.evaluates();
  (evaluates ? row.evaluate : row.step) =
      bench.hot(begun.work, begun.first_ms, evaluates ? "evaluate" : "steps", row.steps);
  const bool one_run = row.timed() && row.timed()->samples.stopped == Stopped::one_run;
  if (!one_run) row.cold = bench.cold(begun.work, begun.first_ms, row.steps);
  if (evaluates && options.step && !one_run && !stop.stop_requested()) bench_step(lane, bench, row, stop);
  if (!row.check_failed && !row.timed()) return row_without_numbers(lane.info(), "interrupted");
  return std::move(row);
}

BenchRow or_refused(const Lane& lane, const std::function<BenchRow()>& measure) {
  try {
    return measure();
  } catch (const Error& error) {
    BenchRow row = row_without_numbers(lane.info(), error.what());
    row.check_failed = true;
    return row;
  }
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
  return or_refused(lane, [&] {
    Bench bench(lane, options, stop);
    Begun begun = begin(lane, bench, options.steps, stop);
    BenchRow row = begun.ready ? bench_begun(lane, bench, std::move(begun), options, stop) : std::move(begun.row);
    if (lane.prepared() != nullptr) {
      row.choice = lane.prepared()->choice();
      row.hint = lane.prepared()->hint(row.steps);
    }
    return row;
  });
}

BenchPair bench_in_turns(Lane& a, Lane& b, const BenchOptions& options, std::stop_token stop) {
  Bench bench_a(a, options, stop), bench_b(b, options, stop);
  Begun begun_a, begun_b;
  const auto begin_one = [&](Lane& lane, Bench& bench, Begun& begun) {
    begun.row = or_refused(lane, [&] {
      begun = begin(lane, bench, options.steps, stop);
      if (lane.prepared() != nullptr) begun.row.choice = lane.prepared()->choice();
      return begun.row;
    });
  };
  begin_one(a, bench_a, begun_a);
  begin_one(b, bench_b, begun_b);
  BenchPair pair{.a = begun_a.row, .b = begun_b.row, .taken = {}};
  if (!begun_a.ready || !begun_b.ready) return pair;

  const auto sampler_a = bench_a.make_sampler(begun_a.work), sampler_b = bench_b.make_sampler(begun_b.work);
  Surroundings around = bench_a.surroundings();
  if (around.machine == nullptr) around.machine = bench_b.surroundings().machine;
  const double start = steady_seconds();
  Interleaved taken =
      collect_in_turns(*sampler_a, *sampler_b, begun_a.first_ms, begun_b.first_ms, options.rules, around, 1,
                       [&](const Interleaved& so_far) {
                         bench_b.report("in turns", &so_far.b, options.rules.most_seconds - (steady_seconds() - start));
                       });
  if (taken.a.ms.empty()) return pair;
  const auto keep = [&](const Samples& samples, Lane& lane, BenchRow& row) {
    (lane.evaluates() ? row.evaluate : row.step) = timing_of_a_step(samples, options.rules, row.steps);
  };
  keep(taken.a, a, pair.a);
  keep(taken.b, b, pair.b);
  pair.taken = std::move(taken);
  return pair;
}

std::int64_t state_bytes(Lane& lane) {
  std::int64_t bytes = 0;
  for (const BufferSpec& spec : lane.storage().specs()) bytes += spec.bytes();
  return bytes;
}

}  // namespace warplight::measure
