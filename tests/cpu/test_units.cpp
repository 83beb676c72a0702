// What numbers are counted in: a knob's unit is written in those of the scene.
#include <gtest/gtest.h>

#include "sim/catalog.h"
#include "sim/scene.h"

namespace warplight {
namespace {

TEST(UnitText, TakesTheScenesUnitsOrNone) {
  const Units units{.length = "m", .time = "h", .mass = "", .value = "°C"};
  EXPECT_EQ(unit_text("", units), "");
  EXPECT_EQ(unit_text("stops", units), "stops");
  EXPECT_EQ(unit_text("{value}", units), "°C");
  EXPECT_EQ(unit_text("{length}²/{time}", units), "m²/h");
  EXPECT_EQ(unit_text("{length}/{length}", units), "m/m");
  EXPECT_EQ(unit_text("{mass}/{length}", units), "") << "half a unit would be a wrong one";
  EXPECT_EQ(unit_text("{length}²/{time}", {}), "");
}

TEST(UnitText, NoKnobHasAPlaceForAUnitThatThereIsNot) {
  const Units units{.length = "m", .time = "h", .mass = "kg", .value = "°C"};
  for (const auto& lab : catalog()) {
    for (const Knob& knob : lab->knobs()) EXPECT_EQ(unit_text(knob.unit, units).find('{'), std::string::npos) << knob.name;
  }
}

TEST(UnitText, RoomsAreInDegrees) {
  const Lab& lab = find_lab("heat2d");
  EXPECT_EQ(find_scene(lab, "two-rooms").units.value, "°C");
  EXPECT_EQ(find_scene(lab, "hot-spot").units.value, "");
}

}  // namespace
}  // namespace warplight
