// One step of the glow's pyramid: each pixel of the smaller picture is the mean of the larger one's pixels under it.
layout(local_size_x = 8, local_size_y = 8) in;

layout(rgba16f, binding = 0) uniform restrict writeonly image2D smaller;
layout(binding = 0) uniform sampler2D larger;

layout(location = 3) uniform ivec2 smaller_size;
layout(location = 4) uniform int from_sums;

const int kShrink = 4;           // from the sums to the first picture
const float kGlowLimit = 12.0;   // a core glows no more than this, however bright it is

vec3 mean_of_sums(ivec2 pixel) {
  const ivec2 low = pixel * kShrink;
  const ivec2 high = min(low + kShrink, size);
  vec3 total = vec3(0.0);
  for (int y = low.y; y < high.y; ++y) {
    for (int x = low.x; x < high.x; ++x) {
      const vec3 value = gain * light_at(ivec2(x, y));
      total += value / (1.0 + max(value.r, max(value.g, value.b)) / kGlowLimit);
    }
  }
  return total / float(kShrink * kShrink);
}

// Four taps of the linear filter: a tent that is wide enough not to shimmer.
vec3 mean_of_larger(ivec2 pixel) {
  const vec2 texel = 1.0 / vec2(textureSize(larger, 0));
  const vec2 middle = (vec2(pixel) + 0.5) * 2.0 * texel;  // twice as many pixels, whatever is rounded at the end
  vec3 total = textureLod(larger, middle + texel * vec2(-0.75, -0.75), 0.0).rgb;
  total += textureLod(larger, middle + texel * vec2(0.75, -0.75), 0.0).rgb;
  total += textureLod(larger, middle + texel * vec2(-0.75, 0.75), 0.0).rgb;
  total += textureLod(larger, middle + texel * vec2(0.75, 0.75), 0.0).rgb;
  return 0.25 * total;
}

void main() {
  const ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(pixel, smaller_size))) return;
  const vec3 value = from_sums != 0 ? mean_of_sums(pixel) : mean_of_larger(pixel);
  imageStore(smaller, pixel, vec4(value, 1.0));
}
