// Knob values as people write them.
#include <gtest/gtest.h>

#include <clocale>

#include "sim/error.h"
#include "sim/nbody/nbody.h"

namespace warplight {
namespace {

const Knob& n_knob() { return find_knob(NBody::knobs(), "n"); }
const Knob& dt_knob() { return find_knob(NBody::knobs(), "dt"); }

std::string refused(const Knob& knob, std::string_view text) {
  try {
    parse_knob(knob, text);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::bad_input);
    return error.what();
  }
  ADD_FAILURE() << knob.name << " = " << text << " was taken";
  return "";
}

TEST(Knob, TakesWholeNumbersHoweverWritten) {
  EXPECT_EQ(parse_knob(n_knob(), "65536"), 65536);
  EXPECT_EQ(parse_knob(n_knob(), "2e5"), 200000);
  EXPECT_EQ(parse_knob(n_knob(), "1"), 1);
  EXPECT_EQ(parse_knob(n_knob(), "1000000000"), 1e9);
  EXPECT_EQ(parse_knob(n_knob(), " +7 "), 7);
  EXPECT_EQ(parse_knob(dt_knob(), "1e-3"), 1e-3);
  EXPECT_EQ(parse_knob(dt_knob(), ".5"), 0.5);
}

TEST(Knob, RefusesInOneLineThatSaysWhatIsAllowed) {
  EXPECT_EQ(refused(n_knob(), "2e12"), "n = 2e12 is out of range: 1 to 1 000 000 000");
  EXPECT_EQ(refused(n_knob(), "0"), "n = 0 is out of range: 1 to 1 000 000 000");
  EXPECT_EQ(refused(n_knob(), "-5"), "n = -5 is out of range: 1 to 1 000 000 000");
  EXPECT_EQ(refused(n_knob(), "2.5"), "n = 2.5 must be a whole number: 1 to 1 000 000 000");
  EXPECT_EQ(refused(n_knob(), "abc"), "n = abc is not a number: 1 to 1 000 000 000");
  EXPECT_EQ(refused(n_knob(), "NaN"), "n = NaN is not a number: 1 to 1 000 000 000");
  EXPECT_EQ(refused(n_knob(), ""), "n has no value: 1 to 1 000 000 000");
  EXPECT_EQ(refused(dt_knob(), "1e999"), "dt = 1e999 is out of range: 1e-06 to 1");
  for (const char* text : {"inf", "-inf", "1e-3x", "1,5", "0x10", "+-1", "1 2", "nan(1)", "\n", "--1"}) {
    refused(dt_knob(), text);
  }
  EXPECT_EQ(refused(n_knob(), "1\x1b[2J\n").find('\x1b'), std::string::npos);
}

TEST(Knob, NumbersObeyTheSameRule) {
  EXPECT_EQ(check_knob(n_knob(), 10), 10);
  EXPECT_THROW(check_knob(n_knob(), 10.5), Error);
  EXPECT_THROW(check_knob(n_knob(), std::numeric_limits<double>::quiet_NaN()), Error);
  EXPECT_THROW(check_knob(dt_knob(), std::numeric_limits<double>::infinity()), Error);
}

TEST(Knob, ACommaLocaleChangesNothing) {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  if (std::setlocale(LC_ALL, "de_DE.UTF-8") == nullptr) GTEST_SKIP() << "no locale with a decimal comma here";
  EXPECT_EQ(parse_knob(dt_knob(), "0.25"), 0.25);
  std::setlocale(LC_ALL, before.c_str());
}

TEST(Knob, UnknownNamesGetTheNearest) {
  try {
    find_knob(NBody::knobs(), "sofening");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "there is no knob sofening, did you mean softening? (there are: n, dt, softening or seed)");
  }
}

TEST(Knob, NBodyKnobsReachTheirMembers) {
  NBody::Params params;
  for (const Knob& knob : NBody::knobs()) {
    EXPECT_NO_THROW(check_knob(knob, knob.default_value)) << knob.name;
    knob.set(&params, 1);
    EXPECT_EQ(knob.get(&params), 1) << knob.name;
  }
  EXPECT_EQ(n_knob().default_on(Place::host), 4096);
  EXPECT_EQ(n_knob().default_on(Place::device), 65536);
  EXPECT_EQ(format_knob(n_knob(), 65536), "65 536");
  EXPECT_EQ(format_knob(dt_knob(), 0.005), "0.005");
}

struct Choices {
  enum class Colour { red, green } colour = Colour::red;
  bool bright = false;
};
constexpr std::string_view kColours[] = {"red", "green"};

TEST(Knob, ChoicesAndToggles) {
  const Knob colour =
      knob<&Choices::colour>({.name = "colour", .label = "", .unit = "", .help = "", .choices = kColours});
  EXPECT_EQ(parse_knob(colour, "green"), 1);
  EXPECT_EQ(format_knob(colour, 1), "green");
  EXPECT_EQ(refused(colour, "blue"), "colour = blue is not one of: red or green");
  EXPECT_THROW(check_knob(colour, 2), Error);
  const Knob bright = knob<&Choices::bright>({.name = "bright", .label = "", .unit = "", .help = ""});
  EXPECT_EQ(parse_knob(bright, "on"), 1);
  EXPECT_EQ(parse_knob(bright, "0"), 0);
  EXPECT_EQ(refused(bright, "maybe"), "bright = maybe is not: on or off");
}

Knob launch_knob(std::string_view name, double min, double max, double value) {
  Knob knob{};
  knob.name = name;
  knob.min = min, knob.max = max, knob.default_value = value;
  knob.kind = KnobKind::integer;
  return knob;
}

TEST(LaunchValues, HoldOneNumberAKnob) {
  static const Knob kLaunch[] = {
      launch_knob("block", 32, 1024, 256),
      launch_knob("tile", 1, 8, 2),
  };
  LaunchValues values(kLaunch);
  EXPECT_EQ(values["block"], 256);
  EXPECT_EQ(values["tile"], 2);
  values.set("block", 128);
  EXPECT_EQ(values["block"], 128);
  EXPECT_NE(values, LaunchValues(kLaunch));
  EXPECT_THROW(values.set("block", 2048), Error);
  EXPECT_THROW(values.set("blok", 128), Error);
  EXPECT_THROW(values["warps"], Error);
  EXPECT_THROW(LaunchValues()["block"], Error);
}

TEST(LaunchValues, AStepIsHeldToAndSnappedTo) {
  static Knob block = launch_knob("block", 32, 1024, 256);
  block.step = 32;
  LaunchValues values({&block, 1});
  EXPECT_THROW(values.set("block", 33), Error);
  values.set("block", 96);
  EXPECT_EQ(refused(block, "100"), "block = 100 is not allowed: 32 to 1 024, a multiple of 32");
  EXPECT_EQ(snap_knob(block, 100), 96);
  EXPECT_EQ(snap_knob(block, 1), 32);
  EXPECT_EQ(snap_knob(block, 5000), 1024);
}

}  // namespace
}  // namespace warplight
