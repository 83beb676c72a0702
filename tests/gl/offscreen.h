// What the OpenGL tests share: a context without a display, buffers from numbers, questions about pixels.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "render/capture.h"
#include "render/context.h"
#include "render/gl_objects.h"
#include "render/points.h"
#include "sim/error.h"

namespace warplight::render {

// Skips where there is no OpenGL 4.5 at all, with the reason.
class Offscreen : public ::testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;
  OffscreenContext& context() { return *context_; }

 private:
  std::unique_ptr<OffscreenContext> context_;
};

GlBuffer buffer_of(const std::vector<float>& numbers);

// Bodies as a lab would lend them.
struct Bodies {
  std::vector<float> position, velocity, appearance;

  void add(float x, float y, float z, float group = 0, float light = 1, float speed = 0);
  std::int64_t count() const { return static_cast<std::int64_t>(position.size() / 4); }
};

// A round cloud of bodies with radius `size`, the same for every call.
Bodies cloud(int count, float size);

Pixels picture_of(const Bodies& bodies, int width, int height, const Camera& camera = {},
                  const PointsStyle& style = {});

inline constexpr int kGround[3] = {7, 8, 12};  // the empty picture

Pixels read_png(const std::filesystem::path& file);

int light_at(const Pixels& pixels, int x, int y);  // the sum of the three channels
double mean_light(const Pixels& pixels);
struct Spot {
  int x, y;
};
Spot brightest(const Pixels& pixels);
// Whether every pixel is the empty picture's.
bool is_empty(const Pixels& pixels);

// Runs `work` and says what it threw: the exit code, and the line. Code -1: nothing.
struct Thrown {
  int code;
  std::string line;
};
template <class Work>
Thrown thrown_by(Work work) {
  try {
    work();
  } catch (const Error& error) {
    return {static_cast<int>(error.code()), error.what()};
  }
  return {-1, ""};
}

}  // namespace warplight::render
