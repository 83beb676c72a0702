// Whether B is faster than A, as a word that an interval stands behind.
#pragma once

#include <string>

#include "sim/measure/ratio.h"
#include "sim/measure/trust.h"

namespace warplight::measure {

// With the threshold t (0.02 is 2%) and the 95% interval of B's time over A's:
//
// | word   | rule                                                                                     |
// |--------|------------------------------------------------------------------------------------------|
// | SAME   | the whole interval lies within 1 / (1 + t) to 1 + t, ends and all                        |
// | SLOWER | the whole interval lies above 1 + t                                                      |
// | FASTER | the whole interval lies below 1 / (1 + t)                                                |
// | UNSURE | it lies across one of these, or there is none, or either side is throttled or too short |
//
// So a difference counts from the threshold on: 1.5% longer, known to ±0.3%, is SAME at 2%. Where the interval holds
// the truth in 95 of 100 cases, B that takes at most 1 + t times as long is called SLOWER in 2.5 of 100 at most, and B
// outside of the threshold SAME in 2.5 of 100 at most: SAME is shown, as equivalence is (two one-sided tests;
// Schuirmann 1987), and not the want of a proof to the contrary. "Excludes 1" is no rule here: with samples enough it
// finds every difference, and two runs of one program always have one.
enum class Verdict { same, faster, slower, unsure };
const char* word(Verdict verdict);  // SAME, FASTER, SLOWER, UNSURE

// Over what two runs of one program on one machine differ by (placement, heat), under what somebody would call a
// change.
inline constexpr double kThreshold = 0.02;

Verdict compare(const Ratio& ratio, double threshold = kThreshold);
Verdict compare(const Ratio& ratio, Trust a, Trust b, double threshold = kThreshold);

// "SLOWER: 1.05 times as long (1.046 to 1.054)". Of B.
std::string sentence(Verdict verdict, const Ratio& ratio);

}  // namespace warplight::measure
