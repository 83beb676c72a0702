#version 450 core
// In front of every shader that reads the picture's light.

layout(std430, binding = 3) restrict buffer Light { uint light[]; };      // sums, 3 a pixel
layout(std430, binding = 5) restrict buffer Fading { float fading[]; };   // the light of trails, likewise
layout(std430, binding = 6) restrict buffer Exposure { float gain, stops, mean_light, unused; };

layout(location = 0) uniform ivec2 size;
layout(location = 1) uniform float light_of_one;  // before exposure
layout(location = 2) uniform float trail_share;   // 0: no trails

vec3 light_at(ivec2 pixel) {
  const uint at = 3u * uint(pixel.y * size.x + pixel.x);
  vec3 value = vec3(0.0);
  const uvec3 sums = uvec3(light[at], light[at + 1u], light[at + 2u]);
  if ((sums.r | sums.g | sums.b) != 0u) value = vec3(sums) * light_of_one;
  if (trail_share > 0.0) value += trail_share * vec3(fading[at], fading[at + 1u], fading[at + 2u]);
  return value;
}
