#version 450 core
// One step back up the glow's pyramid: what is spread widely is added to what is spread less.
layout(local_size_x = 8, local_size_y = 8) in;

layout(rgba16f, binding = 0) uniform restrict image2D larger;
layout(binding = 0) uniform sampler2D smaller;

layout(location = 0) uniform ivec2 larger_size;
layout(location = 1) uniform float share;  // of the wider glow

void main() {
  const ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(pixel, larger_size))) return;
  const vec2 texel = 1.0 / vec2(textureSize(smaller, 0));
  const vec2 middle = (vec2(pixel) + 0.5) * 0.5 * texel;
  vec3 wide = vec3(0.0);
  for (int y = -1; y <= 1; y += 2) {
    for (int x = -1; x <= 1; x += 2) wide += textureLod(smaller, middle + 0.75 * texel * vec2(x, y), 0.0).rgb;
  }
  const vec3 narrow = imageLoad(larger, pixel).rgb;
  imageStore(larger, pixel, vec4(mix(narrow, 0.25 * wide, share), 1.0));
}
