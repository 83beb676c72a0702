#include "tests/gl/offscreen.h"

#include <glad/gl.h>
#include <png.h>

#include <algorithm>
#include <numeric>

namespace warplight::render {

void Offscreen::SetUp() {
  try {
    context_ = std::make_unique<OffscreenContext>(-1);
  } catch (const Error& error) {
    GTEST_SKIP() << error.what();
  }
}

void Offscreen::TearDown() {
  if (context_ == nullptr) return;
  EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
}

GlBuffer buffer_of(const std::vector<float>& numbers) {
  const auto bytes = static_cast<std::int64_t>(numbers.size() * sizeof(float));
  GlBuffer buffer = make_gl_buffer(bytes, "a test's numbers");
  glNamedBufferSubData(buffer.get(), 0, bytes, numbers.data());
  return buffer;
}

void Bodies::add(float x, float y, float z, float group, float light, float speed) {
  position.insert(position.end(), {x, y, z, 1});
  velocity.insert(velocity.end(), {speed, 0, 0, 0});
  appearance.insert(appearance.end(), {group, light});
}

Bodies cloud(int count, float size) {
  std::mt19937 generator(5);
  std::normal_distribution<float> normal(0, size / 3);
  Bodies bodies;
  for (int i = 0; i < count; ++i) {
    const float x = normal(generator), y = normal(generator), z = normal(generator);
    bodies.add(x, y, z, static_cast<float>(i % 2), 1, 0.3f * static_cast<float>(i % 7));
  }
  return bodies;
}

Pixels picture_of(const Bodies& bodies, int width, int height, const Camera& camera, const PointsStyle& style) {
  PointsRenderer renderer;
  const GlBuffer position = buffer_of(bodies.position), velocity = buffer_of(bodies.velocity);
  const GlBuffer appearance = buffer_of(bodies.appearance);
  renderer.draw({position.get(), velocity.get(), appearance.get(), bodies.count()}, camera, style, width, height);
  return read_texture(renderer.texture());
}

Pixels read_png(const std::filesystem::path& file) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  EXPECT_NE(png_image_begin_read_from_file(&image, file.c_str()), 0);
  image.format = PNG_FORMAT_RGB;
  Pixels pixels{static_cast<int>(image.width), static_cast<int>(image.height), {}};
  pixels.rgb.resize(PNG_IMAGE_SIZE(image));
  EXPECT_NE(png_image_finish_read(&image, nullptr, pixels.rgb.data(), 0, nullptr), 0);
  return pixels;
}

int light_at(const Pixels& pixels, int x, int y) {
  const auto at = 3 * static_cast<std::size_t>(y * pixels.width + x);
  return pixels.rgb.at(at) + pixels.rgb.at(at + 1) + pixels.rgb.at(at + 2);
}

double mean_light(const Pixels& pixels) {
  const double sum = std::accumulate(pixels.rgb.begin(), pixels.rgb.end(), 0.0);
  return sum / static_cast<double>(pixels.rgb.size());
}

Spot brightest(const Pixels& pixels) {
  Spot best{0, 0};
  for (int y = 0; y < pixels.height; ++y) {
    for (int x = 0; x < pixels.width; ++x) {
      if (light_at(pixels, x, y) > light_at(pixels, best.x, best.y)) best = {x, y};
    }
  }
  return best;
}

bool is_empty(const Pixels& pixels) {
  for (int y = 0; y < pixels.height; ++y) {
    for (int x = 0; x < pixels.width; ++x) {
      if (light_at(pixels, x, y) != kGround[0] + kGround[1] + kGround[2]) return false;
    }
  }
  return true;
}

}  // namespace warplight::render
