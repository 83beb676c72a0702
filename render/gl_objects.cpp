#include "render/gl_objects.h"

#include <glad/gl.h>

#include <algorithm>
#include <string>

#include "sim/error.h"
#include "sim/text.h"

namespace warplight::render {
namespace {

void forget_gl_errors() {
  for (int i = 0; i < 16 && glGetError() != GL_NO_ERROR; ++i) {
  }
}

void require_allocated(std::string_view what, double bytes) {
  const GLenum error = glGetError();
  if (error == GL_NO_ERROR) return;
  forget_gl_errors();
  throw_failed("OpenGL has no memory for " + std::string(what) + ": " + bytes_text(bytes) + " asked for" +
               (error == GL_OUT_OF_MEMORY ? "" : " (OpenGL error " + std::to_string(error) + ")"));
}

std::string first_line(std::string text) {
  text.erase(std::find(text.begin(), text.end(), '\n'), text.end());
  return text;
}

std::string shader_log(unsigned shader) {
  char log[1024] = "";
  glGetShaderInfoLog(shader, sizeof log, nullptr, log);
  return first_line(log);
}

std::string program_log(unsigned program) {
  char log[1024] = "";
  glGetProgramInfoLog(program, sizeof log, nullptr, log);
  return first_line(log);
}

}  // namespace

void delete_gl_buffer(unsigned name) { glDeleteBuffers(1, &name); }
void delete_gl_texture(unsigned name) { glDeleteTextures(1, &name); }
void delete_gl_query(unsigned name) { glDeleteQueries(1, &name); }
void delete_gl_program(unsigned name) { glDeleteProgram(name); }

GlBuffer make_gl_buffer(std::int64_t bytes, std::string_view what) {
  forget_gl_errors();
  unsigned name = 0;
  glCreateBuffers(1, &name);
  GlBuffer buffer(name);
  const auto size = static_cast<GLsizeiptr>((std::max<std::int64_t>(bytes, 16) + 3) / 4 * 4);
  glNamedBufferData(name, size, nullptr, GL_DYNAMIC_COPY);
  require_allocated(what, static_cast<double>(size));
  glClearNamedBufferData(name, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, nullptr);
  // NVIDIA's driver (580) lets an upload of more than 64 KB overtake the clear, which then wipes it.
  glFinish();
  require_allocated(what, static_cast<double>(size));
  return buffer;
}

GlTexture make_gl_texture(unsigned format, int width, int height, std::string_view what) {
  forget_gl_errors();
  unsigned name = 0;
  glCreateTextures(GL_TEXTURE_2D, 1, &name);
  GlTexture texture(name);
  glTextureStorage2D(name, 1, format, width, height);
  require_allocated(what, 8.0 * width * height);
  glTextureParameteri(name, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTextureParameteri(name, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTextureParameteri(name, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTextureParameteri(name, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  return texture;
}

void bind_storage(unsigned binding, unsigned buffer) {
  if (buffer != 0) glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, buffer);
}

void bind_storage(unsigned binding, unsigned buffer, std::int64_t offset, std::int64_t bytes) {
  if (buffer != 0) glBindBufferRange(GL_SHADER_STORAGE_BUFFER, binding, buffer, offset, bytes);
}

GlQuery make_timestamp_query() {
  unsigned name = 0;
  glCreateQueries(GL_TIMESTAMP, 1, &name);
  return GlQuery(name);
}

GlProgram make_compute_program(std::string_view name, std::string_view source, std::string_view common) {
  const unsigned shader = glCreateShader(GL_COMPUTE_SHADER);
  const char* const texts[] = {common.data() == nullptr ? "" : common.data(), source.data()};
  const GLint lengths[] = {static_cast<GLint>(common.size()), static_cast<GLint>(source.size())};
  glShaderSource(shader, 2, texts, lengths);
  glCompileShader(shader);
  GLint compiled = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
  const std::string compile_problem = compiled ? "" : shader_log(shader);

  GlProgram program(glCreateProgram());
  glAttachShader(program.get(), shader);
  if (compiled) glLinkProgram(program.get());
  glDeleteShader(shader);
  GLint linked = 0;
  glGetProgramiv(program.get(), GL_LINK_STATUS, &linked);
  if (!compiled || !linked) {
    throw_failed("this OpenGL driver refuses the shader " + std::string(name) + ": " +
                 (compiled ? program_log(program.get()) : compile_problem));
  }
  return program;
}

}  // namespace warplight::render
