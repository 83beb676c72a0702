// A field along a line: values known by the field's formula, in one band and in many, in both precisions.
#include <glad/gl.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "render/field_profile.h"
#include "tests/gl/offscreen.h"

namespace warplight::render {
namespace {

using Values = std::function<double(std::int64_t x, std::int64_t y)>;

// In OpenGL's memory; what lies behind the rows' width would be seen.
struct Plate {
  Plate(std::int64_t width, std::int64_t height, const Values& values, std::size_t value_bytes = 4) {
    source.shape = {.width = width, .height = height, .pitch = (width + 31) / 32 * 32, .value_bytes = value_bytes};
    const std::int64_t pitch = source.shape.pitch;
    buffer = make_gl_buffer(pitch * height * static_cast<std::int64_t>(value_bytes), "a test's field");
    for (std::int64_t y = 0; y < height; ++y) {
      std::vector<double> row(static_cast<std::size_t>(pitch), 1e6);
      for (std::int64_t x = 0; x < width; ++x) row[static_cast<std::size_t>(x)] = values(x, y);
      const std::vector<float> floats(row.begin(), row.end());
      const void* data = value_bytes == 8 ? static_cast<const void*>(row.data()) : floats.data();
      const auto bytes = static_cast<GLsizeiptr>(pitch * static_cast<std::int64_t>(value_bytes));
      glNamedBufferSubData(buffer.get(), y * bytes, bytes, data);
    }
    source.values = buffer.get();
  }
  FieldProfile along(FieldSpot from, FieldSpot to) {
    profiler.ask(source, {from, to});
    EXPECT_TRUE(profiler.busy());
    return profiler.take(true).value();
  }

  FieldSource source;
  GlBuffer buffer;
  FieldProfiler profiler;
};

FieldSpot spot_of(const FieldProfile& profile, std::size_t i) {
  const double share = static_cast<double>(i) / static_cast<double>(profile.values.size() - 1);
  const FieldLine& line = profile.line;
  return {line.from.x + share * (line.to.x - line.from.x), line.from.y + share * (line.to.y - line.from.y)};
}

class FieldProfiles : public Offscreen {};

TEST_F(FieldProfiles, APlaneIsAPlaneBetweenTheCellsMiddles) {
  for (const std::size_t bytes : {4u, 8u}) {
    Plate plate(97, 61, [](auto x, auto y) { return 3.0 * static_cast<double>(x) - 2.0 * static_cast<double>(y); }, bytes);
    plate.source.shape.cell_height = 0.5;
    for (const auto& [from, to] : {std::pair<FieldSpot, FieldSpot>{{5.5, 4.5}, {90.5, 50.5}}, {{40.25, 60.2}, {40.25, 0.7}}, {{90, 30}, {2, 30}}}) {
      const FieldProfile profile = plate.along(from, to);
      EXPECT_NEAR(profile.length, std::hypot(to.x - from.x, 0.5 * (to.y - from.y)), 1e-9);
      for (std::size_t i = 0; i < profile.values.size(); ++i) {
        const FieldSpot at = spot_of(profile, i);
        ASSERT_NEAR(profile.values[i], 3 * (at.x - 0.5) - 2 * (at.y - 0.5), 1e-3) << i;
      }
    }
  }
}

TEST_F(FieldProfiles, AtTheRimTheLastCellCountsAndBeyondItNothing) {
  Plate plate(4, 3, [](auto x, auto y) { return static_cast<double>(10 * y + x); });
  FieldProfile profile = plate.along({0, 0}, {4, 3});
  EXPECT_EQ(profile.values.front(), 0);
  EXPECT_EQ(profile.values.back(), 23);
  profile = plate.along({-1, 1.5}, {5, 1.5});
  EXPECT_TRUE(std::isnan(profile.values.front()));
  EXPECT_TRUE(std::isnan(profile.values.back()));
  EXPECT_NEAR(profile.values[profile.values.size() / 2], 11.5, 0.1);
  Plate cell(1, 1, [](auto, auto) { return 7.0; });
  for (const float value : cell.along({0, 0}, {1, 1}).values) EXPECT_EQ(value, 7);
}

// Stripes a cell wide: single cells would give 0 or 1, their mean is a half.
TEST_F(FieldProfiles, LongLinesTakeMeans) {
  Plate plate(8192, 64, [](auto x, auto y) { return static_cast<double>((x + y) % 2); });
  const FieldProfile profile = plate.along({0, 32}, {8192, 32});
  ASSERT_EQ(profile.values.size(), 1024u);
  for (std::size_t i = 0; i < profile.values.size(); ++i) ASSERT_NEAR(profile.values[i], 0.5, 1e-6) << i;
  const FieldProfile close = plate.along({100.5, 32.5}, {116.5, 32.5});
  EXPECT_EQ(close.values.front(), 0) << "and short ones the cells";
  EXPECT_GT(std::ranges::max(close.values), 0.95f);
}

// Rows of 64 KB: 1,024 of them are a band.
TEST_F(FieldProfiles, BandsAddUp) {
  Plate plate(16384, 1100, [](auto x, auto y) { return static_cast<double>(y) + 1e-4 * static_cast<double>(x); });
  const FieldProfile down = plate.along({300.5, 0.5}, {300.5, 1099.5});  // means of little more than a cell
  for (std::size_t i = 0; i < down.values.size(); ++i) ASSERT_NEAR(down.values[i], spot_of(down, i).y - 0.5 + 0.03, 0.6) << i;
  const FieldProfile across = plate.along({300.5, 1010.5}, {300.5, 1040.5});
  for (std::size_t i = 0; i < across.values.size(); ++i) ASSERT_NEAR(across.values[i], spot_of(across, i).y - 0.5 + 0.03, 1e-3) << i;
}

}  // namespace
}  // namespace warplight::render
