#include "sim/gpu/paint.h"

#include <algorithm>
#include <cmath>

#include "sim/gpu/device.cuh"
#include "sim/gpu/launch.h"

namespace warplight {
namespace {

// The cells that may be painted, and the stroke in the unit of lengths, from the first of them on.
struct Patch {
  long long first_x, first_y, width, height, pitch;
  float cell_width, cell_height;
  float from_x, from_y, along_x, along_y;
  float radius2, over_length2;  // 1 / the stroke's length squared; 0 for a dab
  long long always_x, always_y;
};

__host__ __device__ inline bool is_painted(const Patch& patch, long long x, long long y) {
  const float px = (static_cast<float>(x) + 0.5f) * patch.cell_width - patch.from_x;
  const float py = (static_cast<float>(y) + 0.5f) * patch.cell_height - patch.from_y;
  const float along = (px * patch.along_x + py * patch.along_y) * patch.over_length2;
  const float part = along < 0 ? 0 : along > 1 ? 1 : along;
  const float dx = px - part * patch.along_x, dy = py - part * patch.along_y;
  return dx * dx + dy * dy <= patch.radius2 || (x == patch.always_x && y == patch.always_y);
}

template <class T>
__global__ void paint_kernel(T* values, Patch patch, T value) {
  const long long x = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  const long long y = static_cast<long long>(blockIdx.y) * blockDim.y + threadIdx.y;
  if (x >= patch.width || y >= patch.height || !is_painted(patch, x, y)) return;
  values[(patch.first_y + y) * patch.pitch + patch.first_x + x] = value;
}

struct Range {
  long long first, count;
};
Range cells_near(double a, double b, double reach, long long most) {
  const double first = std::clamp(std::floor(std::min(a, b) - reach), 0.0, static_cast<double>(most));
  const double behind = std::clamp(std::floor(std::max(a, b) + reach) + 1, first, static_cast<double>(most));
  return {static_cast<long long>(first), static_cast<long long>(behind - first)};
}

Patch patch_of(const FieldShape& shape, const Stroke& s) {
  const Range x = cells_near(s.from_x, s.to_x, s.radius / shape.cell_width, shape.width);
  const Range y = cells_near(s.from_y, s.to_y, s.radius / shape.cell_height, shape.height);
  const double along_x = (s.to_x - s.from_x) * shape.cell_width, along_y = (s.to_y - s.from_y) * shape.cell_height;
  const double length2 = along_x * along_x + along_y * along_y;
  return {.first_x = x.first,
          .first_y = y.first,
          .width = x.count,
          .height = y.count,
          .pitch = shape.pitch,
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

template <class T>
void paint_values(T* values, const Patch& patch, T value, Place place, gpu::Stream& stream) {
  if (place == Place::device) {
    const gpu::Shape shape{.grid = {gpu::blocks_for(patch.width, 32), gpu::blocks_for(patch.height, 8)}, .block = {32, 8}};
    gpu::launch(&paint_kernel<T>, shape, stream, values, patch, value);
    return;
  }
  for (long long y = 0; y < patch.height; ++y) {
    for (long long x = 0; x < patch.width; ++x) {
      if (is_painted(patch, x, y)) values[(patch.first_y + y) * patch.pitch + patch.first_x + x] = value;
    }
  }
}

}  // namespace

void paint(void* values, const FieldShape& shape, const Stroke& stroke, Place place, gpu::Stream& stream) {
  const Patch patch = patch_of(shape, stroke);
  if (patch.width <= 0 || patch.height <= 0) return;
  if (shape.value_bytes == 8) {
    paint_values(static_cast<double*>(values), patch, stroke.value, place, stream);
  } else {
    paint_values(static_cast<float*>(values), patch, static_cast<float>(stroke.value), place, stream);
  }
}

}  // namespace warplight
