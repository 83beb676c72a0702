// How much of each pixel is of each kind that the picture marks. Done anew where the view or the materials have changed.
layout(local_size_x = 16, local_size_y = 16) in;

// Of the band alone: two values of the lab's own, what the cell is given a time, how well it conducts; its sign bit: held.
layout(std430, binding = 0) restrict readonly buffer Material { vec4 material[]; };

layout(location = 2) uniform dvec2 origin;   // the cells at the picture's top left
layout(location = 3) uniform dvec2 a_pixel;  // how many cells it is wide and high
layout(location = 4) uniform ivec2 cells;
layout(location = 6) uniform ivec2 band;     // its first row, and the one behind its last
layout(location = 8) uniform int first_row;  // of pixels, in this dispatch

// A cell that conducts a twelfth as well as others is no wall any more; those between, as glass, let the field through.
const float kNoWall = 0.08;

vec4 kinds_of(vec4 m) {
  const bool held = (floatBitsToUint(m.w) & 0x80000000u) != 0u;
  return vec4(clamp(1.0 - abs(m.w) / kNoWall, 0.0, 1.0), m.z > 0.0 ? 1.0 : 0.0, m.z < 0.0 ? 1.0 : 0.0, held ? 1.0 : 0.0);
}

void main() {
  const ivec2 pixel = ivec2(seen.x, first_row) + ivec2(gl_GlobalInvocationID.xy);
  if (pixel.x >= seen.z || pixel.y >= seen.w) return;
  const dvec2 from = origin + dvec2(pixel) * a_pixel;
  const Stretch x = covered(from.x, a_pixel.x, cells.x, pixel.x == seen.x, pixel.x == seen.z - 1);
  const Stretch y = covered(from.y, a_pixel.y, cells.y, pixel.y == seen.y, pixel.y == seen.w - 1);
  const int top = max(y.first, band.x), bottom = min(y.last, band.y - 1);
  if (top > bottom) return;
  vec4 sum = vec4(0.0);
  for (int row = top; row <= bottom; ++row) {
    vec4 in_row = vec4(0.0);
    for (int column = x.first; column <= x.last; ++column) {
      in_row += share_of(x, column) * kinds_of(material[(row - band.x) * cells.x + column]);
    }
    sum += share_of(y, row) * in_row;
  }
  sum /= x.length * y.length;
  const uint at = uint(pixel.y * size.x + pixel.x);
  if (y.first < band.x) sum += unpackUnorm4x8(mark[at]);
  mark[at] = packUnorm4x8(sum);
  const uint found = (sum.x > 0.0 ? 1u : 0u) | (sum.y > 0.0 ? 2u : 0u) | (sum.z > 0.0 ? 4u : 0u) | (sum.w > 0.0 ? 8u : 0u);
  if (found != 0u) atomicOr(kinds, found);
}
