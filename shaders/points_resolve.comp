// Turns the sums of light into the picture: exposure, glow, a filmic curve, the ground. Leaves the sums at zero.
layout(local_size_x = 16, local_size_y = 8) in;

layout(rgba8, binding = 0) uniform restrict writeonly image2D picture;
layout(binding = 0) uniform sampler2D glow;

layout(location = 3) uniform float glow_share;  // 0: none

const float kShrink = 4.0;  // from the sums to the glow's first picture
const vec3 kGround = vec3(7.0, 8.0, 12.0) / 255.0;

// Hejl and Burgess-Dawson's fit of film (2010), without its black point so that faint tails stay: display-encoded.
vec3 film(vec3 x) {
  return (x * (6.2 * x + 0.5)) / (x * (6.2 * x + 1.7) + 0.06);
}

vec3 tone(vec3 x) {
  const float peak = max(x.r, max(x.g, x.b));
  // Beyond the curve's shoulder only the logarithm counts, so that a core keeps its shape; as on film its colour goes.
  const float held = peak > 1.0 ? 1.0 + 1.6 * log(peak) : peak;
  x *= held / peak;
  return film(mix(x, vec3(held), 0.8 * smoothstep(1.0, 7.0, held)));
}

float pixel_noise(ivec2 p) {
  return fract(52.9829189 * fract(dot(vec2(p), vec2(0.06711056, 0.00583715)))) - 0.5;
}

void main() {
  const ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(pixel, size))) return;
  vec3 value = gain * light_at(pixel);
  const uint at = 3u * uint(pixel.y * size.x + pixel.x);
  if ((light[at] | light[at + 1u] | light[at + 2u]) != 0u) {
    light[at] = 0u;
    light[at + 1u] = 0u;
    light[at + 2u] = 0u;
  }
  if (glow_share > 0.0) {
    // The glow's last pixels may reach past the picture: its own size counts, not the picture's.
    const vec3 halo = textureLod(glow, (vec2(pixel) + 0.5) / (kShrink * vec2(textureSize(glow, 0))), 0.0).rgb;
    value = mix(value, halo, glow_share);
  }
  vec3 shown = kGround;
  if (max(value.r, max(value.g, value.b)) > 1e-6) {
    shown = kGround + (1.0 - kGround) * tone(value);
    shown += pixel_noise(pixel) / 255.0;
  }
  imageStore(picture, pixel, vec4(shown, 1.0));
}
