#version 450 core
// Adds each body's soft disc of light into sums of whole numbers: the order of the additions can't change the picture.
layout(local_size_x = 128) in;

layout(std430, binding = 0) restrict readonly buffer Positions { vec4 position[]; };
layout(std430, binding = 1) restrict readonly buffer Velocities { vec4 velocity[]; };
layout(std430, binding = 2) restrict readonly buffer Appearances { vec2 appearance[]; };
layout(std430, binding = 3) restrict coherent buffer Light { uint light[]; };  // 3 a pixel

layout(location = 0) uniform mat4 view;
layout(location = 1) uniform uint count;
layout(location = 2) uniform ivec2 size;
layout(location = 3) uniform float focal_px;
layout(location = 4) uniform float nearest;          // depth before which nothing is drawn
layout(location = 5) uniform float focus;            // depth of a body of ordinary brightness
layout(location = 6) uniform float radius;           // of the disc of such a body, in pixels
layout(location = 7) uniform float largest_radius;
layout(location = 8) uniform float full;             // what the middle of such a disc adds
layout(location = 9) uniform float speed_reference;
layout(location = 10) uniform int colour_by_speed;
layout(location = 11) uniform int has_velocity;
layout(location = 12) uniform int has_appearance;

bool finite(vec3 v) {
  // The bits, since drivers may take comparisons with NaN for what they like.
  const uvec3 exponent = floatBitsToUint(v) & 0x7f800000u;
  return all(notEqual(exponent, uvec3(0x7f800000u)));
}

vec3 linear_of(vec3 srgb) { return pow(srgb, vec3(2.2)); }

// Warm, cool and two more; a pair of ends each, from slow to fast.
vec3 group_colour(uint group, float t) {
  const vec3 slow[4] = vec3[4](vec3(1.00, 0.34, 0.36), vec3(0.46, 0.33, 1.00),
                               vec3(0.22, 0.80, 0.50), vec3(0.95, 0.35, 0.80));
  const vec3 fast[4] = vec3[4](vec3(1.00, 0.74, 0.44), vec3(0.36, 0.80, 1.00),
                               vec3(0.80, 0.95, 0.60), vec3(1.00, 0.75, 0.92));
  return mix(linear_of(slow[group & 3u]), linear_of(fast[group & 3u]), t);
}

// A perceptual ramp from indigo over magenta to pale yellow.
vec3 speed_colour(float t) {
  const vec3 stops[6] = vec3[6](vec3(0.22, 0.18, 0.72), vec3(0.50, 0.14, 0.76), vec3(0.80, 0.24, 0.56),
                                vec3(0.95, 0.44, 0.34), vec3(0.99, 0.69, 0.27), vec3(0.98, 0.94, 0.58));
  const float x = clamp(t, 0.0, 1.0) * 5.0;
  const int i = min(int(x), 4);
  return linear_of(mix(stops[i], stops[i + 1], x - float(i)));
}

void splat(vec2 middle, float disc, vec3 amount, float noise) {
  const ivec2 low = max(ivec2(ceil(middle - disc - 0.5)), ivec2(0));
  const ivec2 high = min(ivec2(floor(middle + disc - 0.5)), size - 1);
  const float inverse = 1.0 / (disc * disc);
  for (int y = low.y; y <= high.y; ++y) {
    for (int x = low.x; x <= high.x; ++x) {
      const vec2 offset = vec2(x, y) + 0.5 - middle;
      const float fall = 1.0 - dot(offset, offset) * inverse;
      if (!(fall > 0.0)) continue;
      // Rounded up or down by chance, so that faint light is kept on the average.
      const uvec3 parts = uvec3(amount * (fall * fall) + noise);
      const uint at = 3u * uint(y * size.x + x);
      if (parts.r > 0u) atomicAdd(light[at], parts.r);
      if (parts.g > 0u) atomicAdd(light[at + 1u], parts.g);
      if (parts.b > 0u) atomicAdd(light[at + 2u], parts.b);
    }
  }
}

void draw_body(uint i) {
  const vec3 world = position[i].xyz;
  if (!finite(world)) return;
  const vec3 eye = (view * vec4(world, 1.0)).xyz;
  const float depth = -eye.z;
  if (!finite(eye) || !(depth > nearest)) return;
  const vec2 middle = 0.5 * vec2(size) + eye.xy * (focal_px / depth);
  const vec2 margin = vec2(largest_radius + 1.0);
  if (!all(greaterThan(middle, -margin)) || !all(lessThan(middle, vec2(size) + margin))) return;

  const float nearness = focus / depth;
  const float flux = min(nearness * nearness, 4.0);
  const float growth = max(sqrt(sqrt(flux)), 1.0);
  const float disc = min(radius * growth, largest_radius);
  const float strength = full * flux / (growth * growth);

  const vec2 look = has_appearance != 0 ? appearance[i] : vec2(0.0, 1.0);
  const vec3 v = has_velocity != 0 ? velocity[i].xyz : vec3(0.0);
  const float speed = finite(v) ? length(v) : 0.0;
  const float ratio = speed / speed_reference;
  const float t = 1.0 - 1.0 / (1.0 + ratio * ratio);
  const uint group = uint(max(look.x, 0.0) + 0.5);
  const vec3 colour = colour_by_speed != 0 ? speed_colour(t) : group_colour(group, smoothstep(0.1, 0.8, t));
  const float own = look.y > 0.0 ? min(look.y, 2.0) : 0.0;

  const uvec3 bits = floatBitsToUint(world);
  const uint hash = (bits.x * 73856093u) ^ (bits.y * 19349663u) ^ (bits.z * 83492791u);
  const float noise = float((hash * 2654435769u) >> 8) * (1.0 / 16777216.0);
  splat(middle, disc, colour * (own * strength), noise);
}

void main() {
  const uint stride = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
  for (uint i = gl_GlobalInvocationID.x; i < count; i += stride) draw_body(i);
}
