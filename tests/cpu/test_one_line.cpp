// What somebody else wrote, made fit for a line of a terminal.
#include <gtest/gtest.h>

#include "sim/text.h"

namespace warplight {
namespace {

TEST(OneLine, PlainTextStaysAsItIs) {
  for (const char* text : {"", "plain", "Größe ε → 1 µs", "日本語.csv", "\xf0\x9f\x8c\x8c galaxy"}) {
    EXPECT_EQ(one_line(text), text);
  }
}

TEST(OneLine, ATerminalHasNothingToObey) {
  EXPECT_EQ(one_line("a\nb"), "a b");
  EXPECT_EQ(one_line("\x1b[31mred\x07\r\t\x7f"), "?[31mred????");
  EXPECT_EQ(one_line("\xc2\x9b"
                     "31m"),
            "?31m")
      << "control characters of the second table too";
  EXPECT_EQ(one_line(std::string("a\0b", 3)), "a?b");
}

TEST(OneLine, WhatIsNoUtf8IsMarked) {
  EXPECT_EQ(one_line("\xff\xfe.csv"), "??.csv");
  EXPECT_EQ(one_line("cut \xc3"), "cut ?");
  EXPECT_EQ(one_line("\xe2\x82"), "??");
  EXPECT_EQ(one_line("\xc0\xaf \xe0\x80\xaf"), "?? ???") << "longer than need be";
  EXPECT_EQ(one_line("\xed\xa0\x80 \xf4\x90\x80\x80"), "??? ????") << "no characters at all";
}

TEST(OneLine, WhatIsTooLongLosesItsMiddle) {
  const std::string line = one_line(std::string(100000, 'x') + ": allowed is 1", 200);
  EXPECT_LT(line.size(), 210u);
  EXPECT_TRUE(line.ends_with(": allowed is 1"));
  EXPECT_NE(line.find("x ... x"), std::string::npos);
  std::string wide;
  for (int i = 0; i < 1000; ++i) wide += "€";
  const std::string cut = one_line(wide, 100);
  EXPECT_EQ(one_line(cut), cut) << "no character is cut";
}

TEST(OneLine, AShortPieceOfIt) {
  std::string wide;
  for (int i = 0; i < 30; ++i) wide += "€";
  EXPECT_EQ(shown(wide), wide.substr(0, 39) + "...");
  EXPECT_EQ(shown("\x1b[31m\n"), "?[31m?");
  EXPECT_EQ(shown(std::string(100, '\x80')), std::string(37, '?') + "...");
}

}  // namespace
}  // namespace warplight
