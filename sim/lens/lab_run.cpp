#include "sim/lens/lab_run.h"

#include <algorithm>
#include <cstring>

#include "sim/error.h"

namespace warplight::lens {
namespace {

constexpr unsigned char kPoison = 0xFF;  // as a float or a double: NaN

Lent lend(Session& session, std::span<const BufferSpec> specs, const HostState& state) {
  Lent lent;
  lent.current = state.current;
  for (std::size_t b = 0; b < specs.size(); ++b) {
    const auto bytes = static_cast<std::size_t>(specs[b].bytes());
    void* start = session.lend(std::string(specs[b].name), bytes, specs[b].item_bytes, !specs[b].is_output(state.current));
    if (specs[b].is_output(state.current)) {
      std::memset(start, kPoison, bytes);
    } else {
      std::memcpy(start, state.buffers[b].data(), bytes);
    }
    lent.pointers.push_back(start);
  }
  return lent;
}

HostState copy_out(std::span<const BufferSpec> specs, const Lent& lent) {
  HostState state;
  state.current = lent.current;
  for (std::size_t b = 0; b < specs.size(); ++b) {
    const auto* start = static_cast<const std::byte*>(lent.pointers[b]);
    state.buffers.emplace_back(start, start + specs[b].bytes());
  }
  return state;
}

void append(std::vector<Comparison>& all, std::vector<Comparison> more) {
  std::ranges::move(more, std::back_inserter(all));
}

}  // namespace

bool LabRun::passed() const { return std::ranges::all_of(comparisons, &Comparison::passed); }

std::int64_t LabRun::accesses() const {
  std::int64_t sum = 0;
  for (const KernelReport& kernel : kernels) sum += kernel.accesses;
  return sum;
}

std::string no_lens_reason(const VariantInfo& info) {
  if (info.place == Place::host) return "it runs on the CPU as it is";
  return std::string(info.no_lens);
}

LabRun run_variant(const Lab& lab, int variant, const ParamBytes& params, const LaunchValues& launch,
                   const HostState& state, const Options& options, int steps) {
  if (const std::string problem = lab.problem(params); !problem.empty()) throw_bad_input(problem);
  const VariantInfo& info = lab.variant(variant);
  if (const std::string reason = no_lens_reason(info); !reason.empty()) {
    throw_missing(std::string(info.name) + " can't run under the lens: " + reason);
  }
  Session session(options);
  const std::vector<BufferSpec> specs = lab.buffers(params);
  Lent lent = lend(session, specs, state);
  gpu::Stream stream;
  const std::unique_ptr<Prepared> prepared = lab.prepare(variant, params, lent, launch, stream);
  Call call{prepared.get(), launch, stream, {}};

  LabRun run;
  lab.evaluate(variant, params, lent, call);
  const HostState before = copy_out(specs, lent);
  if (lab.evaluates(variant)) {
    append(run.comparisons, lab.compare_evaluate(params, info.tolerance, before, {}, options.stop));
  }
  lab.advance(variant, params, lent, call, steps);
  run.after = copy_out(specs, lent);
  run.after.step = steps;
  append(run.comparisons, lab.compare_step(params, info.tolerance, before, run.after, {}, options.stop));
  if (options.stop.stop_requested()) throw_failed("stopped: not all was compared with the reference");
  run.kernels = session.reports();
  for (const KernelReport& kernel : run.kernels) run.seconds += kernel.seconds;
  return run;
}

}  // namespace warplight::lens
