// B less A, item by item, with the largest and the sum of squares of each work group's part. Fields or bodies: DIFFER is
// what two items differ by.
layout(local_size_x = 256) in;

layout(std430, binding = 0) restrict readonly buffer A { ITEM a[]; };
layout(std430, binding = 1) restrict readonly buffer B { ITEM b[]; };
layout(std430, binding = 2) restrict writeonly buffer Kept { KEPT kept[]; };
layout(std430, binding = 3) restrict writeonly buffer Parts { vec2 part[]; };  // largest, sum of squares

layout(location = 0) uniform uint width;       // items in a row
layout(location = 1) uniform uint rows;
layout(location = 2) uniform uvec2 pitches;    // items from a row to the next, of a and b
layout(location = 4) uniform int keeps;
layout(location = 5) uniform uint first_part;

shared vec2 sums[256];

void main() {
  vec2 own = vec2(0.0);
  const uint stride = gl_NumWorkGroups.x * 256u, count = width * rows;
  for (uint i = gl_GlobalInvocationID.x; i < count; i += stride) {
    const uint row = i / width, x = i - row * width;
    const KEPT d = DIFFER(a[row * pitches.x + x], b[row * pitches.y + x]);
    if (keeps != 0) kept[row * width + x] = d;
    const float size = SIZE(d);
    // What is no number is infinitely far apart: it must not get lost in a comparison.
    const bool finite = (floatBitsToUint(size) & 0x7f800000u) != 0x7f800000u;
    own.x = finite ? max(own.x, size) : uintBitsToFloat(0x7f800000u);
    own.y += finite ? size * size : uintBitsToFloat(0x7f800000u);
  }
  sums[gl_LocalInvocationIndex] = own;
  for (uint half_count = 128u; half_count > 0u; half_count /= 2u) {
    barrier();
    if (gl_LocalInvocationIndex < half_count) {
      const vec2 other = sums[gl_LocalInvocationIndex + half_count], mine = sums[gl_LocalInvocationIndex];
      sums[gl_LocalInvocationIndex] = vec2(max(mine.x, other.x), mine.y + other.y);
    }
  }
  if (gl_LocalInvocationIndex == 0u) part[first_part + gl_WorkGroupID.x] = sums[0];
}
