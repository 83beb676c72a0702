// Chooses the exposure: where the light lies (the mean of the tiles' stops, weighted by their light) comes part of the way
// to where film shows it best. Towards that the exposure moves by a share a picture, so that it does not flicker.
layout(local_size_x = 256) in;

layout(std430, binding = 7) restrict readonly buffer Tiles { float tile[]; };

layout(location = 3) uniform uint tiles;
layout(location = 4) uniform int automatic;
layout(location = 5) uniform float wanted_stops;  // where it is not automatic
layout(location = 6) uniform float share;         // of the way, this time

const float kBestStops = 0.0;
const float kPart = 0.7;
const float kMostStops = 6.0;

shared vec2 sums[256];

void main() {
  vec2 own = vec2(0.0);
  for (uint i = gl_LocalInvocationIndex; i < tiles; i += 256u) {
    const float value = tile[i];
    if (value > 0.0) own += vec2(value, value * log2(value));
  }
  sums[gl_LocalInvocationIndex] = own;
  for (uint half_count = 128u; half_count > 0u; half_count /= 2u) {
    barrier();
    if (gl_LocalInvocationIndex < half_count) sums[gl_LocalInvocationIndex] += sums[gl_LocalInvocationIndex + half_count];
  }
  if (gl_LocalInvocationIndex != 0u) return;
  const vec2 total = sums[0];
  mean_light = total.x * 256.0 / (float(size.x) * float(size.y));
  if (automatic == 0) {
    stops = wanted_stops;
  } else if (total.x > 0.0) {
    const float best = clamp(kPart * (kBestStops - total.y / total.x), -kMostStops, kMostStops);
    stops = mix(stops, best, share);
  }
  gain = exp2(stops);
}
