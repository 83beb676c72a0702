// The trails of few bodies: a thread draws the line between two of the places where a body was.
layout(local_size_x = 64) in;

layout(std430, binding = 3) restrict coherent buffer Light { uint light[]; };
layout(std430, binding = 5) restrict readonly buffer Ages { float age[]; };   // of each slot, in lengths of a trail
layout(std430, binding = 7) restrict readonly buffer Past { vec4 past[]; };  // slot after slot, in a ring

layout(location = 0) uniform uint bodies;
layout(location = 1) uniform uint slots;
layout(location = 2) uniform uint oldest;
layout(location = 3) uniform uint used;
layout(location = 4) uniform float strength;  // of a new line's middle
layout(location = 5) uniform float half_width;
layout(location = 6) uniform float last_age;  // nothing older is seen

float brightness(float t, float from, float to) { return max(exp(-mix(from, to, t)) - exp(-last_age), 0.0); }

// Walks along the longer side, one pixel at a time. A pixel column belongs to the one piece of a trail that crosses its
// middle, so that pieces join without a bright spot.
void draw_line(vec2 a, vec2 b, float age_a, float age_b, vec3 amount, float noise) {
  const bool steep = abs(b.y - a.y) > abs(b.x - a.x);
  if (steep) {
    a = a.yx;
    b = b.yx;
  }
  if (b.x < a.x) {
    const vec2 other = a;
    a = b;
    b = other;
    const float other_age = age_a;
    age_a = age_b;
    age_b = other_age;
  }
  const ivec2 room = steep ? size.yx : size;
  const float run = b.x - a.x;
  if (!(run > 0.0)) return;
  const float slope = (b.y - a.y) / run, thin = inversesqrt(1.0 + slope * slope);
  const float reach = half_width / thin;
  const int first = int(max(ceil(a.x - 0.5), 0.0)), last = int(min(ceil(b.x - 0.5) - 1.0, float(room.x - 1)));
  for (int x = first; x <= last; ++x) {
    const float t = (float(x) + 0.5 - a.x) / run, middle = a.y + t * (b.y - a.y);
    const int low = int(max(ceil(middle - reach - 0.5), 0.0));
    const int high = int(min(floor(middle + reach - 0.5), float(room.y - 1)));
    for (int y = low; y <= high; ++y) {
      const float off = (float(y) + 0.5 - middle) * thin / half_width;
      const float fall = 1.0 - off * off;
      if (!(fall > 0.0)) continue;
      const uvec3 parts = uvec3(amount * (fall * fall * brightness(t, age_a, age_b)) + noise);
      const uint at = 3u * uint(steep ? x * size.x + y : y * size.x + x);
      if (parts.r > 0u) atomicAdd(light[at], parts.r);
      if (parts.g > 0u) atomicAdd(light[at + 1u], parts.g);
      if (parts.b > 0u) atomicAdd(light[at + 2u], parts.b);
    }
  }
}

void main() {
  const uint body = gl_GlobalInvocationID.x % bodies, piece = gl_GlobalInvocationID.x / bodies;
  if (piece + 1u >= used) return;
  const uint from = (oldest + piece) % slots, to = (from + 1u) % slots;
  if (age[to] > last_age) return;
  const vec4 a = past[from * bodies + body], b = past[to * bodies + body];
  if (!finite(a.xyz) || !finite(b.xyz)) return;
  const vec3 eye_a = seen_from_eye(a.xyz), eye_b = seen_from_eye(b.xyz);
  if (!finite(eye_a) || !finite(eye_b) || !(-eye_a.z > nearest) || !(-eye_b.z > nearest)) return;
  const vec2 look = look_of(body);
  const vec3 amount = body_colour(body, look, b.w) * (strength * min(light_of(look), 1.0));
  draw_line(pixel_of(eye_a), pixel_of(eye_b), age[from], age[to], amount, place_noise(a.xyz));
}
