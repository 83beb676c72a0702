#include "render/difference.h"

#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "render/readback.h"
#include "render/shared_buffer.h"
#include "shaders_embedded.h"
#include "sim/error.h"

namespace warplight::render {
namespace {

constexpr int kGroups = 256, kMostPortions = 32;
constexpr int kParts = kGroups * kMostPortions;
constexpr std::int64_t kPortionBytes = 64 << 20;  // shader storage may be smaller than a large buffer

GlProgram difference_program(const std::string& item, const std::string& kept, const std::string& differ, const std::string& size) {
  return make_compute_program("difference", shaders::difference_comp,
                              "#version 450 core\n#define ITEM " + item + "\n#define KEPT " + kept + "\n#define DIFFER(p, q) (" + differ +
                                  ")\n#define SIZE(d) (" + size + ")\n");
}

// One side of what is compared, as rows of items.
struct Side {
  unsigned buffer;
  std::int64_t pitch;
};

}  // namespace

struct DifferenceMeter::Impl {
  GlProgram of_floats, of_doubles, of_bodies;  // made where they are first needed
  GlBuffer parts = make_gl_buffer(kParts * 8, "the difference"), kept;
  std::int64_t kept_bytes = 0;
  Readback readback{kParts * 8, "the difference"};
  FieldSource field;
  PointsSource bodies;
  std::int64_t asked_items = 0;
  int asked_parts = 0;
  double asked_time = 0;

  void make_room(std::int64_t bytes) {
    if (bytes == kept_bytes) return;
    kept.reset();
    kept_bytes = 0;
    kept = make_gl_buffer(bytes, "the difference of the lanes");
    kept_bytes = bytes;
  }

  void measure(unsigned program, const Side& a, const Side& b, std::int64_t width, std::int64_t height, std::int64_t item_bytes,
               std::int64_t out_bytes, double time, bool keep) {
    if (readback.busy() && !keep) return;
    if (keep) make_room(width * height * out_bytes);
    const std::int64_t pitch = std::max(a.pitch, b.pitch);
    std::int64_t rows_at_once = std::max<std::int64_t>(1, kPortionBytes / std::max<std::int64_t>(1, pitch * item_bytes));
    rows_at_once = std::max(rows_at_once, (height + kMostPortions - 1) / kMostPortions);
    rows_at_once = (rows_at_once + 255) / 256 * 256;  // portions begin where shader storage may: at multiples of 256 bytes
    glUseProgram(program);
    glUniform1ui(0, static_cast<GLuint>(width));
    glUniform2ui(2, static_cast<GLuint>(a.pitch), static_cast<GLuint>(b.pitch));
    glUniform1i(4, keep ? 1 : 0);
    bind_storage(3, parts.get());
    int portions = 0;
    for (std::int64_t first = 0; first < height; first += rows_at_once, ++portions) {
      const std::int64_t rows = std::min(rows_at_once, height - first);
      const auto bytes = [&](std::int64_t p) { return ((rows - 1) * p + width) * item_bytes; };
      bind_storage(0, a.buffer, first * a.pitch * item_bytes, bytes(a.pitch));
      bind_storage(1, b.buffer, first * b.pitch * item_bytes, bytes(b.pitch));
      if (keep) bind_storage(2, kept.get(), first * width * out_bytes, rows * width * out_bytes);
      glUniform1ui(1, static_cast<GLuint>(rows));
      glUniform1ui(5, static_cast<GLuint>(portions * kGroups));
      glDispatchCompute(kGroups, 1, 1);
    }
    glMemoryBarrier(GL_ALL_BARRIER_BITS);
    if (readback.busy()) return;
    asked_items = width * height;
    asked_parts = portions * kGroups;
    asked_time = time;
    readback.ask(parts.get());
  }
};

DifferenceMeter::DifferenceMeter() : impl_(std::make_unique<Impl>()) {}
DifferenceMeter::~DifferenceMeter() = default;

void DifferenceMeter::fields(const FieldSource& a, const FieldSource& b, double time, bool keep) {
  if (a.values == 0 || b.values == 0 || a.shape.width != b.shape.width || a.shape.height != b.shape.height ||
      a.shape.value_bytes != b.shape.value_bytes || a.shape.width < 1 || a.shape.height < 1) {
    return;
  }
  if (is_mapped(a.values) || is_mapped(b.values)) {
    throw_failed("a difference was to be found while its buffers are lent to a kernel");
  }
  Impl& impl = *impl_;
  const bool doubles = a.shape.value_bytes == 8;
  GlProgram& program = doubles ? impl.of_doubles : impl.of_floats;
  if (program.get() == 0) {
    program = doubles ? difference_program("double", "float", "float(q - p)", "abs(d)") : difference_program("float", "float", "q - p", "abs(d)");
  }
  impl.measure(program.get(), {a.values, a.shape.pitch}, {b.values, b.shape.pitch}, a.shape.width, a.shape.height,
               static_cast<std::int64_t>(a.shape.value_bytes), 4, time, keep);
  if (!keep) return;
  FieldShape shape = a.shape;
  shape.pitch = shape.width;
  shape.value_bytes = 4;
  impl.field = {.values = impl.kept.get(), .shape = shape, .lendable = false};
}

void DifferenceMeter::points(const PointsSource& a, const PointsSource& b, double time, bool keep) {
  if (a.position == 0 || b.position == 0 || a.count != b.count || a.count < 1) return;
  if (is_mapped(a.position) || is_mapped(b.position)) {
    throw_failed("a difference was to be found while its buffers are lent to a kernel");
  }
  Impl& impl = *impl_;
  if (impl.of_bodies.get() == 0) impl.of_bodies = difference_program("vec4", "vec4", "vec4((q - p).xyz, 0.0)", "length(d)");
  // A row a body: a column of them, as deep as there are bodies.
  impl.measure(impl.of_bodies.get(), {a.position, 1}, {b.position, 1}, 1, a.count, 16, 16, time, keep);
  if (keep) impl.bodies = {.position = a.position, .velocity = impl.kept.get(), .appearance = a.appearance, .count = a.count, .lendable = a.lendable};
}

const FieldSource& DifferenceMeter::field() const { return impl_->field; }
const PointsSource& DifferenceMeter::bodies() const { return impl_->bodies; }

void DifferenceMeter::forget() {
  impl_->readback.forget();
  impl_->field = {};
  impl_->bodies = {};
  impl_->kept.reset();
  impl_->kept_bytes = 0;
}

std::optional<DifferenceFacts> DifferenceMeter::take(bool wait) {
  Impl& impl = *impl_;
  std::array<float, 2 * kParts> parts;
  if (!(wait ? impl.readback.wait(parts.data()) : impl.readback.take(parts.data()))) return std::nullopt;
  DifferenceFacts facts{.time = impl.asked_time};
  double squares = 0;
  for (int i = 0; i < impl.asked_parts; ++i) {
    facts.most = std::max(facts.most, static_cast<double>(parts[static_cast<std::size_t>(2 * i)]));
    squares += static_cast<double>(parts[static_cast<std::size_t>(2 * i + 1)]);
  }
  facts.rms = std::sqrt(squares / static_cast<double>(impl.asked_items));
  return facts;
}

}  // namespace warplight::render
