#include "render/trails.h"

#include <glad/gl.h>

#include <algorithm>
#include <cmath>

#include "shaders_embedded.h"

namespace warplight::render {
namespace {

constexpr float kLastAge = 4;            // in lengths: e^-4 of the light is not seen
constexpr std::int64_t kMostPlaces = 1 << 16;
constexpr std::int64_t kMostSlots = 1024;
constexpr float kLineLight = 0.5f;       // of a new line, on the scale of the tone curve
constexpr float kLineWidth = 1.5f;       // half of it, to where nothing is left; in pixels at scale 1
constexpr float kFadingShare = 2;        // a body's trail is seen though its light is spread over all of it
constexpr std::int64_t kPlaceBytes = 16;

}  // namespace

Trails::Trails()
    : lines_(make_compute_program("points_lines", shaders::points_lines_comp, shaders::bodies_glsl)),
      fade_(make_compute_program("points_fade", shaders::points_fade_comp, shaders::light_glsl)) {}

void Trails::resize(Size size) {
  size_ = size;
  fading_.reset();
  forget();
}

void Trails::forget() {
  shown_ = fades_ = false;
  used_ = 0;
}

float Trails::share() const { return fades_ ? kFadingShare : 0.0f; }

void Trails::make_ring(std::int64_t bodies) {
  if (bodies == bodies_ && past_.get() != 0) return;
  bodies_ = bodies;
  slots_ = static_cast<std::uint32_t>(std::min(kMostSlots, std::max<std::int64_t>(kMostPlaces / bodies, 2)));
  past_ = make_gl_buffer(bodies * slots_ * kPlaceBytes, "the trails");
  ages_ = make_gl_buffer(std::int64_t{4} * slots_, "the trails");
  steps_.assign(slots_, 0);
  age_.assign(slots_, 0);
  used_ = 0;
}

// The newest slot is written again until it is far enough from the one before: the lines end at the bodies.
void Trails::remember(const PointsSource& source, double step, double length) {
  if (source.count != bodies_ || step < last_step_ || fades_) forget();
  make_ring(source.count);
  const double apart = kLastAge * length / slots_;
  const std::uint32_t before = (head_ + slots_ - 1) % slots_;
  if (used_ == 0) {
    head_ = 0;
    used_ = 1;
  } else if (step > steps_[head_] && (used_ == 1 || steps_[head_] - steps_[before] >= apart)) {
    head_ = (head_ + 1) % slots_;
    used_ = std::min(used_ + 1, slots_);
  }
  steps_[head_] = last_step_ = step;
  length_ = length;
  shown_ = true;
  glCopyNamedBufferSubData(source.position, past_.get(), 0, head_ * bodies_ * kPlaceBytes, bodies_ * kPlaceBytes);
}

void Trails::draw_lines(float light_of_one, float full, float scale) {
  if (used_ < 2) return;
  for (std::uint32_t i = 0; i < slots_; ++i) age_[i] = static_cast<float>((last_step_ - steps_[i]) / length_);
  glNamedBufferSubData(ages_.get(), 0, static_cast<GLsizeiptr>(age_.size() * sizeof(float)), age_.data());
  bind_storage(5, ages_.get());
  bind_storage(7, past_.get());
  glUseProgram(lines_.get());
  glUniform1ui(0, static_cast<GLuint>(bodies_));
  glUniform1ui(1, slots_);
  glUniform1ui(2, (head_ + slots_ - used_ + 1) % slots_);
  glUniform1ui(3, used_);
  glUniform1f(4, std::min(kLineLight / light_of_one, full));
  glUniform1f(5, kLineWidth * scale);
  glUniform1f(6, kLastAge);
  const std::int64_t pieces = bodies_ * (used_ - 1);
  glDispatchCompute(static_cast<GLuint>((pieces + 63) / 64), 1, 1);
}

void Trails::fade(float light_of_one, double step, double length) {
  if (fading_.get() == 0) fading_ = make_gl_buffer(std::int64_t{12} * size_.width * size_.height, "the trails");
  if (!fades_ || step < last_step_) {
    glClearNamedBufferData(fading_.get(), GL_R32F, GL_RED, GL_FLOAT, nullptr);
    last_step_ = step;
    fades_ = true;
    used_ = 0;
  }
  bind_storage(5, fading_.get());
  glUseProgram(fade_.get());
  glUniform2i(0, size_.width, size_.height);
  glUniform1f(1, light_of_one);
  glUniform1f(3, static_cast<float>(std::exp(-(step - last_step_) / length)));
  const std::int64_t values = std::int64_t{3} * size_.width * size_.height;
  glDispatchCompute(static_cast<GLuint>(std::min<std::int64_t>((values + 255) / 256, 8192)), 1, 1);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
  last_step_ = step;
  shown_ = true;
}

}  // namespace warplight::render
