// What the mouse places in a running plate, on the host: the materials against the definition, the heat against the books.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <set>

#include "sim/error.h"
#include "sim/heat/definition.h"
#include "tests/cpu/heat_host.h"

namespace warplight {
namespace {

using Material = Heat2d::Material;
constexpr double kFixed = 0, kInsulated = 1, kPeriodic = 2, kConvective = 3;

class ToolRun : public HeatRun {
 public:
  using HeatRun::HeatRun;
  void make_room() {
    ParamBytes params = lane().params();
    const HostState state = heat_lab().with_room(params, lane().download());
    lane().load(lane().variant(), params, state);
  }
  void use(Heat2d::Tool tool, const Stroke& stroke) { lane().use_tool(tool, stroke); }
  void dab(Heat2d::Tool tool, double x, double y, double radius, double value = 0) {
    use(tool, {.from_x = x, .from_y = y, .to_x = x, .to_y = y, .radius = radius, .value = value});
  }
  std::vector<Material> materials() {
    const HostState state = lane().download();
    const Material* const first = heat::materials(state);
    return {first, first + params().width * params().height};
  }
};

bool same(const std::vector<Material>& a, const std::vector<Material>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Material)) == 0;
}

double sum(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

TEST(HeatTools, TheTableIsSound) {
  const auto tools = heat_lab().tools();
  ASSERT_EQ(tools.size(), 5u);
  std::set<std::string_view> names;
  std::set<char> keys;
  for (const ToolInfo& tool : tools) {
    EXPECT_TRUE(names.insert(tool.name).second);
    EXPECT_TRUE(keys.insert(tool.key).second);
    EXPECT_LT(tool.other, static_cast<int>(tools.size()));
    EXPECT_EQ(tool.takes == ToolInfo::Takes::own, tool.usual != nullptr) << tool.name;
    EXPECT_FALSE(tool.does.empty());
  }
  EXPECT_EQ(tools[0].name, "brush");
  EXPECT_FALSE(tools[0].needs_room);  // else every stroke of heat would cost the fast path
}

TEST(HeatTools, RoomChangesNothingButTheRoom) {
  for (const char* variant : {"reference", "cpu"}) {
    ToolRun run(variant, "random-signed", {{"width", 37}, {"height", 29}, {"boundary", kConvective}, {"h", 0.3}});
    run.advance(5);
    const Heat2d::Params before = run.params();
    const HostState state = run.lane().download();
    EXPECT_THROW(run.dab(Heat2d::kWall, 5, 5, 2), Error);
    run.make_room();
    const HostState after = run.lane().download();
    EXPECT_EQ(std::memcmp(heat::current_values(after), heat::current_values(state), state.buffers[0].size()), 0);
    EXPECT_EQ(after.step, 5);
    EXPECT_EQ(after.time, state.time);
    EXPECT_EQ(heat::stability_limit(run.params()), heat::stability_limit(before));
    EXPECT_EQ(Heat2d::time_step(run.params()), Heat2d::time_step(before));
    EXPECT_TRUE(same(run.materials(), std::vector<Material>(37 * 29)));
  }
}

TEST(HeatTools, AHeaterBringsItsPowerTimesTheTime) {
  for (const char* variant : {"reference", "cpu"}) {
    ToolRun run(variant, "hot-spot", {{"width", 80}, {"height", 60}, {"boundary", kInsulated}, {"precision", 1}});
    run.make_room();
    run.dab(Heat2d::kHeater, 30.3, 22.8, 6, 2.5);
    double cells = 0;
    for (const Material& m : run.materials()) {
      EXPECT_TRUE(m.source == 0 || m.source == 2.5f);
      EXPECT_EQ(m.alpha, 1);
      cells += m.source > 0;
    }
    EXPECT_NEAR(cells, 36 * std::acos(-1.0), 8);
    const double before = sum(run.field());
    run.advance(200);
    const double brought = cells * 2.5 * 200 * Heat2d::time_step(run.params());
    EXPECT_NEAR(sum(run.field()) - before, brought, 1e-9 * (before + brought)) << variant;
  }
}

TEST(HeatTools, AClosedRingOfWallsKeepsTheHeatInside) {
  for (const char* variant : {"reference", "cpu"}) {
    ToolRun run(variant, "hot-spot", {{"width", 64}, {"height", 64}, {"boundary", kPeriodic}, {"precision", 1}});
    run.make_room();
    const double corners[5][2] = {{12, 12}, {52, 12}, {52, 52}, {12, 52}, {12, 12}};
    for (int i = 0; i < 4; ++i) {
      run.use(Heat2d::kWall, {.from_x = corners[i][0], .from_y = corners[i][1], .to_x = corners[i + 1][0],
                              .to_y = corners[i + 1][1], .radius = 1.5});
    }
    const auto sums = [&] {
      const std::vector<double> field = run.field();
      double inside = 0, outside = 0;
      for (int y = 0; y < 64; ++y) {
        for (int x = 0; x < 64; ++x) (x > 12 && x < 52 && y > 12 && y < 52 ? inside : outside) += field[static_cast<std::size_t>(64 * y + x)];
      }
      return std::pair{inside, outside};
    };
    const auto [inside, outside] = sums();
    EXPECT_GT(inside, 1000);
    EXPECT_EQ(outside, 0);
    run.advance(2000);
    EXPECT_NEAR(sums().first, inside, 1e-9 * inside) << variant;
    EXPECT_EQ(sums().second, 0) << variant;
    EXPECT_GT(run.field()[16 * 64 + 16], 1);  // it did spread
    // A door lets it out.
    run.dab(Heat2d::kEraser, 32, 12, 4);
    run.advance(200);
    EXPECT_GT(sums().second, 1) << variant;
  }
}

TEST(HeatTools, HeldCellsKeepTheTemperatureOfTheBrush) {
  for (const char* variant : {"reference", "cpu"}) {
    ToolRun run(variant, "hot-spot", {{"width", 50}, {"height", 40}});
    run.make_room();
    run.dab(Heat2d::kHold, 10, 10, 4, -7.5);
    const std::vector<Material> materials = run.materials();
    run.advance(300);
    const std::vector<double> field = run.field();
    int held = 0;
    for (std::size_t i = 0; i < field.size(); ++i) {
      if (!std::signbit(materials[i].alpha)) continue;
      ++held;
      EXPECT_EQ(field[i], -7.5) << variant;
    }
    EXPECT_NEAR(held, 16 * std::acos(-1.0), 5);
    EXPECT_LT(field[10 * 50 + 15], 0);  // beside it
  }
}

TEST(HeatTools, ErasingGivesThePlainPlateBackBitForBit) {
  ToolRun run("cpu", "random-signed", {{"width", 45}, {"height", 33}, {"boundary", kPeriodic}});
  run.make_room();
  run.dab(Heat2d::kWall, 10, 10, 5);
  run.dab(Heat2d::kHeater, 14, 12, 6, 3);
  run.dab(Heat2d::kHold, 1, 32, 7, 2);  // over two edges
  run.use(Heat2d::kWall, {.from_x = -3, .from_y = 20, .to_x = 60, .to_y = 25, .radius = 2});
  EXPECT_FALSE(same(run.materials(), std::vector<Material>(45 * 33)));
  run.dab(Heat2d::kEraser, 22, 16, 60);
  EXPECT_TRUE(same(run.materials(), std::vector<Material>(45 * 33)));
}

// Strokes over edges and corners, in any order: the faces are those of the definition for what the cells have become.
TEST(HeatTools, FacesAreThoseOfTheDefinition) {
  for (const char* scene : {"random-signed", "random-materials"}) {
    ToolRun run("cpu", scene, {{"width", 31}, {"height", 23}, {"boundary", kPeriodic}, {"dy", 0.5}});
    run.make_room();
    const Heat2d::Tool tools[] = {Heat2d::kWall, Heat2d::kHeater, Heat2d::kHold, Heat2d::kEraser};
    for (int i = 0; i < 40; ++i) {
      run.use(tools[i % 4], {.from_x = (i * 7) % 37 - 3.0, .from_y = (i * 5) % 27 - 2.0, .to_x = (i * 11) % 37 - 3.0,
                             .to_y = (i * 3) % 27 - 2.0, .radius = 0.2 * (i % 9), .value = i * 0.1});
      HostState wanted = run.lane().download();
      Heat2d::Params params = run.params();
      heat::finish_materials(params, wanted);
      const Material* const first = heat::materials(wanted);
      ASSERT_TRUE(same(run.materials(), {first, first + 31 * 23})) << scene << ", stroke " << i;
    }
  }
}

// The most that the face coefficients of any cell that moves add up to, face by face in double.
double true_limit(const Heat2d::Params& params, const std::vector<Material>& material) {
  const heat::Sides sides = heat::sides_of(params);
  const heat::Definition definition(params, material.data());
  const std::int64_t w = params.width, h = params.height;
  double most = 0;
  for (std::int64_t y = 0; y < h; ++y) {
    for (std::int64_t x = 0; x < w; ++x) {
      if (definition.held(x, y)) continue;
      // A lone row or column that wraps has itself behind the edge: nothing flows.
      const auto beyond = [&](Heat2d::Boundary side, double face, double d, std::int64_t n) {
        if (side == Heat2d::Boundary::periodic) return n > 1 ? face : 0.0;
        return side == Heat2d::Boundary::convective ? heat::surface(definition.alpha(x, y), params.h * d) : 0.0;
      };
      const double left = definition.right_face(x > 0 ? x - 1 : w - 1, y), right = definition.right_face(x, y);
      const double up = definition.down_face(x, y > 0 ? y - 1 : h - 1), down = definition.down_face(x, y);
      const double along_x = (x > 0 ? left : beyond(sides.left, left, params.dx, w)) +
                             (x < w - 1 ? right : beyond(sides.right, right, params.dx, w));
      const double along_y = (y > 0 ? up : beyond(sides.top, up, params.dy, h)) +
                             (y < h - 1 ? down : beyond(sides.bottom, down, params.dy, h));
      most = std::max(most, along_x / (params.dx * params.dx) + along_y / (params.dy * params.dy));
    }
  }
  return most > 0 ? 1 / most : std::numeric_limits<double>::infinity();
}

TEST(HeatTools, TheLimitIsNeverAboveTheTrueOne) {
  const double kinds[] = {kFixed, kInsulated, kPeriodic, kConvective};
  int below = 0;
  for (const double boundary : kinds) {
    for (const auto& [width, height] : {std::pair{19.0, 17.0}, {2.0, 30.0}, {1.0, 25.0}}) {
      for (const char* scene : {"random-signed", "random-materials"}) {
        ToolRun run("cpu", scene, {{"width", width}, {"height", height}, {"boundary", boundary}, {"h", 40}, {"dy", 0.7}, {"alpha", 3}});
        run.make_room();
        for (int i = 0; i < 24; ++i) {
          const Heat2d::Tool tools[] = {Heat2d::kWall, Heat2d::kEraser, Heat2d::kHold, Heat2d::kEraser, Heat2d::kHeater};
          run.dab(tools[i % 5], (i * 7) % 23, (i * 5) % 19, 1 + i % 4, 1);
          const double limit = heat::stability_limit(run.params()), truth = true_limit(run.params(), run.materials());
          EXPECT_LE(limit, truth * (1 + 1e-14)) << scene << " " << boundary << " " << width << " stroke " << i;
          below += limit < 0.999 * truth;
        }
        run.dab(Heat2d::kEraser, 9, 9, 100);  // plain: then it is just that
        const double limit = heat::stability_limit(run.params()), truth = true_limit(run.params(), run.materials());
        EXPECT_TRUE(limit == truth || std::fabs(limit / truth - 1) < 1e-12) << limit << " " << truth;  // infinite: all held
      }
    }
  }
  EXPECT_GT(below, 0);  // the comparison tells them apart
}

// As pictures as material may bring: better conductors than the plain plate. They set the limit as long as they may be there.
TEST(HeatTools, ABetterConductorThanThePlateSetsTheLimit) {
  Heat2d::Params params;
  params.width = 8, params.height = 6, params.has_materials = true;
  HostState state = heat::empty_state(params);
  heat::materials(state)[20].alpha = heat::materials(state)[21].alpha = heat::materials(state)[28].alpha = 4;
  heat::finish_materials(params, state);
  state = Heat2d::with_room(params, std::move(state));
  EXPECT_EQ(params.most_alpha, 4);
  EXPECT_DOUBLE_EQ(heat::stability_limit(params), 1.0 / 16);
  const Material* const first = heat::materials(std::as_const(state));
  EXPECT_LE(heat::stability_limit(params), true_limit(params, {first, first + 48}));
}

}  // namespace
}  // namespace warplight
