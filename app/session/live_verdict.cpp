#include "app/session/live_verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace warplight::app {
namespace {

constexpr std::size_t kLeastPairs = 24;       // 12 blocks of A B B A: what a believable interval needs
constexpr double kSecondsBetweenLooks = 0.5;
constexpr double kEventStep_ms = 0.0005;      // CUDA's events go in half microseconds

std::string why_not(const Session& session, const char* letter) {
  if (session.lost()) return "the GPU is lost";
  if (session.rung().status == RungStatus::failed) {
    return fmt::format("{}, {}, failed its check: {}", letter, session.info().name, session.rung().reason);
  }
  if (session.rebuilding()) return fmt::format("{} is being built", letter);
  if (!session.holds_numbers()) {
    return fmt::format("{}, {}, is {}", letter, session.info().name, session.state() == "held" ? "not checked" : "being checked");
  }
  return {};
}

measure::Samples samples_of(const std::vector<double>& ms, const std::vector<measure::Conditions>& conditions, double steps,
                            Place place) {
  measure::Samples samples;
  samples.ms = ms;
  samples.conditions = conditions;
  samples.batch = std::max(1, static_cast<int>(std::lround(steps)));
  samples.clock_step_ms = place == Place::device ? kEventStep_ms : 0;
  samples.stopped = measure::Stopped::time_bound;
  return samples;
}

// Of a word each, the worse; the order of the words is that of their rules.
int badness(measure::Trust trust) {
  switch (trust) {
    case measure::Trust::trusted: return 0;
    case measure::Trust::noisy: return 1;
    case measure::Trust::throttled: return 2;
    case measure::Trust::too_short: return 3;
  }
  return 3;
}

// 4.12, 23.4, 1 234: three digits.
std::string times_text(double ratio) {
  if (ratio < 10) return fmt::format("{:.2f}", ratio);
  if (ratio < 100) return fmt::format("{:.1f}", ratio);
  return fmt::format("{:.0f}", ratio);
}

}  // namespace

std::string Verdict::headline() const {
  if (!there()) return why;
  if (what == measure::Verdict::same) return "A and B are equally fast";
  const bool b_faster = ratio.ratio < 1;
  const double times = b_faster ? 1 / ratio.ratio : ratio.ratio;
  if (what == measure::Verdict::unsure && ratio.interval.low <= 1 && ratio.interval.high >= 1) {
    return "which is faster can't be told";
  }
  return fmt::format("{} is {}× faster than {}", b_faster ? "B" : "A", times_text(times), b_faster ? "A" : "B");
}

std::string Verdict::basis() const {
  if (!there()) return {};
  // The interval of what the headline says: where B is faster, of A's time over B's.
  const bool b_faster = ratio.ratio < 1;
  const double low = b_faster ? 1 / ratio.interval.high : ratio.interval.low;
  const double high = b_faster ? 1 / ratio.interval.low : ratio.interval.high;
  return fmt::format("{} to {} at 95%, n = {}, interleaved", times_text(low), times_text(high), ratio.n * 2);
}

void LiveVerdict::forget() {
  epoch_a_ = epoch_b_ = -1;
  waiting_a_.clear();
  waiting_b_.clear();
  pairs_.clear();
  verdict_ = {};
  next_look_s_ = 0;
}

// A lane that steps oftener than the other: its newest time is the one beside the other's.
void LiveVerdict::take(Session& session, std::deque<Session::StepTime>& waiting) {
  for (const Session::StepTime& time : session.take_times()) waiting.push_back(time);
  constexpr std::size_t kMostWaiting = 4;
  while (waiting.size() > kMostWaiting) waiting.pop_front();
}

void LiveVerdict::update(Session& a, Session& b, double now_s) {
  if (a.epoch() != epoch_a_ || b.epoch() != epoch_b_) {
    forget();
    epoch_a_ = a.epoch();
    epoch_b_ = b.epoch();
  }
  take(a, waiting_a_);
  take(b, waiting_b_);
  std::string why = why_not(a, "A");
  if (why.empty()) why = why_not(b, "B");
  if (!why.empty()) {
    pairs_.clear();
    waiting_a_.clear();
    waiting_b_.clear();
    verdict_ = {.why = why};
    return;
  }
  while (!waiting_a_.empty() && !waiting_b_.empty()) {
    pairs_.push_back({waiting_a_.front().ms, waiting_b_.front().ms, conditions_});
    if (pairs_.size() > kMostPairs) pairs_.pop_front();
    mean_steps_a_ += 0.1 * (waiting_a_.front().steps - mean_steps_a_);
    mean_steps_b_ += 0.1 * (waiting_b_.front().steps - mean_steps_b_);
    waiting_a_.pop_front();
    waiting_b_.pop_front();
  }
  if (now_s < next_look_s_) {
    if (verdict_.state == Verdict::State::none) verdict_ = {.state = Verdict::State::gathering, .why = "measuring"};
    return;
  }
  next_look_s_ = now_s + kSecondsBetweenLooks;
  if (watch_ != nullptr) conditions_ = watch_->look();
  judge(a, b);
}

void LiveVerdict::judge(const Session& a, const Session& b) {
  if (pairs_.size() < kLeastPairs) {
    verdict_ = {.state = Verdict::State::gathering, .why = fmt::format("measuring: {} of {} pairs", pairs_.size(), kLeastPairs)};
    if (!a.playing()) verdict_.why = "paused: " + verdict_.why;
    return;
  }
  std::vector<double> ms_a, ms_b;
  std::vector<measure::Conditions> conditions;
  for (const Pair& pair : pairs_) {
    ms_a.push_back(pair.a);
    ms_b.push_back(pair.b);
    if (watch_ != nullptr) conditions.push_back(pair.conditions);
  }
  const measure::Samples samples_a = samples_of(ms_a, conditions, mean_steps_a_, a.info().place);
  const measure::Samples samples_b = samples_of(ms_b, conditions, mean_steps_b_, b.info().place);
  const measure::Judgement of_a = measure::judge(samples_a), of_b = measure::judge(samples_b);
  Verdict verdict{.state = Verdict::State::there};
  verdict.ratio = measure::paired_ratio(ms_a, ms_b, 2);
  const bool b_is_worse = badness(of_b.trust) > badness(of_a.trust);
  const measure::Judgement& worse = b_is_worse ? of_b : of_a;
  verdict.trust = worse.trust;
  verdict.trust_why = worse.trust == measure::Trust::trusted ? worse.sentence
                                                             : fmt::format("{}: {}", b_is_worse ? "B" : "A", worse.sentence);
  verdict.what = measure::compare(verdict.ratio, of_a.trust, of_b.trust);
  verdict_ = verdict;
}

}  // namespace warplight::app
