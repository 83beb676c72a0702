#version 450 core
// In front of every shader of bodies: where one is seen, and in which colour.

layout(std430, binding = 0) restrict readonly buffer Positions { vec4 position[]; };  // w: mass
layout(std430, binding = 1) restrict readonly buffer Velocities { vec4 velocity[]; };
layout(std430, binding = 2) restrict readonly buffer Appearances { vec2 appearance[]; };  // group, light
layout(std430, binding = 4) restrict readonly buffer Subject {
  vec4 subject;  // what is followed: it stays in the middle
  vec4 subject_velocity;
  float least_mass, most_mass;  // of all bodies that have one
};
layout(std140, binding = 0) uniform View {
  mat4 turn;        // from the world's axes to the eye's
  vec4 target;      // what is in the middle where nothing is followed; w: how far the eye is
  ivec2 size;
  float focal_px;
  float nearest;    // depth before which nothing is drawn
  int follows;
  int colouring;    // by group, speed, mass
  int has_velocity, has_appearance;
  float middle_speed;    // that takes the middle of the colours
  float radius;          // of the disc of a body at the target, in pixels
  float largest_radius;
  float full;            // what the middle of such a disc adds to the sums
  vec4 colour_map[8];
};

bool finite(vec3 v) {
  // The bits, since drivers may take comparisons with NaN for what they like.
  const uvec3 exponent = floatBitsToUint(v) & 0x7f800000u;
  return all(notEqual(exponent, uvec3(0x7f800000u)));
}

// From the eye, which looks along -z. Taken from the target first, so that little is lost where the eye is very near.
vec3 seen_from_eye(vec3 world) {
  const vec3 middle = follows != 0 ? subject.xyz : target.xyz;
  return mat3(turn) * (world - middle) - vec3(0.0, 0.0, target.w);
}

vec2 pixel_of(vec3 eye) { return 0.5 * vec2(size) - eye.xy * (focal_px / eye.z); }

vec3 linear_of(vec3 srgb) { return pow(srgb, vec3(2.2)); }

// Warm, cool and two more; a pair of ends each, from slow to fast.
vec3 group_colour(uint group, float t) {
  const vec3 slow[4] = vec3[4](vec3(1.00, 0.34, 0.36), vec3(0.46, 0.33, 1.00),
                               vec3(0.22, 0.80, 0.50), vec3(0.95, 0.35, 0.80));
  const vec3 fast[4] = vec3[4](vec3(1.00, 0.74, 0.44), vec3(0.36, 0.80, 1.00),
                               vec3(0.80, 0.95, 0.60), vec3(1.00, 0.75, 0.92));
  return mix(linear_of(slow[group & 3u]), linear_of(fast[group & 3u]), t);
}

vec3 map_colour(float t) {
  const float x = clamp(t, 0.0, 1.0) * 7.0;
  const int i = min(int(x), 6);
  return linear_of(mix(colour_map[i].rgb, colour_map[i + 1].rgb, x - float(i)));
}

// Masses span decades: their logarithm counts. Without a span all are in the middle.
float mass_share(float mass) {
  if (!(most_mass > least_mass)) return 0.5;
  return mass > 0.0 ? log(mass / least_mass) / log(most_mass / least_mass) : 0.0;
}

vec2 look_of(uint body) { return has_appearance != 0 ? appearance[body] : vec2(0.0, 1.0); }
float light_of(vec2 look) { return look.y > 0.0 ? min(look.y, 2.0) : 0.0; }

vec3 body_colour(uint body, vec2 look, float mass) {
  if (colouring == 2) return map_colour(mass_share(mass));
  const vec3 v = has_velocity != 0 ? velocity[body].xyz : vec3(0.0);
  const float ratio = (finite(v) ? length(v) : 0.0) / middle_speed;
  if (colouring == 1) return map_colour(0.5 * ratio);
  const float t = 1.0 - 1.0 / (1.0 + ratio * ratio);
  return group_colour(uint(max(look.x, 0.0) + 0.5), smoothstep(0.1, 0.8, t));
}

// From 0 to 1, the same for the same place: rounds light up or down by chance, so that faint light is kept on average.
float place_noise(vec3 world) {
  const uvec3 bits = floatBitsToUint(world);
  const uint hash = (bits.x * 73856093u) ^ (bits.y * 19349663u) ^ (bits.z * 83492791u);
  return float((hash * 2654435769u) >> 8) * (1.0 / 16777216.0);
}
