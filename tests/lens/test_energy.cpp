// The kernels of the truth meter and of the watchdog: no fault under the lens, and the sums are those of the definition.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "sim/gpu/watch.h"
#include "sim/lens/session.h"
#include "sim/nbody/energy_sums.h"
#include "tests/lens/kernels/energy.h"

namespace warplight::lens_test {
namespace {

struct Start {
  const char* scene;
  std::int64_t n;
  double softening;
};

class EnergyUnderLens : public ::testing::TestWithParam<Start> {
 protected:
  static constexpr std::int64_t kDraws = 300;  // three blocks, the last not full

  void SetUp() override {
    NBody::Params params;
    params.n = GetParam().n;
    const HostState state = NBody::build(GetParam().scene, params, {});
    position_ = floats(state, NBody::kPosition);
    velocity_ = floats(state, NBody::kVelocity);
    lens::Session session;
    run_ = lens_launch::energy(position_, velocity_, GetParam().softening, kDraws, 1);
  }

  static std::vector<Float4> floats(const HostState& state, NBody::Buffer buffer) {
    const auto* first = reinterpret_cast<const Float4*>(state.buffers[buffer].data());
    return {first, first + state.buffers[buffer].size() / sizeof(Float4)};
  }
  // 1 / the softened distance; 0 for a body with itself.
  double inverse(std::int64_t i, std::int64_t j) const {
    const Float4 &a = position_[static_cast<std::size_t>(i)], &b = position_[static_cast<std::size_t>(j)];
    const double x = double{a.x} - b.x, y = double{a.y} - b.y, z = double{a.z} - b.z;
    const double squared = x * x + y * y + z * z + GetParam().softening * GetParam().softening;
    return i == j || squared == 0 ? 0 : 1 / std::sqrt(squared);
  }
  double mass(std::int64_t i) const { return position_[static_cast<std::size_t>(i)].w; }
  std::int64_t n() const { return static_cast<std::int64_t>(position_.size()); }

  std::vector<Float4> position_, velocity_;
  lens_launch::EnergyRun run_;
};

TEST_P(EnergyUnderLens, MotionIsThatOfAllBodies) {
  double sums[nbody::kSumsOfMotion] = {}, wanted[nbody::kSumsOfMotion] = {};
  for (std::size_t k = 0; k < run_.motion.size(); ++k) sums[k % nbody::kSumsOfMotion] += run_.motion[k];
  for (std::int64_t i = 0; i < n(); ++i) {
    const Float4& v = velocity_[static_cast<std::size_t>(i)];
    const double speed = std::sqrt(double{v.x} * v.x + double{v.y} * v.y + double{v.z} * v.z);
    const double add[] = {0.5 * mass(i) * speed * speed, mass(i) * v.x, mass(i) * v.y, mass(i) * v.z,
                          std::fabs(mass(i)) * speed, std::fabs(mass(i))};
    for (std::size_t k = 0; k < 6; ++k) wanted[k] += add[k];
  }
  for (std::size_t k = 0; k < 6; ++k) EXPECT_NEAR(sums[k], wanted[k], 1e-12 * wanted[4] + 1e-12 * std::fabs(wanted[k])) << k;
}

TEST_P(EnergyUnderLens, AllPairsAreTheDefinitions) {
  double sum = 0, wanted = 0, sizes = 0;
  for (const double unit : run_.all_pairs) sum += unit;
  for (std::int64_t i = 0; i < n(); ++i) {
    for (std::int64_t j = 0; j < n(); ++j) {
      wanted += mass(i) * mass(j) * inverse(i, j);
      sizes += std::fabs(mass(i) * mass(j)) * inverse(i, j);
    }
  }
  EXPECT_NEAR(sum, wanted, 1e-6 * sizes);
}

TEST_P(EnergyUnderLens, EachDrawIsTheBodyThatItsMassReaches) {
  std::vector<double> up_to(position_.size() + 1, 0.0);
  for (std::size_t i = 0; i < position_.size(); ++i) up_to[i + 1] = up_to[i] + std::fabs(double{position_[i].w});
  std::vector<double> at;  // where in the sum of masses each draw landed: uniform in [0, 1)
  for (std::size_t k = 0; k < run_.ids.size(); ++k) {
    const auto id = static_cast<std::size_t>(run_.ids[k]);
    ASSERT_LT(id, position_.size());
    const double m = position_[id].w;
    EXPECT_TRUE(m != 0 || up_to.back() == 0) << k;
    EXPECT_EQ(run_.sample[k].w, m > 0 ? 1 : m < 0 ? -1 : 0);
    EXPECT_EQ(run_.sample[k].x, position_[id].x);
    at.push_back((up_to[id] + 0.5 * std::fabs(m)) / std::max(up_to.back(), 1e-300));
  }
  if (up_to.back() == 0) return;
  double mean = 0;
  for (const double u : at) mean += u / static_cast<double>(at.size());
  EXPECT_NEAR(mean, 0.5, 4 * 0.2887 / std::sqrt(300.0) + 0.5 / static_cast<double>(n()));
}

TEST_P(EnergyUnderLens, ASamplesFieldsAreTheDefinitions) {
  const auto chunks = static_cast<std::size_t>((n() + nbody::partners_of_a_unit(n()) - 1) / nbody::partners_of_a_unit(n()));
  const auto sign = [&](std::size_t k) { return static_cast<double>(run_.sample[k].w); };
  for (std::size_t block = 0; block < 3; ++block) {
    double all = 0, wanted_all = 0, groups[3] = {}, wanted_groups[3] = {}, sizes = 0;
    for (std::size_t c = 0; c < chunks; ++c) all += run_.on_all[block * chunks + c];
    for (std::size_t g = 0; g < 3; ++g) groups[g] = run_.on_group[block * 3 + g];
    for (std::size_t k = 128 * block; k < std::min<std::size_t>(128 * block + 128, kDraws); ++k) {
      for (std::int64_t j = 0; j < n(); ++j) {
        wanted_all += sign(k) * mass(j) * inverse(run_.ids[k], j);
        sizes += std::fabs(mass(j)) * inverse(run_.ids[k], j);
      }
      for (std::size_t other = 0; other < kDraws; ++other) {
        wanted_groups[other / 128] += sign(k) * sign(other) * inverse(run_.ids[k], run_.ids[other]);
      }
    }
    EXPECT_NEAR(all, wanted_all, 1e-6 * sizes) << block;
    for (std::size_t g = 0; g < 3; ++g) EXPECT_NEAR(groups[g], wanted_groups[g], 1e-5 * std::fabs(wanted_groups[g]) + 1e-3) << g;
  }
}

TEST(WatchUnderLens, FindsTheFirstItemAndKeepsTheEarliestStep) {
  lens::Session session;
  std::vector<Float4> items(1500, Float4{1, -2, 3.4e38f, 0});
  EXPECT_EQ(lens_launch::watch(items, 7, 1, gpu::kNothingFound), gpu::kNothingFound);
  items[1499].w = std::numeric_limits<float>::infinity();
  const std::uint64_t last = lens_launch::watch(items, 7, 1, gpu::kNothingFound);
  EXPECT_EQ(gpu::found_of(last).step, 7);
  EXPECT_EQ(gpu::found_of(last).part, 1u);
  EXPECT_EQ(gpu::found_of(last).item, 1499);
  items[77].y = std::numeric_limits<float>::quiet_NaN();
  items[300].x = -std::numeric_limits<float>::infinity();
  EXPECT_EQ(gpu::found_of(lens_launch::watch(items, 7, 1, last)).item, 77);
  EXPECT_EQ(lens_launch::watch(items, 8, 0, last), last);  // a step later: no news
}

INSTANTIATE_TEST_SUITE_P(Starts, EnergyUnderLens,
                         ::testing::Values(Start{"plummer-sphere", 2500, 0.02}, Start{"both-signs", 1025, 0.02},
                                           Start{"crowded-places", 300, 0}, Start{"one-heavy-last", 257, 0},
                                           Start{"all-massless", 130, 0.1}, Start{"uniform-cube", 1, 0}),
                         [](const auto& start) {
                           std::string name = start.param.scene;
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

}  // namespace
}  // namespace warplight::lens_test
