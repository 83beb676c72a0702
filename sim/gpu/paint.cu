#include "sim/gpu/paint.h"

#include <algorithm>
#include <cmath>

#include "sim/gpu/launch.h"
#include "sim/gpu/patch.h"

namespace warplight {
namespace {

struct Range {
  long long first, count;
};
Range cells_near(double a, double b, double reach, long long most) {
  const double first = std::clamp(std::floor(std::min(a, b) - reach), 0.0, static_cast<double>(most));
  const double behind = std::clamp(std::floor(std::max(a, b) + reach) + 1, first, static_cast<double>(most));
  return {static_cast<long long>(first), static_cast<long long>(behind - first)};
}

}  // namespace

Patch patch_of(const FieldShape& shape, const Stroke& s) {
  const Range x = cells_near(s.from_x, s.to_x, s.radius / shape.cell_width, shape.width);
  const Range y = cells_near(s.from_y, s.to_y, s.radius / shape.cell_height, shape.height);
  const double along_x = (s.to_x - s.from_x) * shape.cell_width, along_y = (s.to_y - s.from_y) * shape.cell_height;
  const double length2 = along_x * along_x + along_y * along_y;
  return {.first_x = x.first,
          .first_y = y.first,
          .width = x.count,
          .height = y.count,
          .cell_width = static_cast<float>(shape.cell_width),
          .cell_height = static_cast<float>(shape.cell_height),
          .from_x = static_cast<float>((s.from_x - static_cast<double>(x.first)) * shape.cell_width),
          .from_y = static_cast<float>((s.from_y - static_cast<double>(y.first)) * shape.cell_height),
          .along_x = static_cast<float>(along_x),
          .along_y = static_cast<float>(along_y),
          .radius2 = static_cast<float>(s.radius * s.radius),
          .over_length2 = length2 > 0 ? static_cast<float>(1 / length2) : 0,
          .always_x = static_cast<long long>(std::floor(s.to_x)) - x.first,
          .always_y = static_cast<long long>(std::floor(s.to_y)) - y.first};
}

namespace {

template <class T>
void paint_values(T* values, std::int64_t pitch, const Patch& patch, T value, Place place, gpu::Stream& stream) {
  if (place == Place::device) {
    const gpu::Shape shape{.grid = {gpu::blocks_for(patch.width, 32), gpu::blocks_for(patch.height, 8)}, .block = {32, 8}};
    gpu::launch(&paint_kernel<T>, shape, stream, values, pitch, patch, value);
    return;
  }
  for (long long y = 0; y < patch.height; ++y) {
    for (long long x = 0; x < patch.width; ++x) {
      if (is_painted(patch, x, y)) values[(patch.first_y + y) * pitch + patch.first_x + x] = value;
    }
  }
}

}  // namespace

void paint(void* values, const FieldShape& shape, const Stroke& stroke, Place place, gpu::Stream& stream) {
  const Patch patch = patch_of(shape, stroke);
  if (patch.width <= 0 || patch.height <= 0) return;
  if (shape.value_bytes == 8) {
    paint_values(static_cast<double*>(values), shape.pitch, patch, stroke.value, place, stream);
  } else {
    paint_values(static_cast<float*>(values), shape.pitch, patch, static_cast<float>(stroke.value), place, stream);
  }
}

}  // namespace warplight
