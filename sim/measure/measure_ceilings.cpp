// How each ceiling is measured; see ceilings.h.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <ctime>
#include <memory>
#include <vector>

#include "sim/gpu/buffer.h"
#include "sim/gpu/ceilings.h"
#include "sim/gpu/device.h"
#include "sim/gpu/graph.h"
#include "sim/host_threads.h"
#include "sim/measure/ceilings.h"
#include "sim/measure/host_multiply_add.h"
#include "sim/measure/samplers.h"
#include "sim/measure/trust.h"

namespace warplight::measure {
namespace {

std::string today() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

Rules ceiling_rules() {
  Rules rules;
  rules.most_seconds = 1;
  return rules;
}

std::int64_t whole_steps(std::int64_t bytes) {
  return std::max<std::int64_t>(1, bytes / gpu::kCeilingStep) * gpu::kCeilingStep;
}

class DeviceCeilings {
 public:
  DeviceCeilings(gpu::Stream& stream, MachineWatch* machine, std::stop_token stop, const CeilingWatcher& watch)
      : stream_(stream), machine_(machine), stop_(std::move(stop)), watch_(watch), never_(256) {}

  Ceilings measure() {
    memory();
    calculation();
    launches();
    return found_;
  }

 private:
  void one(Ceiling ceiling, double amount, const Work& work) {
    if (stop_.stop_requested()) return;
    if (watch_) watch_(ceiling);
    const auto sampler = device_sampler(work, stream_);
    set_measured(found_, ceiling, *sampler, amount, machine_, stop_);
  }

  void memory() {
    const gpu::Device& device = gpu::selected_device();
    // Many times the cache, where there is room.
    const std::int64_t bytes = whole_steps(
        std::min(std::max<std::int64_t>(512 << 20, 8 * device.l2_bytes), gpu::memory_info().free_bytes / 4));
    const gpu::Buffer from(bytes), to(bytes);
    gpu::fill_device(from.data(), 0, bytes, stream_);
    const auto amount = static_cast<double>(bytes);
    one(Ceiling::copy, 2 * amount, [&] { gpu::launch_copy(from.data(), to.data(), bytes, stream_); });
    one(Ceiling::read, amount, [&] { gpu::launch_read(from.data(), bytes, 1, never_.data(), stream_); });
    constexpr int kPasses = 32;
    const std::int64_t in_cache = std::min(bytes, whole_steps(device.l2_bytes / 4));
    one(Ceiling::l2, kPasses * static_cast<double>(in_cache),
        [&] { gpu::launch_read(from.data(), in_cache, kPasses, never_.data(), stream_); });
  }

  void calculation() {
    constexpr int kRounds = 256;
    const double multiply_adds = gpu::launch_multiply_adds(kRounds, never_.data(), stream_);
    one(Ceiling::multiply_add, multiply_adds, [&] { gpu::launch_multiply_adds(kRounds, never_.data(), stream_); });
    // Fewer: on a GPU for games they take 64 times as long.
    const double in_double = gpu::launch_multiply_adds_fp64(kRounds / 8, never_.data(), stream_);
    one(Ceiling::multiply_add_fp64, in_double,
        [&] { gpu::launch_multiply_adds_fp64(kRounds / 8, never_.data(), stream_); });
    const double roots = gpu::launch_roots(kRounds / 4, never_.data(), stream_);
    one(Ceiling::root, roots, [&] { gpu::launch_roots(kRounds / 4, never_.data(), stream_); });
  }

  void launches() {
    one(Ceiling::launch, 0, [&] { gpu::launch_nothing(stream_); });
    constexpr int kNodes = 100;
    gpu::Graph graph;
    graph.record(stream_, [](gpu::Stream& to) {
      for (int i = 0; i < kNodes; ++i) gpu::launch_nothing(to);
    });
    one(Ceiling::graph_node, 0, [&] { graph.launch(stream_); });
    CeilingValue& node = found_.values[static_cast<std::size_t>(Ceiling::graph_node)];
    node.value /= kNodes;
  }

  gpu::Stream& stream_;
  MachineWatch* machine_;
  std::stop_token stop_;
  const CeilingWatcher& watch_;
  gpu::Buffer never_;
  Ceilings found_{.machine = {}, .date = today(), .values = {}};
};

}  // namespace

void set_measured(Ceilings& ceilings, Ceiling ceiling, Sampler& sampler, double amount, MachineWatch* machine,
                  std::stop_token stop) {
  const Rules rules = ceiling_rules();
  const double start = steady_seconds();
  sampler.batch_ms(1);
  const double first_ms = 1000 * (steady_seconds() - start);
  const Samples samples = collect(sampler, first_ms, rules, {.machine = machine, .stop = stop});
  if (samples.ms.empty() || stop.stop_requested()) return;
  const double ms = summarize(samples, rules).p10;
  if (!(ms > 0)) return;
  ceilings.set(ceiling, amount > 0 ? amount / ms * 1000 : ms, word(judge(samples, rules).trust));
}

Ceilings measure_device_ceilings(gpu::Stream& stream, MachineWatch* machine, std::stop_token stop,
                                 const CeilingWatcher& watch) {
  return DeviceCeilings(stream, machine, std::move(stop), watch).measure();
}

Ceilings measure_host_ceilings(std::stop_token stop, const CeilingWatcher& watch) {
  Ceilings found{.machine = {}, .date = today(), .values = {}};
  const auto one = [&](Ceiling ceiling, double amount, const Work& work) {
    if (stop.stop_requested()) return;
    if (watch) watch(ceiling);
    set_measured(found, ceiling, *host_sampler(work), amount, nullptr, stop);
  };
  const int threads = host_threads();
  {
    constexpr std::int64_t kBytes = std::int64_t{256} << 20;
    const std::int64_t pieces = 8 * threads, piece = kBytes / pieces;
    const std::vector<std::byte> from(static_cast<std::size_t>(pieces * piece));
    std::vector<std::byte> to(from.size());
    one(Ceiling::copy, 2.0 * static_cast<double>(from.size()), [&] {
      for_each_on_host_threads(pieces, [&](std::int64_t i) {
        std::memcpy(&to[static_cast<std::size_t>(i * piece)], &from[static_cast<std::size_t>(i * piece)],
                    static_cast<std::size_t>(piece));
      });
    });
  }
  constexpr int kRounds = 100000;
  const std::int64_t pieces = 4 * threads;
  const auto chains = [&]<class T>(Ceiling ceiling, T zero) {
    std::vector<T> sinks(static_cast<std::size_t>(pieces), zero);
    const double in_a_piece = host_multiply_adds(kRounds, sinks[0]);
    one(ceiling, static_cast<double>(pieces) * in_a_piece, [&] {
      for_each_on_host_threads(
          pieces, [&](std::int64_t i) { host_multiply_adds(kRounds, sinks[static_cast<std::size_t>(i)]); });
    });
  };
  chains(Ceiling::multiply_add, 0.0f);
  chains(Ceiling::multiply_add_fp64, 0.0);
  return found;
}

}  // namespace warplight::measure
