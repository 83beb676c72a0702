// Uses the tools on a running plate: launches what places materials; on the host the same functions, cell by cell.
#include <algorithm>

#include "sim/gpu/launch.h"
#include "sim/gpu/paint.h"
#include "sim/gpu/patch.h"
#include "sim/heat/heat2d.h"
#include "sim/heat/kernels/place.cuh"

namespace warplight {
namespace heat {
namespace {

constexpr int kBlockWide = 32, kBlockHigh = 8;

gpu::Shape shape_for(long long width, long long height) {
  return {.grid = {gpu::blocks_for(width, kBlockWide), gpu::blocks_for(height, kBlockHigh)}, .block = {kBlockWide, kBlockHigh}};
}

// One cell more to the left and above: their faces lie between them and the patch.
Ring ring_around(const Patch& patch, const Heat2d::Params& params) {
  return {.first_x = (patch.first_x + params.width - 1) % params.width,
          .first_y = (patch.first_y + params.height - 1) % params.height,
          .width = std::min<long long>(patch.width + 1, params.width),
          .height = std::min<long long>(patch.height + 1, params.height)};
}

void place_on_host(Cell* material, int width, int height, const Patch& patch, const Ring& ring, const Placed& placed) {
  for (long long y = 0; y < patch.height; ++y) {
    for (long long x = 0; x < patch.width; ++x) set_own(material, width, patch, x, y, placed.alpha, placed.source);
  }
  for (long long y = 0; y < ring.height; ++y) {
    for (long long x = 0; x < ring.width; ++x) {
      set_faces(material, width, height, (ring.first_x + x) % width, (ring.first_y + y) % height);
    }
  }
}

}  // namespace

void place(Heat2d::Material* cells, const Heat2d::Params& params, const Stroke& stroke, const Placed& placed, Place where,
           gpu::Stream& stream) {
  static_assert(sizeof(Cell) == sizeof(Heat2d::Material));
  const Patch patch = patch_of(Heat2d::field_shape(params), stroke);
  if (patch.width <= 0 || patch.height <= 0) return;
  const Ring ring = ring_around(patch, params);
  auto* const material = reinterpret_cast<Cell*>(cells);
  const int width = static_cast<int>(params.width), height = static_cast<int>(params.height);
  if (where == Place::host) return place_on_host(material, width, height, patch, ring, placed);
  gpu::launch(place_own_kernel, shape_for(patch.width, patch.height), stream, material, width, patch, placed.alpha,
              placed.source);
  gpu::launch(place_faces_kernel, shape_for(ring.width, ring.height), stream, material, width, height, ring);
}

}  // namespace heat

void Heat2d::use_tool(int tool, const Params& params, const Lent& lent, const Stroke& stroke, Place place, gpu::Stream& stream) {
  if (tool == kBrush || tool == kHold) {
    const std::size_t buffer = lent.current == 0 ? kTemperature : kOther;
    paint(lent.pointers[buffer], field_shape(params), stroke, place, stream);
  }
  if (tool == kBrush) return;
  heat::Placed placed;
  if (tool == kWall) placed.alpha = 0;
  if (tool == kHold) placed.alpha = -placed.alpha;
  if (tool == kHeater) placed.source = static_cast<float>(stroke.value);
  heat::place(static_cast<Material*>(lent.pointers[kMaterial]), params, stroke, placed, place, stream);
}

}  // namespace warplight
