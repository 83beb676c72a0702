// The mean light of each tile of 16 x 16 pixels, before exposure.
layout(local_size_x = 16, local_size_y = 16) in;

layout(std430, binding = 7) restrict writeonly buffer Tiles { float tile[]; };

shared float sums[256];

void main() {
  const ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
  float value = 0.0;
  if (all(lessThan(pixel, size))) value = dot(light_at(pixel), vec3(1.0 / 3.0));
  sums[gl_LocalInvocationIndex] = value;
  for (uint half_count = 128u; half_count > 0u; half_count /= 2u) {
    barrier();
    if (gl_LocalInvocationIndex < half_count) sums[gl_LocalInvocationIndex] += sums[gl_LocalInvocationIndex + half_count];
  }
  if (gl_LocalInvocationIndex == 0u) tile[gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x] = sums[0] / 256.0;
}
