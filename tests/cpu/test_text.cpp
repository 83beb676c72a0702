// Words and numbers for people.
#include <gtest/gtest.h>

#include <limits>

#include "sim/text.h"

namespace warplight {
namespace {

TEST(Text, GroupsThousands) {
  EXPECT_EQ(grouped_plain(0), "0");
  EXPECT_EQ(grouped_plain(999), "999");
  EXPECT_EQ(grouped_plain(65536), "65 536");
  EXPECT_EQ(grouped_plain(-1234567), "-1 234 567");
  EXPECT_EQ(grouped_plain(std::numeric_limits<std::int64_t>::min()), "-9 223 372 036 854 775 808");
  EXPECT_EQ(grouped(65536), "65\u202f536");
}

TEST(Text, SignificantDigits) {
  EXPECT_EQ(significant(0.00123), "0.00123");
  EXPECT_EQ(significant(41.2), "41.2");
  EXPECT_EQ(significant(1.23e-7), "1.23e-07");
  EXPECT_EQ(significant(0), "0");
  EXPECT_EQ(significant(999.7), "1000");
  EXPECT_EQ(significant(36123.4), "36123");
  EXPECT_EQ(significant(1234567), "1.23e+06");
  EXPECT_EQ(significant(std::numeric_limits<double>::quiet_NaN()), "nan");
  EXPECT_EQ(significant(-std::numeric_limits<double>::infinity()), "-inf");
}

TEST(Text, BytesAndDurations) {
  EXPECT_EQ(bytes_text(1.2e9), "1.2 GB");
  EXPECT_EQ(bytes_text(999), "999 B");
  EXPECT_EQ(bytes_text(999999), "1 MB");
  EXPECT_EQ(duration_text(2.31), "2.31 ms");
  EXPECT_EQ(duration_text(41200), "41.2 s");
  EXPECT_EQ(duration_text(0.0039), "3.9 µs");
  EXPECT_EQ(duration_text(5e-6), "5 ns");
  EXPECT_EQ(duration_text(0), "0 ns");
}

TEST(Text, NearestName) {
  const std::string_view known[] = {"nbody", "heat2d", "heat3d"};
  EXPECT_EQ(nearest("nbdy", known), "nbody");
  EXPECT_EQ(nearest("heat4d", known), "heat2d");
  EXPECT_EQ(nearest("zzzzzzzz", known), "");
  EXPECT_EQ(nearest("", known), "");
  EXPECT_EQ(list_of(known), "nbody, heat2d or heat3d");
  EXPECT_EQ(list_of({}), "");
}

TEST(Text, WhatSomebodyWroteFitsOneLine) {
  EXPECT_EQ(shown("a\nb\x1b"), "a?b?");
  EXPECT_LE(shown(std::string(1000, 'x')).size(), 43u);
}

}  // namespace
}  // namespace warplight
