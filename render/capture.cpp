#include "render/capture.h"

#include <glad/gl.h>
#include <png.h>

#include <algorithm>
#include <span>
#include <string>

#include "sim/error.h"
#include "sim/whole_file.h"

namespace warplight::render {
namespace {

// OpenGL's rows start at the bottom.
void turn_over(Pixels& pixels) {
  const std::size_t row = static_cast<std::size_t>(pixels.width) * 3;
  for (int top = 0, bottom = pixels.height - 1; top < bottom; ++top, --bottom) {
    const auto first = pixels.rgb.begin() + static_cast<std::ptrdiff_t>(row * static_cast<std::size_t>(top));
    const auto other = pixels.rgb.begin() + static_cast<std::ptrdiff_t>(row * static_cast<std::size_t>(bottom));
    std::swap_ranges(first, first + static_cast<std::ptrdiff_t>(row), other);
  }
}

Pixels make_pixels(int width, int height) {
  Pixels pixels{std::max(width, 0), std::max(height, 0), {}};
  pixels.rgb.resize(static_cast<std::size_t>(pixels.width) * static_cast<std::size_t>(pixels.height) * 3);
  return pixels;
}

std::vector<std::uint8_t> encoded(const Pixels& pixels) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(pixels.width);
  image.height = static_cast<png_uint_32>(pixels.height);
  image.format = PNG_FORMAT_RGB;
  std::vector<std::uint8_t> bytes(PNG_IMAGE_PNG_SIZE_MAX(image));
  png_alloc_size_t size = bytes.size();
  if (!png_image_write_to_memory(&image, bytes.data(), &size, 0, pixels.rgb.data(), 0, nullptr)) {
    throw_failed(std::string("no PNG can be made of the picture: ") + image.message);
  }
  bytes.resize(size);
  return bytes;
}

}  // namespace

Pixels read_texture(unsigned texture) {
  if (texture == 0) return {};
  GLint width = 0, height = 0;
  glGetTextureLevelParameteriv(texture, 0, GL_TEXTURE_WIDTH, &width);
  glGetTextureLevelParameteriv(texture, 0, GL_TEXTURE_HEIGHT, &height);
  Pixels pixels = make_pixels(width, height);
  glMemoryBarrier(GL_TEXTURE_UPDATE_BARRIER_BIT);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glGetTextureImage(texture, 0, GL_RGB, GL_UNSIGNED_BYTE, static_cast<GLsizei>(pixels.rgb.size()), pixels.rgb.data());
  turn_over(pixels);
  return pixels;
}

Pixels read_framebuffer(int width, int height) {
  Pixels pixels = make_pixels(width, height);
  if (pixels.rgb.empty()) return pixels;
  glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
  glReadBuffer(GL_BACK);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, pixels.width, pixels.height, GL_RGB, GL_UNSIGNED_BYTE, pixels.rgb.data());
  turn_over(pixels);
  return pixels;
}

void write_png(const std::filesystem::path& file, const Pixels& pixels) {
  if (pixels.width <= 0 || pixels.height <= 0) {
    throw_bad_input("cannot write " + file.string() + ": the picture is empty");
  }
  WholeFile output(file);
  const std::vector<std::uint8_t> bytes = encoded(pixels);
  output.write(std::as_bytes(std::span(bytes)));
  output.commit();
}

void require_writable(const std::filesystem::path& file) { require_writable_file(file); }

}  // namespace warplight::render
