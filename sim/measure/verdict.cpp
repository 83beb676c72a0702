#include "sim/measure/verdict.h"

#include <fmt/format.h>

#include "sim/text.h"

namespace warplight::measure {

const char* word(Verdict verdict) {
  switch (verdict) {
    case Verdict::same: return "SAME";
    case Verdict::faster: return "FASTER";
    case Verdict::slower: return "SLOWER";
    case Verdict::unsure: return "UNSURE";
  }
  return "";
}

Verdict compare(const Ratio& ratio, double threshold) {
  if (!ratio.known()) return Verdict::unsure;
  const double above = 1 + threshold, below = 1 / above;
  if (ratio.interval.low > above) return Verdict::slower;
  if (ratio.interval.high < below) return Verdict::faster;
  if (ratio.interval.low >= below && ratio.interval.high <= above) return Verdict::same;
  return Verdict::unsure;
}

Verdict compare(const Ratio& ratio, Trust a, Trust b, double threshold) {
  const auto no_number = [](Trust trust) { return trust == Trust::throttled || trust == Trust::too_short; };
  return no_number(a) || no_number(b) ? Verdict::unsure : compare(ratio, threshold);
}

std::string sentence(Verdict verdict, const Ratio& ratio) {
  if (!ratio.known()) return fmt::format("{}: too few samples for an interval", word(verdict));
  return fmt::format("{}: {} times as long ({} to {})", word(verdict), significant(ratio.ratio, 4),
                     significant(ratio.interval.low, 4), significant(ratio.interval.high, 4));
}

}  // namespace warplight::measure
