// One word for a measurement, and a sentence that says why: the rules are here, and nowhere else.
#pragma once

#include <string>

#include "sim/measure/sampling.h"

namespace warplight::measure {

// The first row whose rule holds. n is the number of all samples, "left" those that were not throttled; the figures are
// those of Rules.
//
// | word      | rule                                                                                  |
// |-----------|---------------------------------------------------------------------------------------|
// | too short | n < fewest_samples (6), or the clock's step > trusted_interval (1%) of a whole sample |
// | throttled | left < fewest_samples, or left < n / 2                                                |
// | noisy     | half the median's 95% interval > trusted_interval (1%) of the median                  |
// | trusted   | none of these                                                                         |
//
// Of 6 to 8 samples, which only the time bound or the person can leave, the interval is all of their range, of 9 to 11 all but
// one at each end: it holds the median in 96% of all cases and more, whatever the noise. Where it is narrow, nothing is
// wrong with so few.
enum class Trust { trusted, noisy, throttled, too_short };
const char* word(Trust trust);  // as in the table

struct Judgement {
  Trust trust = Trust::too_short;
  std::string sentence;  // begins with the word: "noisy: the median is known to ±3.1% only"
};

Judgement judge(const Samples& samples, const Rules& rules = {});

}  // namespace warplight::measure
