#include "render/subject.h"

#include <glad/gl.h>

#include <algorithm>
#include <array>

#include "shaders_embedded.h"

namespace warplight::render {
namespace {

constexpr std::int64_t kPartBytes = 48, kGroups = 256;
constexpr std::int64_t kMostPortions = 64;
constexpr std::array<std::uint32_t, 2> kNonePicked = {0xffffffffu, 0xffffffffu};

GLuint groups_for(std::int64_t count, std::int64_t group, std::int64_t most) {
  return static_cast<GLuint>(std::clamp<std::int64_t>((count + group - 1) / group, 1, most));
}

}  // namespace

Subject::Subject()
    : survey_(make_compute_program("points_survey", shaders::points_survey_comp)),
      pick_(make_compute_program("points_pick", shaders::points_pick_comp, shaders::bodies_glsl)),
      subject_(make_gl_buffer(sizeof(Block), "what is followed")),
      parts_(make_gl_buffer(kPartBytes * kGroups * kMostPortions, "what is followed")),
      picked_(make_gl_buffer(sizeof kNonePicked, "what was clicked")),
      readback_(sizeof(Block), "what is followed"),
      pick_readback_(sizeof kNonePicked, "what was clicked") {}

void Subject::update(const PointsSource& source, const PointsStyle& style) {
  follow_ = style.follow;
  const bool body = follow_.what == Follow::What::body && follow_.body >= 0 && follow_.body < source.count;
  const bool centre = follow_.what == Follow::What::centre;
  glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
  if (body) {
    glCopyNamedBufferSubData(source.position, subject_.get(), follow_.body * 16, 0, 16);
    if (source.velocity != 0) glCopyNamedBufferSubData(source.velocity, subject_.get(), follow_.body * 16, 16, 16);
  }
  if (centre || style.colour == BodyColour::mass) survey(source, centre);
  bind_storage(4, subject_.get());
  if ((body || centre || style.colour == BodyColour::mass) && !readback_.busy()) {
    readback_.ask(subject_.get());
    asked_ = follow_;
  }
}

void Subject::survey(const PointsSource& source, bool takes_centre) {
  bind_storage(4, subject_.get());
  bind_storage(7, parts_.get());
  glUseProgram(survey_.get());
  glUniform1i(3, source.velocity != 0 ? 1 : 0);
  glUniform1i(4, takes_centre ? 1 : 0);
  glUniform1ui(2, 0);
  std::int64_t parts = 0;
  for_portions(source, [&](std::int64_t, std::int64_t count) {
    if (parts + kGroups > kGroups * kMostPortions) return;
    const GLuint groups = groups_for(count, 256, kGroups);
    glUniform1ui(0, static_cast<GLuint>(count));
    glUniform1ui(1, static_cast<GLuint>(parts));
    glDispatchCompute(groups, 1, 1);
    parts += groups;
  });
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
  glUniform1ui(2, static_cast<GLuint>(parts));
  if (parts > 0) glDispatchCompute(1, 1, 1);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

void Subject::pick(const PointsSource& source, float x, float y, float reach) {
  pick_readback_.forget();
  glNamedBufferSubData(picked_.get(), 0, sizeof kNonePicked, kNonePicked.data());
  bind_storage(4, subject_.get());
  bind_storage(7, picked_.get());
  glUseProgram(pick_.get());
  glUniform2f(2, x, y);
  glUniform1f(3, reach);
  for (const int stage : {0, 1}) {
    glUniform1i(4, stage);
    for_portions(source, [&](std::int64_t first, std::int64_t count) {
      glUniform1ui(0, static_cast<GLuint>(count));
      glUniform1ui(1, static_cast<GLuint>(first));
      glDispatchCompute(groups_for(count, 128, 8192), 1, 1);
    });
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
  }
  pick_readback_.ask(picked_.get());
}

std::optional<std::int64_t> Subject::take_pick() {
  std::array<std::uint32_t, 2> found = kNonePicked;
  if (!pick_readback_.take(found.data())) return std::nullopt;
  return found == kNonePicked ? -1 : std::int64_t{found[1]};
}

std::optional<std::int64_t> Subject::wait_for_pick() {
  std::array<std::uint32_t, 2> found = kNonePicked;
  if (!pick_readback_.wait(found.data())) return std::nullopt;
  return found == kNonePicked ? -1 : std::int64_t{found[1]};
}

void Subject::take(const Block& block) {
  facts_.of = asked_;
  facts_.position = {block.position[0], block.position[1], block.position[2]};
  facts_.velocity = {block.velocity[0], block.velocity[1], block.velocity[2]};
  facts_.mass = block.position[3];
  facts_.least_mass = block.least_mass;
  facts_.most_mass = block.most_mass;
}

const BodyFacts& Subject::facts() {
  Block block;
  if (readback_.take(&block)) take(block);
  return facts_;
}

const BodyFacts& Subject::wait_for_facts() {
  Block block;
  if (readback_.wait(&block)) take(block);
  readback_.ask(subject_.get());
  asked_ = follow_;
  if (readback_.wait(&block)) take(block);
  return facts_;
}

}  // namespace warplight::render
