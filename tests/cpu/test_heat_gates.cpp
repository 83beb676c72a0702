// Planted faults in the heat lab: check and bench refuse each of them, and show no number.
#include <gtest/gtest.h>

#include <limits>

#include "sim/check.h"
#include "sim/measure/bench.h"
#include "sim/watchdog.h"
#include "tests/cpu/heat_host.h"

namespace warplight {
namespace {

constexpr Tolerance kTolerance = {.l2 = 5e-7, .max = 3e-6};

struct Moved {
  Heat2d::Params params;
  HostState before, after;
};

Moved moved(const char* scene, int steps) {
  HeatRun run("cpu", scene, {{"width", 37}, {"height", 29}, {"boundary", 2}});
  Moved moved{.params = run.params(), .before = run.lane().download(), .after = {}};
  run.advance(steps);
  moved.after = run.lane().download();
  return moved;
}

bool passes(const Moved& m, std::span<const std::int64_t> items = {}) {
  for (const Comparison& c : Heat2d::compare_step(m.params, kTolerance, m.before, m.after, items)) {
    if (!c.passed()) return false;
  }
  return true;
}

TEST(HeatGates, WhatIsRightPassesWholeAndAtSomeCells) {
  const std::vector<std::int64_t> items = spot_items(37 * 29, 50, 1);
  for (const char* scene : {"random-signed", "random-materials"}) {
    for (const int steps : {1, 8, 9}) {
      const Moved m = moved(scene, steps);
      EXPECT_TRUE(passes(m)) << scene << steps;
      EXPECT_TRUE(passes(m, items)) << scene << steps;
    }
  }
}

TEST(HeatGates, FaultsAreRefused) {
  const Moved right = moved("random-materials", 8);
  const std::vector<std::int64_t> items = spot_items(37 * 29, 50, 1);
  Moved stays = right;
  stays.after.buffers[0] = right.before.buffers[0], stays.after.current = right.before.current;
  EXPECT_FALSE(passes(stays));
  EXPECT_FALSE(passes(stays, items));

  Moved lost_swap = right;
  lost_swap.after.current = 1 - right.after.current;
  EXPECT_FALSE(passes(lost_swap));

  Moved one_step_less = right;
  one_step_less.after.step -= 1;
  EXPECT_FALSE(passes(one_step_less));
  EXPECT_FALSE(passes(one_step_less, items));

  Moved nan = right;
  heat::set_value(nan.params, nan.after.buffers[static_cast<std::size_t>(nan.after.current)].data(), 36, 28,
                  std::numeric_limits<double>::quiet_NaN());
  EXPECT_FALSE(passes(nan));
  EXPECT_FALSE(passes(nan, items));  // the corners are among them
  EXPECT_EQ(first_bad(Heat2d::buffers(nan.params), nan.after).item, 37 * 29 - 1);
  EXPECT_EQ(Heat2d::item_name(nan.params, 37 * 29 - 1), "cell (36, 28)");

  Moved material = right;
  heat::materials(material.after)[5].source += 1;
  EXPECT_FALSE(passes(material));
}

// The cpu rung with a step that does nothing, and one that leaves the last column out.
struct PlantedHeat : Heat2d {
  static Progress stay(const Params&, View& view, Call&, int steps) {
    for (int buffer : {0, 1}) {
      if (buffer != view.current) continue;
      std::memcpy(view.temperature[1 - buffer], view.temperature[buffer], static_cast<std::size_t>(view.pitch * view.height * 4));
    }
    view.current = 1 - view.current;
    return {steps};
  }
  static Progress no_last_column(const Params& params, View& view, Call& call, int steps) {
    for (int done = 0; done < steps; ++done) {
      const void* before = view.temperature[view.current];
      heat::advance_cpu(params, view, call, 1);
      for (std::int64_t y = 0; y < view.height; ++y) {
        heat::set_value(params, view.temperature[view.current], view.width - 1, y,
                        heat::value_at(params, before, view.width - 1, y));
      }
    }
    return {steps};
  }
  static std::span<const Variant<PlantedHeat>> ladder() {
    const auto row = [](std::string_view name, auto advance) {
      return Variant<PlantedHeat>{
          .info = {.name = name, .idea = "Planted.", .place = Place::host, .tolerance = kTolerance, .no_lens = ""},
          .advance = advance};
    };
    static const Variant<PlantedHeat> rows[] = {row("right", heat::advance_cpu), row("stays", stay),
                                                row("no-last-column", no_last_column)};
    return rows;
  }
};

TEST(HeatGates, CheckAndBenchRefusePlantedRungs) {
  const LabAdapter<PlantedHeat> lab;
  gpu::Stream stream;
  for (int v = 0; v < lab.variant_count(); ++v) {
    const bool right = v == 0;
    EXPECT_EQ(first_failure(check_variant(lab, v, stream)).empty(), right) << lab.variant(v).name;

    ParamBytes params = lab.defaults(Place::host);
    for (const char* side : {"width", "height"}) find_knob(lab.knobs(), side).set(params.data(), 40);
    const HostState state = lab.build("random-field", params, {});
    Lane lane(lab, stream);
    lane.load(v, params, state);
    measure::BenchOptions options;
    options.steps = 12;
    options.rules.most_seconds = 0.1;
    const measure::BenchRow row = measure::bench_lane(lane, options);
    EXPECT_EQ(row.check_failed, !right) << lab.variant(v).name;
    EXPECT_EQ(row.timed().has_value(), right) << lab.variant(v).name;
    EXPECT_EQ(row.steps, 12);
  }
}

double meter(HeatRun& run, TruthMeter& meter, std::string_view name) {
  Lane& lane = run.lane();
  {
    Loan loan(lane.storage(), lane.stream(), lane.current());
    meter.begin(lane.params(), loan.lent(), lane.place(), lane.prepared(), lane.stream(), lane.time());
  }
  while (!meter.slice(50, lane.stream(), {})) {
  }
  for (std::size_t i = 0; i < Heat2d::meters().size(); ++i) {
    if (Heat2d::meters()[i].name == name) return meter.values()[i];
  }
  return std::nan("");
}

TEST(HeatTruth, ModesConservationAndTheMaximumPrinciple) {
  HeatRun mode("reference", "fourier-mode", {{"width", 64}, {"height", 64}, {"boundary", 2}, {"precision", 1}});
  const auto truth = Heat2d::make_truth_meter();
  EXPECT_LT(meter(mode, *truth, "mode_error"), 1e-12);
  mode.advance(100);
  const double off = meter(mode, *truth, "mode_error");
  EXPECT_GT(off, 1e-6);  // the grid's own error, which is not nothing
  EXPECT_LT(off, 1e-3);

  HeatRun closed("cpu", "random-field", {{"width", 64}, {"height", 48}, {"boundary", 1}});
  const auto balance = Heat2d::make_truth_meter();
  EXPECT_EQ(meter(closed, *balance, "heat_error"), 0);
  closed.advance(500);
  EXPECT_LT(meter(closed, *balance, "heat_error"), 1e-6);
  EXPECT_LT(meter(closed, *balance, "beyond_range"), 1e-6);
  EXPECT_TRUE(std::isnan(meter(closed, *balance, "mode_error")));
}

// Each step changes the sum of all temperatures by dt times what the meter says comes from outside: to rounding, for every kind
// of side, for cells that are held, walls and sources.
TEST(HeatTruth, WhatEdgesBringIsCountedToRoundingAtEachStep) {
  struct Plate {
    const char* scene;
    HeatKnobs knobs;
  };
  const Plate plates[] = {
      {"random-signed", {{"boundary", 0}}},
      {"random-signed", {{"boundary", 3}, {"h", 0.7}, {"u_inf", 4}, {"dy", 0.5}}},
      {"random-signed", {{"boundary", 2}, {"boundary_left", 1}, {"boundary_right", 4}, {"u_inf", -3}}},
      {"random-signed", {{"boundary", 1}, {"boundary_left", 1}, {"boundary_right", 1}, {"width", 3}}},
      {"random-materials", {{"boundary", 3}, {"h", 2}, {"u_inf", 1}, {"dx", 0.75}}},
      {"random-materials", {{"boundary", 2}}},
      {"random-materials", {{"boundary", 0}, {"height", 5}}},
      {"two-rooms", {}},
  };
  for (const Plate& plate : plates) {
    HeatKnobs knobs = {{"width", 37}, {"height", 23}, {"precision", 1}};
    for (const auto& knob : plate.knobs) {
      std::erase_if(knobs, [&](const auto& other) { return other.first == knob.first; });
      knobs.push_back(knob);
    }
    SCOPED_TRACE(plate.scene + (plate.knobs.empty() ? std::string() : " " + std::string(plate.knobs.back().first)));
    HeatRun run("reference", plate.scene, knobs);
    const auto truth = Heat2d::make_truth_meter();
    EXPECT_EQ(meter(run, *truth, "heat_error"), 0);
    double total = meter(run, *truth, "total_heat"), moved = 0;
    for (int step = 0; step < 50; ++step) {
      run.advance(1);
      EXPECT_LT(meter(run, *truth, "heat_error"), 1e-13) << step;
      moved = std::max(moved, std::fabs(meter(run, *truth, "total_heat") - total));
    }
    EXPECT_GT(moved, 1e-4) << "nothing came in or went out: the test would say nothing";
    EXPECT_EQ(truth->basis(1), "");
  }
}

// At rest between two sides that are held: what the one gives the other takes, however rarely one looks.
TEST(HeatTruth, AtRestNothingIsGained) {
  HeatRun run("reference", "four-edges",
              {{"width", 12}, {"height", 2}, {"boundary", 1}, {"boundary_left", 1}, {"boundary_right", 1}, {"precision", 1}});
  run.advance(3000);
  const auto truth = Heat2d::make_truth_meter();
  meter(run, *truth, "heat_error");
  run.advance(1000);
  EXPECT_TRUE(std::isnan(meter(run, *truth, "heat_error"))) << "after two looks far apart nobody knows what went on between";
  EXPECT_NE(truth->basis(1), "");
  run.advance(1000);
  EXPECT_LT(meter(run, *truth, "heat_error"), 1e-12);
}

// A convective slab that cools, looked at every 20 steps: the balance is off by about what is said, and by much less than came.
TEST(HeatTruth, BetweenLooksTheBalanceSaysHowFarItIsOff) {
  HeatRun run("reference", "random-field",
              {{"width", 40}, {"height", 30}, {"boundary", 3}, {"h", 0.3}, {"u_inf", -1}, {"precision", 1}});
  const auto truth = Heat2d::make_truth_meter();
  const double before = meter(run, *truth, "total_heat");
  for (int look = 0; look < 200; ++look) {
    run.advance(4);
    meter(run, *truth, "heat_error");
  }
  const double off = meter(run, *truth, "heat_error"), after = meter(run, *truth, "total_heat");
  const std::string basis = truth->basis(1);
  const std::size_t said = basis.rfind(' ');
  ASSERT_NE(said, std::string::npos);
  const double estimate = std::stod(basis.substr(said));
  EXPECT_GT(estimate, 0);
  EXPECT_LT(off, 3 * estimate) << basis;
  EXPECT_LT(estimate, 0.01) << basis;
  EXPECT_GT(std::fabs(after - before), 0.3 * std::fabs(before)) << "it cooled";
}

}  // namespace
}  // namespace warplight
