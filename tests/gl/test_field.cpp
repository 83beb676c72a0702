// How fields are seen, in numbers: colours by amount, means, cells, isotherms, aspect, pan and zoom.
#include <glad/gl.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "render/colour_map.h"
#include "render/field.h"
#include "render/shared_buffer.h"
#include "sim/gpu/paint.h"
#include "tests/gl/offscreen.h"

namespace warplight::render {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

struct Colour {
  int r, g, b;
  bool operator==(const Colour&) const = default;
};

Colour colour_in(const Pixels& pixels, int x, int y) {
  const auto at = 3 * static_cast<std::size_t>(y * pixels.width + x);
  return {pixels.rgb.at(at), pixels.rgb.at(at + 1), pixels.rgb.at(at + 2)};
}

Colour map_at(double t) {
  const glm::vec3 c = field_colour_at(static_cast<float>(t)) * 255.0f;
  return {static_cast<int>(std::lround(c.r)), static_cast<int>(std::lround(c.g)), static_cast<int>(std::lround(c.b))};
}

// The place on the map whose colour is nearest.
double position_of(Colour c) {
  double best = 0, least = 1e9;
  for (int i = 0; i <= 2000; ++i) {
    const glm::vec3 m = field_colour_at(static_cast<float>(i) / 2000) * 255.0f;
    const double away = std::hypot(m.r - static_cast<float>(c.r), m.g - static_cast<float>(c.g), m.b - static_cast<float>(c.b));
    if (away < least) {
      least = away;
      best = i / 2000.0;
    }
  }
  return best;
}

void expect_near(Colour is, Colour wanted, int by = 1) {
  EXPECT_NEAR(is.r, wanted.r, by);
  EXPECT_NEAR(is.g, wanted.g, by);
  EXPECT_NEAR(is.b, wanted.b, by);
}

using Values = std::function<double(std::int64_t x, std::int64_t y)>;

// A field in OpenGL's memory; what lies behind the rows' width would be seen.
struct Plate {
  Plate(std::int64_t width, std::int64_t height, const Values& values, std::size_t value_bytes = 4) {
    shape = {.width = width, .height = height, .pitch = (width + 31) / 32 * 32, .value_bytes = value_bytes};
    std::vector<double> all(static_cast<std::size_t>(shape.pitch * height), 1e6);
    for (std::int64_t y = 0; y < height; ++y) {
      for (std::int64_t x = 0; x < width; ++x) all[static_cast<std::size_t>(y * shape.pitch + x)] = values(x, y);
    }
    const std::vector<float> floats(all.begin(), all.end());
    const std::int64_t bytes = shape.pitch * height * static_cast<std::int64_t>(value_bytes);
    buffer = make_gl_buffer(bytes, "a test's field");
    const void* data = value_bytes == 8 ? static_cast<const void*>(all.data()) : floats.data();
    glNamedBufferSubData(buffer.get(), 0, bytes, data);
  }

  Pixels draw(int width, int height, double seconds = std::numeric_limits<double>::infinity()) {
    renderer.draw({buffer.get(), shape}, view, style, width, height, seconds);
    return read_texture(renderer.texture());
  }
  FieldMapping mapping(int width, int height) const { return {view, shape, width, height, style.reserved_px}; }
  void fix(double low, double high) {
    style.automatic_range = false;
    style.range = {low, high};
  }

  FieldShape shape;
  GlBuffer buffer;
  FieldRenderer renderer;
  FieldView view;
  FieldStyle style;
};

class Field : public Offscreen {};

struct Made {  // as the buffer has it
  float right = 1, down = 1, given = 0, conducts = 1;
};
constexpr Made kWall{0, 0, 0, 0}, kHeater{1, 1, 2, 1}, kCooler{1, 1, -2, 1}, kHeldCell{1, 1, 0, -1};

// A plate whose cells differ.
struct MarkedPlate : Plate {
  using What = std::function<Made(std::int64_t x, std::int64_t y)>;
  MarkedPlate(std::int64_t width, std::int64_t height, const Values& values, const What& what) : Plate(width, height, values) {
    set(what);
  }
  void set(const What& what) {
    std::vector<Made> all;
    for (std::int64_t y = 0; y < shape.height; ++y) {
      for (std::int64_t x = 0; x < shape.width; ++x) all.push_back(what(x, y));
    }
    const auto bytes = static_cast<GLsizeiptr>(all.size() * sizeof(Made));
    if (material.get() == 0) material = make_gl_buffer(bytes, "a test's materials");
    glNamedBufferSubData(material.get(), 0, bytes, all.data());
    ++revision;
  }
  FieldSource source() const {
    return {.values = buffer.get(), .shape = shape, .material = material.get(), .material_revision = revision};
  }
  Pixels draw(int width, int height) {
    renderer.draw(source(), view, style, width, height);
    return read_texture(renderer.texture());
  }
  std::uint32_t kinds() {
    renderer.range(true);
    return renderer.kinds();
  }

  GlBuffer material;
  std::int64_t revision = next_revision();
};

// How far two colours are apart, in the channel that differs most.
int apart(Colour a, Colour b) { return std::max({std::abs(a.r - b.r), std::abs(a.g - b.g), std::abs(a.b - b.b)}); }

TEST_F(Field, ARampTakesTheWholeMap) {
  for (const std::size_t bytes : {4u, 8u}) {
    Plate plate(256, 64, [](auto x, auto) { return -5.0 + 0.25 * static_cast<double>(x); }, bytes);
    const Pixels pixels = plate.draw(256, 64);
    expect_near(colour_in(pixels, 0, 30), map_at(0));
    expect_near(colour_in(pixels, 255, 30), map_at(1));
    for (int x = 0; x < 256; x += 15) expect_near(colour_in(pixels, x, 10), map_at(x / 255.0));
    EXPECT_EQ(plate.renderer.range(true).low, -5.0);
    EXPECT_EQ(plate.renderer.range(true).high, 58.75);
  }
}

TEST_F(Field, DownIsDown) {
  Plate plate(64, 64, [](auto, auto y) { return static_cast<double>(y); });
  const Pixels pixels = plate.draw(64, 64);
  expect_near(colour_in(pixels, 20, 0), map_at(0));
  expect_near(colour_in(pixels, 20, 63), map_at(1));
}

TEST_F(Field, SeenFromAfarACheckerboardIsItsMean) {
  Plate plate(640, 640, [](auto x, auto y) { return (x + y) % 2 == 0 ? 0.0 : 1.0; });
  plate.fix(0, 1);
  const Pixels pixels = plate.draw(64, 64);
  for (int i = 0; i < 64; ++i) expect_near(colour_in(pixels, i, 63 - i), map_at(0.5));
}

// Cells that no whole number of pixels covers: each counts by its area, none twice and none not at all.
TEST_F(Field, EveryCellIsInThePictureByItsArea) {
  for (const auto& [x, y] : {std::pair{0, 0}, {498, 299}, {250, 150}, {77, 31}}) {
    Plate plate(499, 300, [&](auto i, auto j) { return i == x && j == y ? 100.0 : 0.0; });
    plate.fix(0, 20);
    const Pixels pixels = plate.draw(100, 100);
    const auto seen = plate.mapping(100, 100).seen();
    const auto cell = plate.mapping(100, 100).cell_size();
    double sum = 0;
    for (int row = seen.top; row < seen.bottom; ++row) {
      for (int column = seen.left; column < seen.right; ++column) {
        const Colour c = colour_in(pixels, column, row);
        if (!(c == map_at(0))) sum += 20 * position_of(c);
      }
    }
    const double wanted = 100 * cell.x * cell.y;
    const bool at_rim = y == 0 || y == 299;  // where pixels cover a little more than their own
    EXPECT_NEAR(sum, wanted, (at_rim ? 0.13 : 0.03) * wanted) << x << ", " << y;
  }
}

TEST_F(Field, LargeFieldsAreReadInBands) {
  // 64 MB are 4096 rows of these; a row beyond the first band's end is seen, and nothing is seen twice.
  Plate plate(4000, 5000, [](auto, auto y) { return y < 4090 ? 0.0 : y < 4110 ? 8.0 : 1.0; });
  plate.fix(0, 2);
  plate.style.isotherms = 1;
  const Pixels pixels = plate.draw(80, 100);
  expect_near(colour_in(pixels, 40, 80), map_at(0));
  // Rows 4050 to 4099: ten of them at 8; 4100 to 4149: ten at 8 and forty at 1.
  expect_near(colour_in(pixels, 40, 81), map_at(10 * 8 / 50.0 / 2), 2);
  expect_near(colour_in(pixels, 40, 85), map_at(0.5));
}

TEST_F(Field, SeenFromNearACellFillsItsPixels) {
  Plate plate(16, 16, [](auto x, auto y) { return x == 9 && y == 4 ? 1.0 : 0.0; });
  const Pixels pixels = plate.draw(320, 320);  // 20 pixels a cell
  int full = 0;
  for (int y = 0; y < 320; ++y) {
    for (int x = 0; x < 320; ++x) full += colour_in(pixels, x, y) == map_at(1) ? 1 : 0;
  }
  EXPECT_EQ(full, 19 * 19);  // but for the grid's lines
  expect_near(colour_in(pixels, 9 * 20 + 1, 4 * 20 + 1), map_at(1), 0);
  expect_near(colour_in(pixels, 9 * 20 + 19, 4 * 20 + 19), map_at(1), 0);
  expect_near(colour_in(pixels, 10 * 20 + 1, 4 * 20 + 1), map_at(0), 0);
}

TEST_F(Field, TheGridBeginsAtEightPixelsACell) {
  Plate plate(32, 32, [](auto, auto) { return 0.0; });
  plate.fix(0, 1);
  const Pixels without = plate.draw(32 * 7, 32 * 7), with = plate.draw(32 * 8, 32 * 8);
  EXPECT_EQ(colour_in(without, 7 * 5, 3), map_at(0));
  EXPECT_FALSE(colour_in(with, 8 * 5, 3) == map_at(0));
  EXPECT_EQ(colour_in(with, 8 * 5 + 1, 3), map_at(0));
}

TEST_F(Field, IsothermsLieWhereTheyBelong) {
  // u = x: with three of them at 1/4, 1/2 and 3/4 of the range. The values are those at the cells' middles.
  Plate plate(200, 40, [](auto x, auto) { return 10 * (static_cast<double>(x) + 0.5); });
  plate.fix(0, 2000);
  const Pixels plain = plate.draw(600, 120);
  plate.style.isotherms = 3;
  const Pixels lines = plate.draw(600, 120);
  double weight = 0, place = 0;
  for (int x = 100; x < 200; ++x) {
    const double more = light_at(lines, x, 60) - light_at(plain, x, 60);
    weight += std::fabs(more);
    place += std::fabs(more) * (x + 0.5);
  }
  EXPECT_GT(weight, 100);
  EXPECT_NEAR(place / weight, 150, 0.1);
  for (const int quiet : {75, 120, 180, 225, 375, 525}) EXPECT_EQ(colour_in(lines, quiet, 60), colour_in(plain, quiet, 60)) << quiet;
  for (const int line : {150, 300, 450}) {
    EXPECT_FALSE(colour_in(lines, line - 1, 60) == colour_in(plain, line - 1, 60)) << line;
  }
}

TEST_F(Field, APlateauAtAnIsothermIsNoLine) {
  Plate plate(64, 64, [](auto x, auto) { return x < 32 ? 0.5 : 0.9; });
  plate.fix(0, 1);
  const Pixels plain = plate.draw(64, 64);
  plate.style.isotherms = 1;
  EXPECT_EQ(colour_in(plate.draw(64, 64), 10, 30), colour_in(plain, 10, 30));
}

TEST_F(Field, TheAspectIsThatOfTheCells) {
  Plate plate(100, 100, [](auto, auto) { return 1.0; });
  plate.shape.cell_height = 0.5;
  plate.fix(0, 1);
  const Pixels pixels = plate.draw(300, 300);
  int inside = 0;
  for (int y = 0; y < 300; ++y) inside += colour_in(pixels, 150, y) == map_at(1) ? 1 : 0;
  EXPECT_EQ(inside, 150);
  EXPECT_EQ(colour_in(pixels, 150, 75), map_at(1));
  EXPECT_EQ(colour_in(pixels, 150, 10), (Colour{7, 8, 12}));
}

TEST_F(Field, AThinFieldIsStillSeen) {
  Plate plate(4096, 1, [](auto, auto) { return 1.0; });
  plate.fix(0, 1);
  const Pixels pixels = plate.draw(200, 100);
  EXPECT_EQ(colour_in(pixels, 100, 50), map_at(1));
}

TEST_F(Field, ZoomKeepsWhatIsUnderThePointer) {
  Plate plate(1000, 700, [](auto x, auto y) { return x >= 600 && x < 620 && y >= 200 && y < 220 ? 1.0 : 0.0; });
  plate.fix(0, 1);
  FieldSpot at = plate.mapping(300, 200).pixel_at({610, 210});
  for (int i = 0; i < 12; ++i) plate.view = plate.mapping(300, 200).zoomed(at, 1.3);
  EXPECT_GT(plate.view.zoom, 20);
  const Pixels pixels = plate.draw(300, 200);
  expect_near(colour_in(pixels, static_cast<int>(at.x), static_cast<int>(at.y)), map_at(1));
  const FieldSpot cell = plate.mapping(300, 200).cell_at(at);
  EXPECT_NEAR(cell.x, 610, 1e-6);
  EXPECT_NEAR(cell.y, 210, 1e-6);
  // A pan by a cell's width moves the picture by just that.
  const FieldSpot size = plate.mapping(300, 200).cell_size();
  plate.view = plate.mapping(300, 200).panned(10 * size.x, 0);
  EXPECT_NEAR(plate.mapping(300, 200).cell_at(at).x, 600, 1e-6);
}

TEST_F(Field, AnAutomaticRangeIsThatOfTheCellsInView) {
  Plate plate(100, 100, [](auto x, auto y) { return x == 3 && y == 3 ? 900.0 : x >= 50 ? 7.0 + (y % 2) : 2.0; });
  plate.draw(50, 50);
  EXPECT_EQ(plate.renderer.range(true).low, 2);
  EXPECT_EQ(plate.renderer.range(true).high, 900);  // the cell, not the mean of those around it
  plate.view = {.centre_x = 0.8, .centre_y = 0.5, .zoom = 4};
  plate.draw(50, 50);
  EXPECT_EQ(plate.renderer.range(true).low, 7);
  EXPECT_EQ(plate.renderer.range(true).high, 8);
}

TEST_F(Field, APlateauSeenFromNearKeepsItsColour) {
  Plate plate(100, 100, [](auto x, auto) { return x < 50 ? 0.0 : 3.0; });
  expect_near(colour_in(plate.draw(50, 50), 40, 25), map_at(1));
  plate.view = {.centre_x = 0.8, .centre_y = 0.5, .zoom = 4};
  expect_near(colour_in(plate.draw(50, 50), 40, 25), map_at(1));
}

TEST_F(Field, AnAutomaticRangeWidensAtOnceAndNarrowsSlowly) {
  Plate plate(40, 40, [](auto x, auto) { return x == 0 ? 100.0 : 0.0; });
  plate.draw(40, 40);
  const auto set_first = [&](float v) {
    for (int y = 0; y < 40; ++y) glNamedBufferSubData(plate.buffer.get(), y * plate.shape.pitch * 4, 4, &v);
  };
  set_first(50);
  plate.draw(40, 40, 0.08);
  EXPECT_NEAR(plate.renderer.range(true).high, 100 - 50 * (1 - std::exp(-0.1)), 1e-3);
  set_first(300);
  plate.draw(40, 40, 0.08);
  EXPECT_EQ(plate.renderer.range(true).high, 300);
  set_first(10);
  plate.draw(40, 40);
  EXPECT_EQ(plate.renderer.range(true).high, 10);
}

TEST_F(Field, NoNumbersAreSeenAndHarmNoOthers) {
  Plate plate(16, 16, [](auto x, auto y) { return x == 5 && y == 5 ? kNan : static_cast<double>(x); });
  const Pixels pixels = plate.draw(160, 160);
  EXPECT_EQ(plate.renderer.range(true).high, 15);
  const Colour there = colour_in(pixels, 55, 55);
  EXPECT_GT(there.g, 200);
  EXPECT_LT(there.r, 120);
  expect_near(colour_in(pixels, 155, 55), map_at(1));
}

TEST_F(Field, OneValueTakesTheMiddle) {
  Plate plate(8, 8, [](auto, auto) { return 21.5; });
  plate.style.isotherms = 5;
  expect_near(colour_in(plate.draw(40, 40), 22, 22), map_at(0.5));
}

TEST_F(Field, WallsAreGreyHeatersDottedHeldCellsOutlinedOnHotAndOnCold) {
  // Squares of 20 x 20 cells, five pixels each way; the left half cold, the right half hot.
  const auto kind = [](std::int64_t x, std::int64_t y) -> Made {
    const std::int64_t in_x = x % 40, in_y = y % 40;
    if (in_x < 10 || in_x >= 30 || in_y < 10 || in_y >= 30) return {};
    return y < 40 ? kWall : y < 80 ? kHeater : y < 120 ? kCooler : kHeldCell;
  };
  MarkedPlate plate(80, 160, [](auto x, auto) { return x < 40 ? 0.0 : 1.0; }, kind);
  plate.fix(0, 1);
  const int side = 5;
  const Pixels pixels = plate.draw(80 * side, 160 * side);
  EXPECT_EQ(plate.kinds(), std::uint32_t{kWalls | kHeated | kCooled | kHeld});
  for (const int half : {0, 40}) {
    const Colour ground = map_at(half == 0 ? 0 : 1);
    // Of the pixels within a square and away from its rim, and of those at the rim.
    const auto look = [&](int square, auto wanted) {
      int inside = 0, rim = 0, all_inside = 0, all_rim = 0;
      for (int y = 10 * side; y < 30 * side; ++y) {
        for (int x = 10 * side; x < 30 * side; ++x) {
          const Colour c = colour_in(pixels, half * side + x, 40 * square * side + y);
          const int away = std::min({x - 10 * side, 30 * side - 1 - x, y - 10 * side, 30 * side - 1 - y});
          if (away >= 6) ++all_inside, inside += wanted(c);
          if (away < 1) ++all_rim, rim += wanted(c);
        }
      }
      return std::pair{static_cast<double>(inside) / all_inside, static_cast<double>(rim) / all_rim};
    };
    const auto grey = [](Colour c) { return std::abs(c.r - c.g) < 24 && std::abs(c.g - c.b) < 24 && c.r > 60 && c.r < 150; };
    const auto other = [&](Colour c) { return apart(c, ground) > 40; };
    EXPECT_EQ(look(0, grey).first, 1) << half;
    const auto [heater, heater_rim] = look(1, other);
    EXPECT_GT(heater, 0.1) << half;  // dots
    EXPECT_LT(heater, 0.7) << half;
    EXPECT_EQ(heater_rim, 1) << half;
    EXPECT_GT(look(2, other).first, 0.1) << half;
    const auto [held, held_rim] = look(3, other);
    EXPECT_EQ(held, 0) << half;  // its temperature is what one wants to see
    EXPECT_TRUE(half == 40 || held_rim == 1);
    // On the hot side the light line is near the colour of the field: the dark one beside it is not.
    EXPECT_GT(apart(colour_in(pixels, (half + 20) * side, (120 + 10) * side - 1), ground), half == 0 ? -1 : 60);
    EXPECT_EQ(colour_in(pixels, (half + 5) * side, 5 * side), ground) << "plain cells stay as they are";
  }
  // Heaters and coolers are told apart.
  const auto warmth = [&](int square) {
    int sum = 0;
    for (int y = 10 * side; y < 30 * side; ++y) {
      for (int x = 10 * side; x < 30 * side; ++x) {
        const Colour c = colour_in(pixels, x, 40 * square * side + y);
        sum += c.r - c.b;
      }
    }
    return sum;
  };
  EXPECT_GT(warmth(1), 0);
  EXPECT_LT(warmth(2), 0);
}

TEST_F(Field, SeenFromAfarThinWallsAreStillSeen) {
  // A wall of one cell, eight cells a pixel.
  MarkedPlate plate(800, 800, [](auto, auto) { return 0.0; }, [](auto x, auto) { return x == 403 ? kWall : Made{}; });
  plate.fix(0, 1);
  const Pixels pixels = plate.draw(100, 100);
  EXPECT_GT(apart(colour_in(pixels, 50, 50), map_at(0)), 20);
  EXPECT_LT(apart(colour_in(pixels, 50, 50), map_at(0)), 70);  // a share of the pixel
  EXPECT_EQ(colour_in(pixels, 40, 50), map_at(0));
}

TEST_F(Field, MarksFollowRevisionViewAndWindow) {
  const auto at = [](std::int64_t cx) {
    return [cx](std::int64_t x, std::int64_t y) { return std::abs(x - cx) < 4 && std::abs(y - 20) < 4 ? kWall : Made{}; };
  };
  MarkedPlate plate(40, 40, [](auto, auto) { return 1.0; }, at(10));
  plate.fix(0, 1);
  const auto is_wall = [&](const Pixels& pixels, double x) {
    const FieldSpot p = plate.mapping(pixels.width, pixels.height).pixel_at({x, 20.5});
    return apart(colour_in(pixels, static_cast<int>(p.x), static_cast<int>(p.y)), map_at(1)) > 60;
  };
  Pixels pixels = plate.draw(200, 200);
  EXPECT_TRUE(is_wall(pixels, 10.5));
  EXPECT_FALSE(is_wall(pixels, 30.5));
  plate.set(at(30));
  pixels = plate.draw(200, 200);
  EXPECT_FALSE(is_wall(pixels, 10.5));
  EXPECT_TRUE(is_wall(pixels, 30.5));
  plate.view = {.centre_x = 0.7, .centre_y = 0.5, .zoom = 3};
  pixels = plate.draw(200, 200);
  EXPECT_TRUE(is_wall(pixels, 30.5));
  pixels = plate.draw(300, 260);
  EXPECT_TRUE(is_wall(pixels, 30.5));
  EXPECT_EQ(plate.kinds(), std::uint32_t{kWalls});
  plate.view = {.centre_x = 0.1, .centre_y = 0.1, .zoom = 8};  // of what is in view
  plate.draw(300, 260);
  EXPECT_EQ(plate.kinds(), 0u);
  plate.view = {};
  plate.renderer.draw({plate.buffer.get(), plate.shape}, plate.view, plate.style, 200, 200);
  EXPECT_EQ(plate.kinds(), 0u);
  EXPECT_FALSE(is_wall(read_texture(plate.renderer.texture()), 30.5));
}

TEST_F(Field, MarksOfLargeFieldsAreReadInBands) {
  // 64 MB are 1024 rows of these.
  MarkedPlate plate(4096, 2100, [](auto, auto) { return 0.0; },
                    [](auto, auto y) { return y >= 1000 && y < 1050 ? kWall : y >= 2080 ? kHeldCell : Made{}; });
  plate.fix(0, 1);
  const Pixels pixels = plate.draw(205, 105);  // twenty cells a pixel, about
  EXPECT_EQ(plate.kinds(), std::uint32_t{kWalls | kHeld});
  const auto row_of = [&](double y) { return static_cast<int>(plate.mapping(205, 105).pixel_at({0, y}).y); };
  EXPECT_GT(apart(colour_in(pixels, 100, row_of(1025)), map_at(0)), 60);
  EXPECT_EQ(colour_in(pixels, 100, row_of(900)), map_at(0));
  EXPECT_EQ(colour_in(pixels, 100, row_of(1200)), map_at(0));
}

TEST_F(Field, APaintedDiscHasItsAreaAndValue) {
  for (const std::size_t bytes : {4u, 8u}) {
    Plate plate(200, 150, [](auto, auto) { return 0.0; }, bytes);
    plate.shape.cell_height = 0.5;
    std::vector<double> doubles(static_cast<std::size_t>(plate.shape.pitch * plate.shape.height));
    std::vector<float> floats(doubles.size());
    void* const values = bytes == 8 ? static_cast<void*>(doubles.data()) : floats.data();
    gpu::Stream none;
    paint(values, plate.shape, {.from_x = 90.3, .from_y = 61.8, .to_x = 90.3, .to_y = 61.8, .radius = 20, .value = 80}, Place::host, none);
    glNamedBufferSubData(plate.buffer.get(), 0, plate.shape.pitch * 150 * static_cast<GLsizeiptr>(bytes), values);
    plate.fix(0, 80);
    int cells = 0, wrong = 0;
    for (std::int64_t y = 0; y < 150; ++y) {
      for (std::int64_t x = 0; x < plate.shape.pitch; ++x) {
        const auto i = static_cast<std::size_t>(y * plate.shape.pitch + x);
        const double is = bytes == 8 ? doubles[i] : static_cast<double>(floats[i]);
        const double away = std::hypot(static_cast<double>(x) + 0.5 - 90.3, 0.5 * (static_cast<double>(y) + 0.5 - 61.8));
        wrong += std::fabs(away - 20) > 1e-3 && is != (away < 20 && x < 200 ? 80 : 0) ? 1 : 0;
        cells += is == 80 ? 1 : 0;
      }
    }
    EXPECT_EQ(wrong, 0);
    EXPECT_NEAR(cells * 0.5, 400 * std::acos(-1.0), 8);
    // Two pixels a cell's width, one its height: the disc is round in the picture.
    const Pixels pixels = plate.draw(400, 150);
    int hot = 0;
    for (int y = 0; y < 150; ++y) {
      for (int x = 0; x < 400; ++x) hot += colour_in(pixels, x, y) == map_at(1) ? 1 : 0;
    }
    EXPECT_NEAR(hot, 1600 * std::acos(-1.0), 40);
  }
}

TEST_F(Field, AStrokeLeavesNoGaps) {
  Plate plate(100, 20, [](auto, auto) { return 0.0; });
  std::vector<float> values(static_cast<std::size_t>(plate.shape.pitch * 20));
  gpu::Stream none;
  paint(values.data(), plate.shape, {.from_x = 10, .from_y = 10, .to_x = 90, .to_y = 10, .radius = 2, .value = 1}, Place::host, none);
  int painted = 0;
  for (const float v : values) painted += v == 1 ? 1 : 0;
  EXPECT_EQ(painted, 4 * 80 + 2 * 6);  // four rows, and at each end the six whose middles lie within two
  std::ranges::fill(values, 0.0f);
  paint(values.data(), plate.shape, {.from_x = 50.2, .from_y = 5.9, .to_x = 50.2, .to_y = 5.9, .radius = 0.01, .value = 3}, Place::host, none);
  EXPECT_EQ(values[static_cast<std::size_t>(5 * plate.shape.pitch + 50)], 3);  // the cell under it at least
  paint(values.data(), plate.shape, {.from_x = -50, .from_y = -9, .to_x = -40, .to_y = -9, .radius = 4, .value = 7}, Place::host, none);
  EXPECT_EQ(std::ranges::count(values, 7.0f), 0);  // beside it
}

TEST_F(Field, AProbeReadsTheCell) {
  for (const std::size_t bytes : {4u, 8u}) {
    Plate plate(97, 61, [](auto x, auto y) { return static_cast<double>(1000 * y + x) + 0.5; }, bytes);
    plate.renderer.probe({plate.buffer.get(), plate.shape}, 48, 30);
    const auto found = plate.renderer.take_probe(true);
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(found->x, 48);
    EXPECT_EQ(found->y, 30);
    EXPECT_EQ(found->value, 30048.5);
    plate.renderer.probe({plate.buffer.get(), plate.shape}, 97, 30);  // beside it
    EXPECT_FALSE(plate.renderer.take_probe(true).has_value());
  }
}

TEST_F(Field, WithoutAFieldOrASizeNothingIsDrawn) {
  FieldRenderer renderer;
  renderer.draw({}, {}, {}, 0, 10);
  EXPECT_EQ(renderer.texture(), 0u);
  renderer.draw({}, {}, {}, 20, 10);
  EXPECT_TRUE(is_empty(read_texture(renderer.texture())));
}

}  // namespace
}  // namespace warplight::render
