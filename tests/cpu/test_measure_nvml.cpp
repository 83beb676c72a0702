// NVML found at run time: a library with its names, an old one, one without them, and none.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "fake_nvml/fake_nvml.h"
#include "sim/measure/nvml.h"

namespace warplight::measure {
namespace {

constexpr const char* kGpu = "0000:5d:00.0";
const std::string kFolder = std::string(WARPLIGHT_BUILD_DIR) + "/tests/";
const std::string kFake = kFolder + "warplight-fake-nvml.so", kOld = kFolder + "warplight-fake-nvml-old.so";

// The library's own copy of its answers; held open, so that it is the one that the watch loads.
class MeasureNvml : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    library_ = dlopen(GetParam().c_str(), RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(library_, nullptr) << dlerror();
    fake = reinterpret_cast<FakeNvml* (*)()>(dlsym(library_, "fake_nvml"))();
    *fake = FakeNvml{};
  }
  void TearDown() override {
    if (library_ != nullptr) dlclose(library_);
  }

  FakeNvml* fake = nullptr;

 private:
  void* library_ = nullptr;
};

std::string missing_text(const MachineWatch& watch) {
  std::string text;
  for (const Missing& one : watch.missing()) text += one.what + ": " + one.why + "\n";
  return text;
}

void expect_nothing(MachineWatch& watch) {
  const Conditions seen = watch.look();
  EXPECT_TRUE(std::isnan(seen.sm_clock_mhz));
  EXPECT_FALSE(seen.throttle_known);
  EXPECT_TRUE(std::isnan(watch.heat().temperature_c));
  EXPECT_TRUE(std::isnan(watch.heat().power_w));
  EXPECT_TRUE(std::isnan(watch.most_sm_clock_mhz()));
}

TEST_P(MeasureNvml, ClockAndReasonsAreRead) {
  const auto watch = watch_by_nvml(kGpu, GetParam());
  EXPECT_EQ(fake->open, 1);
  EXPECT_EQ(watch->look().sm_clock_mhz, 1755);
  EXPECT_TRUE(watch->look().throttle_known);
  EXPECT_EQ(watch->look().throttle, 0u);
  EXPECT_EQ(watch->most_sm_clock_mhz(), 1980);
  EXPECT_EQ(watch->heat().temperature_c, 61);
  fake->sm_clock_mhz = 1200;
  EXPECT_EQ(watch->look().sm_clock_mhz, 1200);
}

// The bits of NVML's reference manual.
TEST_P(MeasureNvml, EachReason) {
  const auto watch = watch_by_nvml(kGpu, GetParam());
  const auto reason = [&](unsigned long long bits) {
    fake->reasons = bits;
    return watch->look().throttle;
  };
  EXPECT_EQ(reason(0x04), kPowerCap);
  EXPECT_EQ(reason(0x08), kHardware);
  EXPECT_EQ(reason(0x20), kHeat);
  EXPECT_EQ(reason(0x40), kHeat);
  EXPECT_EQ(reason(0x80), kPowerBrake);
  EXPECT_EQ(reason(0x48), kHeat | kHardware);
  EXPECT_EQ(reason(0x01 | 0x02 | 0x10 | 0x100), 0u) << "idle, or set by somebody";
}

TEST_P(MeasureNvml, IsShutDownOnce) {
  watch_by_nvml(kGpu, GetParam());
  EXPECT_EQ(fake->open, 0);
  fake->init_status = 9;
  watch_by_nvml(kGpu, GetParam());
  EXPECT_EQ(fake->open, 0) << "shut down, and was never begun";
}

TEST_P(MeasureNvml, WhatItCantSayIsNotAvailable) {
  fake->clock_status = 3;
  const auto watch = watch_by_nvml(kGpu, GetParam());
  EXPECT_TRUE(std::isnan(watch->look().sm_clock_mhz));
  EXPECT_TRUE(watch->look().throttle_known) << "the rest goes on";
  const std::string why = GetParam() == kOld ? "error 3" : "Not Supported";
  EXPECT_NE(missing_text(*watch).find("the SM clock: NVML says: " + why), std::string::npos) << missing_text(*watch);
  fake->clock_status = 0;
  EXPECT_TRUE(std::isnan(watch->look().sm_clock_mhz)) << "asked again";
}

TEST_P(MeasureNvml, AnotherGpuOrAFailedStartIsNotAvailable) {
  const auto other = watch_by_nvml("0000:00:00.0", GetParam());
  expect_nothing(*other);
  EXPECT_NE(missing_text(*other).find("the GPU 0000:00:00.0: NVML says: "), std::string::npos);
  fake->init_status = 9;
  const auto failed = watch_by_nvml(kGpu, GetParam());
  expect_nothing(*failed);
  ASSERT_EQ(failed->missing().size(), 1u);
}

INSTANTIATE_TEST_SUITE_P(Libraries, MeasureNvml, testing::Values(kFake, kOld),
                         [](const auto& info) { return info.index == 0 ? "new_names" : "old_names"; });

TEST(MeasureNvmlMissing, AllIsThereInANewOne) {
  const auto watch = watch_by_nvml(kGpu, kFake);
  EXPECT_EQ(missing_text(*watch), "");
  EXPECT_EQ(watch->heat().power_w, 312.5);
}

TEST(MeasureNvmlMissing, AFunctionOfAnOldOne) {
  const auto watch = watch_by_nvml(kGpu, kOld);
  EXPECT_EQ(missing_text(*watch), "the power: this NVML has no function for it\n");
  EXPECT_TRUE(std::isnan(watch->heat().power_w));
}

TEST(MeasureNvmlMissing, NoLibrary) {
  const auto watch = watch_by_nvml(kGpu, "libnot-there.so.1");
  expect_nothing(*watch);
  ASSERT_EQ(watch->missing().size(), 1u);
  EXPECT_EQ(watch->missing()[0].what, "NVML");
  EXPECT_NE(watch->missing()[0].why.find("libnot-there.so.1"), std::string::npos);
}

TEST(MeasureNvmlMissing, ALibraryOfSomethingElse) {
  const auto watch = watch_by_nvml(kGpu, "libm.so.6");
  expect_nothing(*watch);
  EXPECT_EQ(missing_text(*watch), "NVML: libm.so.6 has not the functions that are needed to begin\n");
}

}  // namespace
}  // namespace warplight::measure
