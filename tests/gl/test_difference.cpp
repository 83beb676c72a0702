// What two lanes differ by: values known by their formula, in both precisions, bodies too; and that no fault gets lost.
#include <glad/gl.h>

#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "render/difference.h"
#include "render/gl_objects.h"
#include "tests/gl/offscreen.h"

namespace warplight::render {
namespace {

template <class T>
struct Plate {
  // What lies behind the rows' width would be seen.
  Plate(std::int64_t width, std::int64_t height, std::int64_t pitch, const std::function<double(std::int64_t, std::int64_t)>& value) {
    std::vector<T> values(static_cast<std::size_t>(pitch * height), static_cast<T>(1e6));
    for (std::int64_t y = 0; y < height; ++y) {
      for (std::int64_t x = 0; x < width; ++x) values[static_cast<std::size_t>(y * pitch + x)] = static_cast<T>(value(x, y));
    }
    const auto bytes = static_cast<std::int64_t>(values.size() * sizeof(T));
    buffer = make_gl_buffer(bytes, "a test's field");
    glNamedBufferSubData(buffer.get(), 0, static_cast<GLsizeiptr>(bytes), values.data());
    source = {.values = buffer.get(), .shape = {.width = width, .height = height, .pitch = pitch, .value_bytes = sizeof(T)}};
  }
  GlBuffer buffer;
  FieldSource source;
};

double wave(std::int64_t x, std::int64_t y) { return std::sin(0.1 * static_cast<double>(x)) + 0.01 * static_cast<double>(y); }

std::vector<float> kept(const FieldSource& field) {
  std::vector<float> values(static_cast<std::size_t>(field.shape.pitch * field.shape.height));
  glGetNamedBufferSubData(field.values, 0, static_cast<GLsizeiptr>(values.size() * sizeof(float)), values.data());
  return values;
}

class Difference : public Offscreen {};

TEST_F(Difference, OfALaneWithItselfIsNothing) {
  Plate<float> plate(300, 200, 320, wave);
  DifferenceMeter meter;
  meter.fields(plate.source, plate.source, 1.5, true);
  const auto facts = meter.take(true);
  ASSERT_TRUE(facts);
  EXPECT_EQ(facts->most, 0);
  EXPECT_EQ(facts->rms, 0);
  EXPECT_EQ(facts->time, 1.5);
  for (const float value : kept(meter.field())) ASSERT_EQ(value, 0);
}

template <class T>
void expect_known_difference() {
  constexpr std::int64_t kWidth = 301, kHeight = 270;  // more rows than a portion's least, no power of two
  const auto apart = [](std::int64_t x, std::int64_t y) { return x == 300 && y == 269 ? -2.0 : 0.125 * static_cast<double>(x % 3); };
  Plate<T> a(kWidth, kHeight, 320, [](auto, auto) { return 1.0; });
  Plate<T> b(kWidth, kHeight, 352, [&](auto x, auto y) { return 1.0 + apart(x, y); });
  DifferenceMeter meter;
  meter.fields(a.source, b.source, 0, true);
  const auto facts = meter.take(true);
  ASSERT_TRUE(facts);
  double squares = 0;
  const std::vector<float> values = kept(meter.field());
  for (std::int64_t y = 0; y < kHeight; ++y) {
    for (std::int64_t x = 0; x < kWidth; ++x) {
      ASSERT_EQ(values[static_cast<std::size_t>(y * kWidth + x)], static_cast<float>(apart(x, y))) << x << ", " << y;
      squares += apart(x, y) * apart(x, y);
    }
  }
  EXPECT_EQ(facts->most, 2);
  EXPECT_NEAR(facts->rms, std::sqrt(squares / (kWidth * kHeight)), 1e-6);
}

TEST_F(Difference, IsBLessACellByCell) {
  expect_known_difference<float>();
  expect_known_difference<double>();
}

TEST_F(Difference, WhatIsNoNumberIsInfinitelyFarApart) {
  Plate<float> a(64, 64, 64, wave);
  Plate<float> b(64, 64, 64, [](auto x, auto y) { return x == 7 && y == 9 ? std::numeric_limits<double>::quiet_NaN() : wave(x, y); });
  DifferenceMeter meter;
  meter.fields(a.source, b.source, 0, false);
  const auto facts = meter.take(true);
  ASSERT_TRUE(facts);
  EXPECT_TRUE(std::isinf(facts->most));
  EXPECT_TRUE(std::isinf(facts->rms));
}

TEST_F(Difference, OfOtherShapesIsNotAsked) {
  Plate<float> a(64, 64, 64, wave), b(65, 64, 96, wave);
  Plate<double> doubles(64, 64, 64, wave);
  DifferenceMeter meter;
  meter.fields(a.source, b.source, 0, true);
  meter.fields(a.source, doubles.source, 0, true);
  EXPECT_FALSE(meter.take(true));
  EXPECT_EQ(meter.field().values, 0u);
}

TEST_F(Difference, OfBodiesIsTheWayFromOneToTheOther) {
  constexpr std::size_t kCount = 1000;
  std::vector<float> a(4 * kCount), b(4 * kCount);
  for (std::size_t i = 0; i < kCount; ++i) {
    a[4 * i] = static_cast<float>(i);
    a[4 * i + 3] = b[4 * i + 3] = 1 + static_cast<float>(i);  // the mass is no distance
    b[4 * i] = static_cast<float>(i) + (i == 999 ? 3.0f : 0.0f);
    b[4 * i + 1] = i == 999 ? 4.0f : 0.0f;
  }
  const auto bytes = static_cast<std::int64_t>(a.size() * sizeof(float));
  GlBuffer of_a = make_gl_buffer(bytes, "a test's bodies"), of_b = make_gl_buffer(bytes, "a test's bodies");
  glNamedBufferSubData(of_a.get(), 0, static_cast<GLsizeiptr>(bytes), a.data());
  glNamedBufferSubData(of_b.get(), 0, static_cast<GLsizeiptr>(bytes), b.data());
  DifferenceMeter meter;
  meter.points({.position = of_a.get(), .count = kCount}, {.position = of_b.get(), .count = kCount}, 2, true);
  const auto facts = meter.take(true);
  ASSERT_TRUE(facts);
  EXPECT_EQ(facts->most, 5);
  EXPECT_NEAR(facts->rms, 5 / std::sqrt(1000.0), 1e-6);
  std::vector<float> way(4 * kCount);
  glGetNamedBufferSubData(meter.bodies().velocity, 0, static_cast<GLsizeiptr>(bytes), way.data());
  EXPECT_EQ(way[4 * 999], 3);
  EXPECT_EQ(way[4 * 999 + 1], 4);
  EXPECT_EQ(way[4 * 500], 0);
  EXPECT_EQ(meter.bodies().position, of_a.get());
}

}  // namespace
}  // namespace warplight::render
