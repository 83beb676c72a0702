// What each pixel covers of a band of rows: its share of the mean, and the coldest and the hottest cell. Every cell in view
// is read once. Some lanes share a pixel where it covers many cells, so that neighbours read neighbours.
layout(local_size_x = 64, local_size_y = 4) in;

layout(std430, binding = 0) restrict readonly buffer Values { VALUE value[]; };  // of the band alone

layout(location = 2) uniform dvec2 origin;  // the cells at the picture's top left
layout(location = 3) uniform dvec2 a_pixel; // how many cells it is wide and high
layout(location = 4) uniform ivec2 cells;
layout(location = 5) uniform int pitch;
layout(location = 6) uniform ivec2 band;    // its first row, and the one behind its last
layout(location = 7) uniform int lanes;     // that share a pixel
layout(location = 8) uniform int first_row; // of pixels, in this dispatch
layout(location = 9) uniform int smooths;

shared float sums[256];
shared uint lows[256], highs[256];

float value_at(int x, int y) { return float(value[(y - band.x) * pitch + x]); }

// Between the middles of the four cells around it: the part that this band has.
void add_smooth(uint at, dvec2 middle) {
  const dvec2 p = clamp(middle - 0.5lf, dvec2(0.0lf), dvec2(cells - 1));
  const ivec2 cell = ivec2(floor(p)), next = min(cell + 1, cells - 1);
  const vec2 part = vec2(p - dvec2(cell));
  float sum = 0.0;
  if (cell.y >= band.x && cell.y < band.y) {
    sum += (1.0 - part.y) * mix(value_at(cell.x, cell.y), value_at(next.x, cell.y), part.x);
  }
  if (next.y >= band.x && next.y < band.y) {
    sum += part.y * mix(value_at(cell.x, next.y), value_at(next.x, next.y), part.x);
  }
  smoothed[at] = cell.y >= band.x && cell.y < band.y ? sum : smoothed[at] + sum;
}

void main() {
  const uint local = gl_LocalInvocationIndex;
  const int lane = int(gl_GlobalInvocationID.x) % lanes;
  const ivec2 pixel = ivec2(seen.x + int(gl_GlobalInvocationID.x) / lanes, first_row + int(gl_GlobalInvocationID.y));
  const bool inside = pixel.x < seen.z && pixel.y < seen.w;
  const uint at = uint(pixel.y * size.x + pixel.x);
  float sum = 0.0;
  uint least = 0xffffffffu, most = 0u;
  bool begins = false, there = false;
  if (inside) {
    const dvec2 from = origin + dvec2(pixel) * a_pixel;
    const Stretch x = covered(from.x, a_pixel.x, cells.x, pixel.x == seen.x, pixel.x == seen.z - 1);
    const Stretch y = covered(from.y, a_pixel.y, cells.y, pixel.y == seen.y, pixel.y == seen.w - 1);
    begins = y.first >= band.x;
    const int top = max(y.first, band.x), bottom = min(y.last, band.y - 1);
    there = top <= bottom;
    for (int row = top; row <= bottom; ++row) {
      float in_row = 0.0;
      for (int column = x.first + lane; column <= x.last; column += lanes) {
        const float v = value_at(column, row);
        in_row += share_of(x, column) * v;
        if (!finite(v)) continue;
        least = min(least, ordered(v));
        most = max(most, ordered(v));
      }
      sum += share_of(y, row) * in_row;
    }
    sum /= x.length * y.length;
    if (smooths != 0 && lane == 0) add_smooth(at, from + 0.5lf * a_pixel);
  }
  sums[local] = sum;
  lows[local] = least;
  highs[local] = most;
  for (uint reach = 1u; reach < 256u; reach *= 2u) {
    barrier();
    if (local % (2u * reach) == 0u) {
      if (reach < uint(lanes)) sums[local] += sums[local + reach];
      lows[local] = min(lows[local], lows[local + reach]);
      highs[local] = max(highs[local], highs[local + reach]);
    }
  }
  if (there && lane == 0) mean[at] = begins ? sums[local] : mean[at] + sums[local];
  if (local == 0u && lows[0] <= highs[0]) {
    atomicMin(low_bits, lows[0]);
    atomicMax(high_bits, highs[0]);
  }
}
