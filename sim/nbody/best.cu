// best: tries the rungs that can be fastest, on the bodies that are there, and runs the one that was.
//
// Which one that is depends on n (how many blocks fill the GPU), on the masses (equal_mass) and on the GPU, so it is
// measured when the state is made, not guessed.
#include <array>
#include <limits>
#include <string>
#include <vector>

#include "sim/gpu/buffer.h"
#include "sim/nbody/launchers.h"

namespace warplight::nbody {
namespace {

using Params = NBody::Params;
using View = NBody::View;

struct Method {
  std::string_view name;
  std::span<const Knob> knobs;
  std::unique_ptr<Prepared> (*prepare)(const Params&, const View&, const LaunchValues&, gpu::Stream&);
  Progress (*evaluate)(const Params&, View&, Call&);
  std::string_view knob;  // the one that is varied
};
constexpr std::array<Method, 3> kMethods{{
    {"symmetric", kTileKnobs, prepare_pairs, evaluate_symmetric, "warps"},
    {"equal-mass", kTileKnobs, prepare_pairs, evaluate_equal_mass, "warps"},
    {"split", kSplitKnobs, prepare_split, evaluate_split, "bodies"},
}};

// A method in one shape.
struct Candidate {
  const Method* method;
  LaunchValues launch;

  std::string text() const {
    const Knob& knob = find_knob(launch.knobs(), method->knob);
    return std::string(method->name) + ", " + std::string(knob.name) + " = " +
           format_knob(knob, launch[method->knob]);
  }
};

std::vector<Candidate> candidates() {
  std::vector<Candidate> all;
  for (const Method& method : kMethods) {
    const Knob& knob = find_knob(method.knobs, method.knob);
    for (double value = knob.min; value <= knob.max; ++value) {
      LaunchValues launch(method.knobs);
      launch.set(method.knob, value);
      all.push_back({&method, launch});
    }
  }
  return all;
}

// Milliseconds of one evaluation: the least of a few runs, fewer if the first is slower than `so_far` by half.
double time_ms(const Candidate& candidate, const Params& params, View view, gpu::Stream& stream, double so_far) {
  constexpr int kRuns = 4;
  const std::unique_ptr<Prepared> kept = candidate.method->prepare(params, view, candidate.launch, stream);
  Call call{kept.get(), candidate.launch, stream, {}};
  candidate.method->evaluate(params, view, call);  // loads the code
  double least = std::numeric_limits<double>::infinity();
  gpu::Event start, end;
  for (int run = 0; run < kRuns && !(least > 1.5 * so_far && run > 0); ++run) {
    start.record(stream);
    candidate.method->evaluate(params, view, call);
    end.record(stream);
    end.wait();
    least = std::min(least, static_cast<double>(end.ms_since(start)));
  }
  return least;
}

// The fastest with these bodies, which stay as they are, with their accelerations. Above some hundred thousand all are
// bound by the same loop at any n: there the first of them are enough to tell, and nobody waits.
Candidate fastest(const Params& params, const View& view, gpu::Stream& stream) {
  const std::vector<Candidate> all = candidates();
  if (!stream.exists()) return all.front();  // under the lens, where nothing can be timed
  constexpr std::int64_t kEnough = 131072;
  Params timed = params;
  timed.n = std::min(params.n, kEnough);
  View part = view;
  part.n = timed.n;
  const std::int64_t bytes = timed.n * static_cast<std::int64_t>(sizeof(Float4));
  const gpu::Buffer kept(bytes);
  gpu::copy_on_device(kept.data(), view.acceleration, bytes, stream);
  const Candidate* best = nullptr;
  double least = std::numeric_limits<double>::infinity();
  for (const Candidate& candidate : all) {
    const double ms = time_ms(candidate, timed, part, stream, least);
    if (best != nullptr && !(ms < least)) continue;
    best = &candidate;
    least = ms;
  }
  gpu::copy_on_device(view.acceleration, kept.data(), bytes, stream);
  stream.wait();  // before the copy goes
  return *best;
}

class PreparedBest final : public Prepared {
 public:
  PreparedBest(const Params& params, const View& view, gpu::Stream& stream)
      : chosen_(fastest(params, view, stream)),
        kept_(chosen_.method->prepare(params, view, chosen_.launch, stream)) {}

  std::string choice() const override { return chosen_.text(); }
  Progress evaluate(const Params& params, View& view, Call& call) {
    Call inner{kept_.get(), chosen_.launch, call.stream, {}};  // queues and never stops half-way
    return chosen_.method->evaluate(params, view, inner);
  }

 private:
  Candidate chosen_;
  std::unique_ptr<Prepared> kept_;
};

}  // namespace

std::unique_ptr<Prepared> prepare_best(const Params& params, const View& view, const LaunchValues&,
                                       gpu::Stream& stream) {
  return std::make_unique<PreparedBest>(params, view, stream);
}

Progress evaluate_best(const Params& params, View& view, Call& call) {
  return static_cast<PreparedBest&>(*call.prepared).evaluate(params, view, call);
}

}  // namespace warplight::nbody
