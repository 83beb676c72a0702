// Ceilings and tuned knobs that are kept, what damaged ones do, and the least time that a cost allows.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "sim/cache_folder.h"
#include "sim/error.h"
#include "sim/measure/ceilings.h"
#include "sim/measure/tuned.h"
#include "tests/planted_lab.h"

namespace warplight::measure {
namespace {

namespace fs = std::filesystem;

Ceilings some_ceilings() {
  Ceilings ceilings{.machine = "A GPU, driver 1.2", .date = "2026-11-30T00:00:00Z", .values = {}};
  ceilings.set(Ceiling::copy, 4e12, "trusted");
  ceilings.set(Ceiling::l2, 8e12, "trusted");
  ceilings.set(Ceiling::multiply_add, 3e13, "noisy");
  ceilings.set(Ceiling::multiply_add_fp64, 1e13, "trusted");
  ceilings.set(Ceiling::root, 4e12, "trusted");
  ceilings.set(Ceiling::launch, 0.002, "trusted");
  return ceilings;
}

TEST(Ceilings, ComeBackAsTheyWereKept) {
  const Ceilings kept = some_ceilings();
  const auto found = read_ceilings(ceilings_text(kept), kept.machine);
  ASSERT_TRUE(found);
  EXPECT_EQ((*found)[Ceiling::copy], 4e12);
  EXPECT_EQ(found->values[static_cast<std::size_t>(Ceiling::multiply_add)].trust, "noisy");
  EXPECT_TRUE(std::isnan((*found)[Ceiling::map])) << "what was not measured has no value";
  EXPECT_EQ(found->date, kept.date);
}

TEST(Ceilings, DamagedOnesAndThoseOfOthersAreNone) {
  const Ceilings kept = some_ceilings();
  const std::string text = ceilings_text(kept);
  EXPECT_FALSE(read_ceilings(text, "Another GPU, driver 1.2"));
  for (std::size_t length = 0; length + 2 < text.size(); length += 7) {
    EXPECT_FALSE(read_ceilings(text.substr(0, length), kept.machine)) << length;
  }
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string changed = text;
    const std::size_t at = changed.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return changed.replace(at, from.size(), to);
  };
  const std::string copy = "\"value\": 4000000000000.0";
  for (const char* wrong : {"-1", "0", "null", "\"fast\"", "1e999", "[]"}) {
    EXPECT_FALSE(read_ceilings(with(copy, std::string("\"value\": ") + wrong), kept.machine)) << wrong;
  }
  EXPECT_FALSE(is_of_an_earlier_version(text));
  EXPECT_FALSE(is_of_an_earlier_version(text.substr(0, text.size() / 2)));
  const std::string earlier = with("\"format\": 2", "\"format\": 1");
  EXPECT_FALSE(read_ceilings(earlier, kept.machine)) << "it lacks what is measured now";
  EXPECT_TRUE(is_of_an_earlier_version(earlier));
  EXPECT_FALSE(read_ceilings(with("\"format\": 2", "\"format\": 3"), kept.machine));
  EXPECT_FALSE(read_ceilings(with("B/s", "ms"), kept.machine));
}

// By hand: 8e9 bytes at 4e12 B/s are 2 ms; 6e10 flops at 2 x 3e13 are 1 ms; 2e10 roots at 4e12 are 5 ms.
TEST(Ceilings, TheLongestOfTheBoundsIsTheLimit) {
  const Ceilings ceilings = some_ceilings();
  const LimitInputs large{.state_bytes = 8'000'000'000, .l2_bytes = 50'000'000};
  const auto memory = limit_of({.flops = 6e10, .bytes = 8e9}, ceilings, large);
  ASSERT_TRUE(memory);
  EXPECT_NEAR(memory->seconds, 2e-3, 1e-12);
  EXPECT_EQ(memory->by, "memory");
  const auto roots = limit_of({.flops = 6e10, .roots = 2e10, .bytes = 8e9}, ceilings, large);
  EXPECT_NEAR(roots->seconds, 5e-3, 1e-12);
  EXPECT_EQ(roots->by, "reciprocal roots");
  EXPECT_EQ(limit_of({.flops = 6e12, .bytes = 8e9}, ceilings, large)->by, "multiply-adds");
  // In fp64: 6e10 flops at 2 x 1e13 are 3 ms, by the rung or by the knob.
  LimitInputs in_double = large;
  in_double.in_double = true;
  for (const auto& slow : {limit_of({.flops = 6e10, .bytes = 8e9}, ceilings, in_double),
                           limit_of({.flops = 6e10, .bytes = 8e9, .in_double = true}, ceilings, large)}) {
    EXPECT_NEAR(slow->seconds, 3e-3, 1e-12);
    EXPECT_EQ(slow->by, "fp64 multiply-adds");
  }
  LimitInputs small{.state_bytes = 10'000'000, .l2_bytes = 50'000'000};
  const auto cache = limit_of({.flops = 1e6, .bytes = 8e6}, ceilings, small);
  EXPECT_NEAR(cache->seconds, 1e-6, 1e-15);
  EXPECT_EQ(cache->by, "L2");
  small.cold = true;
  EXPECT_EQ(limit_of({.flops = 1e6, .bytes = 8e6}, ceilings, small)->by, "memory");
  small.launches = true;
  EXPECT_EQ(limit_of({.flops = 1e3, .bytes = 8e2}, ceilings, small)->by, "launch");
}

TEST(Ceilings, WithoutThoseThatACostAsksForThereIsNoLimit) {
  Ceilings ceilings = some_ceilings();
  const LimitInputs large{.state_bytes = 8'000'000'000, .l2_bytes = 50'000'000};
  ceilings.set(Ceiling::copy, std::nan(""), "");
  EXPECT_FALSE(limit_of({.flops = 6e10, .bytes = 8e9}, ceilings, large));
  EXPECT_TRUE(limit_of({.flops = 6e10}, ceilings, large));
  EXPECT_FALSE(limit_of({}, ceilings, large));
  EXPECT_FALSE(limit_of({.flops = 1, .bytes = 1}, Ceilings{}, large));
  ceilings.set(Ceiling::multiply_add_fp64, std::nan(""), "");
  EXPECT_TRUE(limit_of({.flops = 6e10}, ceilings, large));
  EXPECT_FALSE(limit_of({.flops = 6e10, .in_double = true}, ceilings, large)) << "fp32's says nothing of fp64";
}

TEST(Ceilings, OfTheHostAreMeasured) {
  const Ceilings found = measure_host_ceilings();
  EXPECT_GT(found[Ceiling::copy], 1e8);
  EXPECT_LT(found[Ceiling::copy], 1e13) << "no processor of today";
  EXPECT_GT(found[Ceiling::multiply_add], 1e8);
  EXPECT_LT(found[Ceiling::multiply_add], 1e14);
  // Vectors hold half as many; what a busy machine takes from either is not known.
  EXPECT_GT(found[Ceiling::multiply_add_fp64], 0.1 * found[Ceiling::multiply_add]);
  EXPECT_LT(found[Ceiling::multiply_add_fp64], 1.5 * found[Ceiling::multiply_add]);
  EXPECT_TRUE(std::isnan(found[Ceiling::root]));
}

// A cache folder of its own.
class Cache : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "warplight-cache-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    const char* before = std::getenv("XDG_CACHE_HOME");
    before_ = before == nullptr ? "" : before;
    setenv("XDG_CACHE_HOME", folder_.c_str(), 1);
  }
  void TearDown() override {
    before_.empty() ? unsetenv("XDG_CACHE_HOME") : setenv("XDG_CACHE_HOME", before_.c_str(), 1);
    fs::remove_all(folder_);
  }

  fs::path folder_;
  std::string before_;
};

TEST_F(Cache, TextIsKeptAndAFolderThatIsAFileIsSaid) {
  EXPECT_EQ(read_cached("a/b.json"), "");
  EXPECT_EQ(write_cached("a/b.json", "text"), "");
  EXPECT_EQ(read_cached("a/b.json"), "text");
  EXPECT_NE(write_cached("a/b.json/c.json", "text"), "");
  setenv("XDG_CACHE_HOME", "/proc/nowhere", 1);
  EXPECT_NE(write_cached("a.json", "text"), "");
  EXPECT_EQ(read_cached("a.json"), "");
  EXPECT_EQ(file_name_of("NVIDIA H200, driver 580.1"), "NVIDIA-H200-driver-580.1");
  EXPECT_EQ(file_name_of("../../evil/\n"), "..-..-evil-") << "never another folder";
}

TEST_F(Cache, TunedKnobsAreFoundUntilTheyAreForgotten) {
  const LabAdapter<planted::TunedLab> lab;
  EXPECT_FALSE(find_tuned(lab, 0));
  LaunchValues launch(lab.launch_knobs(0));
  launch.set("work", 1);
  ASSERT_EQ(keep_tuned(lab, 0, {.launch = launch, .problem = "n = 200", .date = "2026-11-30"}), "");
  const auto found = find_tuned(lab, 0);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->launch["work"], 1);
  EXPECT_EQ(found->problem, "n = 200");
  ASSERT_EQ(forget_tuned(lab, 0), "");
  EXPECT_FALSE(find_tuned(lab, 0));
}

TEST_F(Cache, DamagedTunedKnobsAreNone) {
  const LabAdapter<planted::TunedLab> lab;
  LaunchValues launch(lab.launch_knobs(0));
  ASSERT_EQ(keep_tuned(lab, 0, {.launch = launch, .problem = "n = 200", .date = "2026-11-30"}), "");
  fs::path file;
  for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
    if (entry.is_regular_file()) file = entry.path();
  }
  std::ifstream stream(file);
  const std::string good{std::istreambuf_iterator<char>(stream), {}};
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    std::ofstream(file) << text.replace(at, from.size(), to);
    return find_tuned(lab, 0).has_value();
  };
  EXPECT_TRUE(changed("\"work\": 0", "\"work\": 2"));
  EXPECT_FALSE(changed("\"work\": 0", "\"work\": 99")) << "out of the knob's range";
  EXPECT_FALSE(changed("\"work\": 0", "\"wrok\": 1"));
  EXPECT_FALSE(changed("\"work\": 0", "\"work\": \"fast\""));
  EXPECT_FALSE(changed("\"work\": 0", "\"work\": "));
  EXPECT_FALSE(changed("\"rungs\": {", "\"rungs\": [ {"));
}

}  // namespace
}  // namespace warplight::measure
