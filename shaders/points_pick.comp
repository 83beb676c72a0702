// Which body is seen nearest to a place of the picture: first how near, then which. Of equals the first.
layout(local_size_x = 128) in;

layout(std430, binding = 7) restrict coherent buffer Picked { uint nearest_bits, picked; };

layout(location = 0) uniform uint count;
layout(location = 1) uniform uint first;  // of this portion
layout(location = 2) uniform vec2 place;
layout(location = 3) uniform float reach;
layout(location = 4) uniform int stage;

void main() {
  const uint stride = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
  for (uint i = gl_GlobalInvocationID.x; i < count; i += stride) {
    const vec3 world = position[i].xyz;
    if (!finite(world) || light_of(look_of(i)) == 0.0) continue;
    const vec3 eye = seen_from_eye(world);
    if (!finite(eye) || !(-eye.z > nearest)) continue;
    const vec2 off = pixel_of(eye) - place;
    const float away = dot(off, off);
    if (!(away <= reach * reach)) continue;
    const uint bits = floatBitsToUint(away);  // of numbers that are not negative: in their order
    if (stage == 0) {
      atomicMin(nearest_bits, bits);
    } else if (bits == nearest_bits) {
      atomicMin(picked, first + i);
    }
  }
}
