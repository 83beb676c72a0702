// Tools in a session: room is made once, nothing that was drawn is lost, every rung goes on, and what must hold holds.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <thread>

#include "sim/error.h"
#include "tests/cpu/heat_host.h"
#include "tests/cpu/session_rig.h"

namespace warplight::app {
namespace {

using Material = Heat2d::Material;

Start plate(std::string variant, std::string scene = "hot-spot") {
  return {.variant = std::move(variant), .scene = std::move(scene), .in = {}, .knobs = {{"width", 64}, {"height", 48}}, .launch = {}};
}

Stroke dab(double x, double y, double radius, double value = 0) {
  return {.from_x = x, .from_y = y, .to_x = x, .to_y = y, .radius = radius, .value = value};
}

std::vector<Material> materials(Rig& rig) {
  Storage& storage = *rig.session.picture();
  Loan loan(storage, rig.stream, rig.session.current());
  const auto* const first = static_cast<const Material*>(loan.lent().pointers[Heat2d::kMaterial]);
  return {first, first + storage.specs()[Heat2d::kMaterial].items};
}

int walls(Rig& rig) {
  int count = 0;
  for (const Material& m : materials(rig)) count += m.alpha == 0;
  return count;
}

void pause(Rig& rig) {
  rig.session.set_playing(false);
  ASSERT_TRUE(rig.settle());
}

TEST(SessionTools, AWallIsPlacedInARunThatGoesOn) {
  for (const char* variant : {"reference", "cpu"}) {
    Rig rig(heat_lab(), plate(variant));
    ASSERT_TRUE(rig.until([&] { return rig.session.step() >= 3; }));
    const double dt = rig.session.knob(rig.knob("dt"));
    rig.session.use(Heat2d::kWall, dab(20, 20, 3));
    ASSERT_TRUE(rig.until([&] { return rig.session.picture()->specs()[Heat2d::kMaterial].items > 0; }));
    const auto step = rig.session.step();
    EXPECT_GE(step, 3);
    ASSERT_TRUE(rig.until([&] { return rig.session.step() >= step + 3; }));
    EXPECT_EQ(rig.rung(variant).status, RungStatus::passed);
    EXPECT_EQ(rig.session.knob(rig.knob("dt")), dt);
    pause(rig);
    EXPECT_NEAR(walls(rig), 9 * std::acos(-1.0), 5);
    EXPECT_TRUE(rig.session.notes().empty()) << rig.last_note();
  }
}

TEST(SessionTools, NothingDrawnWhileRoomIsMadeIsLost) {
  Rig rig(heat_lab(), plate("cpu"));
  ASSERT_TRUE(rig.until([&] { return rig.session.step() >= 1; }));
  // A stroke of many frames, as the mouse makes it.
  bool checked = false;
  for (int x = 4; x < 60; ++x) {
    rig.session.use(Heat2d::kWall, {.from_x = x - 0.5, .from_y = 20.5, .to_x = x + 0.5, .to_y = 20.5, .radius = 0.2});
    rig.session.update();
    checked = checked || rig.session.state() == "checking";
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  EXPECT_TRUE(checked);  // all the way through
  ASSERT_TRUE(rig.until([&] { return rig.session.holds_numbers() && rig.session.step() >= 5; }));
  pause(rig);
  const auto cells = materials(rig);
  for (std::size_t x = 4; x < 60; ++x) EXPECT_EQ(cells[20 * 64 + x].alpha, 0) << x;
}

TEST(SessionTools, APausedStateKeepsItsTemperatures) {
  Start start = plate("cpu", "random-field");
  start.playing = false;
  Rig rig(heat_lab(), start);
  ASSERT_TRUE(rig.settle());
  rig.session.step_once();
  ASSERT_TRUE(rig.settle());
  const auto field = [&] {
    Loan loan(*rig.session.picture(), rig.stream, rig.session.current());
    const auto* const first = static_cast<const std::byte*>(loan.lent().pointers[static_cast<std::size_t>(rig.session.current())]);
    return std::vector<std::byte>(first, first + rig.session.picture()->specs()[0].bytes());
  };
  const auto before = field();
  rig.session.use(Heat2d::kHeater, dab(30, 30, 4, 1.5));
  ASSERT_TRUE(rig.until([&] { return rig.session.picture()->specs()[Heat2d::kMaterial].items > 0 && materials(rig)[30 * 64 + 30].source == 1.5f; }));
  EXPECT_EQ(field(), before);
  EXPECT_EQ(rig.session.step(), 1);
  EXPECT_EQ(rig.session.state(), "paused");
}

TEST(SessionTools, EveryRungTakesTheStateOverAndPasses) {
  Rig rig(heat_lab(), plate("cpu"));
  ASSERT_TRUE(rig.until([&] { return rig.session.step() >= 1; }));
  rig.session.use(Heat2d::kWall, dab(20, 20, 3));
  rig.session.use(Heat2d::kHeater, dab(40, 20, 3, 2));
  rig.session.use(Heat2d::kHold, dab(30, 30, 3, 5));
  ASSERT_TRUE(rig.until([&] { return rig.session.picture()->specs()[Heat2d::kMaterial].items > 0; }));
  for (const char* variant : {"reference", "cpu"}) {
    rig.session.select(heat_lab().find_variant(variant));
    ASSERT_TRUE(rig.until([&] { return rig.rung(variant).status == RungStatus::passed; })) << rig.last_note();
    const auto step = rig.session.step();
    ASSERT_TRUE(rig.until([&] { return rig.session.step() > step; }));
    EXPECT_EQ(rig.session.info().name, variant);
  }
  pause(rig);
  EXPECT_GT(walls(rig), 20);
}

// The books begin anew: what the heater brings is expected, and no error.
TEST(SessionTools, TheTruthMeterBeginsAnew) {
  Rig rig(heat_lab(), plate("reference"));
  const auto& history = rig.session.meter_history();
  ASSERT_TRUE(rig.until([&] { return history[1].size() >= 2; }));  // heat error
  rig.session.use(Heat2d::kHeater, dab(30, 24, 5, 3));
  ASSERT_TRUE(rig.until([&] { return rig.session.picture()->specs()[Heat2d::kMaterial].items > 0; }));
  const double total = history[0].last();
  ASSERT_TRUE(rig.until([&] { return history[0].last() > total + 200; }, 30));
  for (std::size_t i = 0; i < history[1].size(); ++i) EXPECT_LT(history[1][i], 1e-12) << i;
  // Stronger in a run that has room already.
  rig.session.use(Heat2d::kHeater, dab(10, 10, 3, 30));
  ASSERT_TRUE(rig.until([&] { return history[0].last() > total + 4000; }, 30));
  for (std::size_t i = 0; i < history[1].size(); ++i) EXPECT_LT(history[1][i], 1e-12) << i;
  for (std::size_t i = 0; i < history[2].size(); ++i) EXPECT_LT(history[2][i], 1e-12) << i;  // beyond range
}

TEST(SessionTools, MemoryThatIsShortIsSaidAndTheRunGoesOn) {
  const auto scarce = [](Place place, std::vector<BufferSpec> specs) {
    if (specs[Heat2d::kMaterial].items > 0) throw_failed("3 GB needed, 2 GB free");
    return make_plain_storage(place, std::move(specs));
  };
  Rig rig(heat_lab(), plate("cpu"), {.make_storage = scarce});
  ASSERT_TRUE(rig.until([&] { return rig.session.step() >= 1; }));
  rig.session.use(Heat2d::kWall, dab(20, 20, 3));
  ASSERT_TRUE(rig.until([&] { return rig.noted("nothing can be placed: 3 GB needed, 2 GB free"); }));
  const auto step = rig.session.step();
  ASSERT_TRUE(rig.until([&] { return rig.session.step() > step + 2; }));
  EXPECT_TRUE(rig.session.holds_numbers());
  rig.session.use(Heat2d::kBrush, dab(20, 20, 3, 50));  // that needs none
  pause(rig);
}

// All of one material that conducts badly: it allows a longer step than a plate where that may be erased.
struct SlowPlate : Heat2d {
  static HostState build(std::string_view scene, Params& params, std::stop_token stop) {
    HostState state = Heat2d::build(scene, params, stop);
    params.has_materials = true;
    state.buffers[kMaterial] = std::move(heat::empty_state(params).buffers[kMaterial]);
    for (std::int64_t i = 0; i < item_count(params); ++i) heat::materials(state)[i].alpha = 0.05f;
    heat::finish_materials(params, state);
    return state;
  }
  static std::span<const Variant<SlowPlate>> ladder() {
    static const Variant<SlowPlate> rows[] = {{.info = {.name = "reference", .place = Place::host, .tolerance = {1e-7, 5e-7}},
                                               .launch_knobs = {},
                                               .prepare = heat::prepare_reference,
                                               .evaluate = nullptr,
                                               .advance = heat::advance_reference}};
    return rows;
  }
};
const LabAdapter<SlowPlate> kSlowPlate;

TEST(SessionTools, AStepThatErasingWouldForbidIsRefusedInWords) {
  Start start = plate("reference");
  start.knobs["dt"] = 2;
  Rig rig(kSlowPlate, start);
  ASSERT_TRUE(rig.until([&] { return rig.session.step() >= 1; })) << rig.last_note();
  rig.session.use(Heat2d::kEraser, dab(2, 2, 1));
  ASSERT_TRUE(rig.until([&] { return rig.noted("nothing can be placed: dt 2 > limit 0.25"); })) << rig.last_note();
  const auto step = rig.session.step();
  EXPECT_TRUE(rig.until([&] { return rig.session.step() > step + 2; }));
}

TEST(SessionTools, AResetAndKnobsKnowTheRoom) {
  Rig rig(heat_lab(), plate("cpu"));
  ASSERT_TRUE(rig.until([&] { return rig.session.step() >= 1; }));
  rig.session.use(Heat2d::kWall, dab(20, 20, 3));
  rig.session.update();
  rig.session.set_knob(rig.knob("alpha"), 2);  // turned while room is made
  ASSERT_TRUE(rig.until([&] { return rig.session.picture()->specs()[Heat2d::kMaterial].items > 0 && rig.session.step() > 4; }));
  EXPECT_EQ(rig.session.knob(rig.knob("alpha")), 2);
  EXPECT_DOUBLE_EQ(rig.session.knob(rig.knob("dt")), 0.225 / 2);
  rig.session.set_knob(rig.knob("alpha"), 4);
  const auto step = rig.session.step();
  ASSERT_TRUE(rig.until([&] { return rig.session.step() > step + 2; }));
  EXPECT_DOUBLE_EQ(rig.session.knob(rig.knob("dt")), 0.225 / 4);
  rig.session.reset();
  ASSERT_TRUE(rig.until([&] { return rig.session.picture()->specs()[Heat2d::kMaterial].items == 0; }));
  ASSERT_TRUE(rig.until([&] { return rig.session.step() > 0 && rig.session.holds_numbers(); }));
  EXPECT_FALSE(heat_lab().has_room(rig.session.params()));
  rig.session.use(Heat2d::kWall, dab(20, 20, 3));
  ASSERT_TRUE(rig.until([&] { return rig.session.picture()->specs()[Heat2d::kMaterial].items > 0; }));
  pause(rig);
  EXPECT_GT(walls(rig), 20);
}

}  // namespace
}  // namespace warplight::app
