// The potential energy of many bodies, estimated from some of them, and how far the estimate may be off.
//
// Bodies are drawn independently, each with the probability |m| / M (M: the sum of all |m|), into equal groups. With
// h(i, j) = sign_i sign_j / r_ij (0 for a body with itself), the potential energy is -M^2 / 2 times the mean of h over two
// such draws. Two sums estimate that mean without bias: draws against all bodies, and draws against each other. A draw
// that lies by chance where the field is strong raises the first once and the second twice, so that in
//   2 (draws against all) - (draws against draws)
// this part of the error cancels exactly, whatever the field, and what is left is that of a pair: it falls with the number
// of draws, not with its root. (Hoeffding's decomposition of a U-statistic: Hoeffding 1948, Annals of Mathematical
// Statistics 19, 293.) The parts that are left of two pairs of groups are uncorrelated, so their scatter gives the
// standard error. It knows nothing of what no draw has met, such as a few close pairs among a million light bodies.
//
// The draws stay the same from one measurement to the next: what has changed is estimated from the change in each pair of
// groups, which errs less than the two energies do.
#pragma once

#include <cstdint>
#include <vector>

namespace warplight::nbody {

inline constexpr std::int64_t kSampleGroups = 128;

struct SampleSums {
  double mass = 0;               // M
  std::int64_t draws = 0;        // of all groups together; a multiple of kSampleGroups
  std::vector<double> on_all;    // [a]: sum over the draws i of group a and all bodies j of sign_i m_j / r_ij
  std::vector<double> on_group;  // [a][b]: sum over the draws i of group a and k of group b of h(i, k)
};

struct SampledPotential {
  double value = 0;
  std::vector<double> scatter;  // what each pair of groups says, less what its groups say and the mean; in energy

  double standard_error() const;
};

SampledPotential potential_of_sample(const SampleSums& sums);

// Of now.value - first.value, both from the same draws.
double standard_error_of_change(const SampledPotential& first, const SampledPotential& now);

}  // namespace warplight::nbody
