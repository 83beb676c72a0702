#include "render/exposure.h"

#include <glad/gl.h>

#include "shaders_embedded.h"

namespace warplight::render {
namespace {

constexpr int kTile = 16;  // as in the shader

int tiles(int pixels) { return (pixels + kTile - 1) / kTile; }

}  // namespace

ExposureMeter::ExposureMeter()
    : tiles_program_(make_compute_program("exposure_tiles", shaders::exposure_tiles_comp, shaders::light_glsl)),
      meter_program_(make_compute_program("exposure_meter", shaders::exposure_meter_comp, shaders::light_glsl)),
      exposure_(make_gl_buffer(sizeof(Reading), "the exposure")),
      readback_(sizeof(Reading), "the exposure") {}

void ExposureMeter::resize(int width, int height) {
  width_ = width;
  height_ = height;
  tiles_ = make_gl_buffer(std::int64_t{4} * tiles(width) * tiles(height), "the exposure");
}

void ExposureMeter::measure(float light_of_one, float trail_share, bool automatic, float wanted_stops, float share) {
  bind_storage(6, exposure_.get());
  bind_storage(7, tiles_.get());
  for (const unsigned program : {tiles_program_.get(), meter_program_.get()}) {
    glProgramUniform2i(program, 0, width_, height_);
    glProgramUniform1f(program, 1, light_of_one);
    glProgramUniform1f(program, 2, trail_share);
  }
  glUseProgram(tiles_program_.get());
  glDispatchCompute(static_cast<GLuint>(tiles(width_)), static_cast<GLuint>(tiles(height_)), 1);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
  glUseProgram(meter_program_.get());
  glUniform1ui(3, static_cast<GLuint>(tiles(width_) * tiles(height_)));
  glUniform1i(4, automatic ? 1 : 0);
  glUniform1f(5, wanted_stops);
  glUniform1f(6, share);
  glDispatchCompute(1, 1, 1);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
  readback_.ask(exposure_.get());
}

const ExposureMeter::Reading& ExposureMeter::reading() {
  readback_.take(&reading_);
  return reading_;
}

const ExposureMeter::Reading& ExposureMeter::wait_for_reading() {
  readback_.wait(&reading_);  // what was asked for before the last picture
  readback_.ask(exposure_.get());
  readback_.wait(&reading_);
  return reading_;
}

}  // namespace warplight::render
