// Turns the means into the picture: colours by amount, isotherms, the grid, the ground around the field.
layout(local_size_x = 16, local_size_y = 8) in;

layout(rgba8, binding = 0) uniform restrict writeonly image2D picture;

layout(location = 2) uniform dvec2 origin;   // the cells at the picture's top left
layout(location = 3) uniform dvec2 a_pixel;  // how many cells it is wide and high
layout(location = 4) uniform int isotherms;
layout(location = 5) uniform float line_px;
layout(location = 6) uniform float grid;     // 0: none
layout(location = 7) uniform int marked;     // 0: the marks are not there
layout(location = 8) uniform vec2 anchor;    // the field's corner in pixels, so that patterns move with it
layout(location = 9) uniform float scale;    // of the user interface
layout(location = 16) uniform vec3 map[32];

const vec3 kGround = vec3(7.0, 8.0, 12.0) / 255.0;
const vec3 kFrame = vec3(39.0, 48.0, 59.0) / 255.0;
const vec3 kNoNumber = vec3(0.36, 0.94, 0.86);  // in no part of the map

float position_of(float v) { return high > low ? clamp((v - low) / (high - low), 0.0, 1.0) : 0.5; }

vec3 colour_of(float v) {
  const float x = position_of(v) * 31.0;
  const int i = min(int(x), 30);
  return mix(map[i], map[i + 1], x - float(i));
}

// In the order of the isotherms: 1 on the first, 2 on the second.
float level_at(ivec2 pixel) {
  pixel = clamp(pixel, seen.xy, seen.zw - 1);
  return (smoothed[pixel.y * size.x + pixel.x] - low) / (high - low) * float(isotherms + 1);
}

// How much of the pixel a line takes. The next isotherm's distance in pixels comes from the slope; where they lie so close
// that they would run together they fade.
float line_share(ivec2 pixel) {
  const float here = level_at(pixel);
  const float left = level_at(pixel - ivec2(1, 0)), right = level_at(pixel + ivec2(1, 0));
  const float above = level_at(pixel - ivec2(0, 1)), below = level_at(pixel + ivec2(0, 1));
  const float nearest = clamp(round(here), 1.0, float(isotherms));
  // At the rim one neighbour is the pixel itself.
  const vec2 span = vec2(pixel.x > seen.x && pixel.x < seen.z - 1 ? 2.0 : 1.0, pixel.y > seen.y && pixel.y < seen.w - 1 ? 2.0 : 1.0);
  const float slope = length(vec2(right - left, below - above) / span);
  if (!(slope * 4.0 * float(max(size.x, size.y)) > 1.0)) return 0.0;  // a plateau is no line
  const float away = abs(here - nearest) / slope;
  return clamp(0.5 * line_px + 0.5 - away, 0.0, 1.0) * smoothstep(2.0, 5.0, 1.0 / slope);
}

// Whether a cell begins in this pixel, along each side.
bvec2 begins(ivec2 pixel) {
  const dvec2 from = origin + dvec2(pixel) * a_pixel;
  return notEqual(ivec2(floor(from)), ivec2(floor(from - a_pixel)));
}

// What is marked is in no colour of the map, and each light line has a dark one beside it: to be seen on hot and on cold.
const vec3 kWall = vec3(0.455, 0.486, 0.522), kHatch = vec3(0.333, 0.361, 0.396);
const vec3 kHeated = vec3(1.0, 0.80, 0.45), kCooled = vec3(0.55, 0.90, 1.0), kHeld = vec3(0.93, 0.96, 1.0);

// Thin things seen from afar are seen: half a pixel is as good as a whole one.
vec4 marks_at(ivec2 pixel) {
  pixel = clamp(pixel, seen.xy, seen.zw - 1);
  return clamp(2.0 * unpackUnorm4x8(mark[pixel.y * size.x + pixel.x]), 0.0, 1.0);
}

// 1 on the lines of a hatch.
float hatch_at(vec2 p) {
  const float period = 7.0 * scale, away = abs(mod(p.x + p.y, period) - 0.5 * period);
  return clamp(0.5 * scale + 0.5 - away * 0.7071, 0.0, 1.0);
}

// How far the nearest dot of a staggered lattice is.
float to_dot(vec2 p) {
  const vec2 period = vec2(10.0, 5.0) * scale;
  const float row = floor(p.y / period.y);
  p.x += mod(row, 2.0) * 0.5 * period.x;
  return length(mod(p, period) - 0.5 * period);
}

vec3 with_marks(vec3 shown, ivec2 pixel) {
  const vec4 own = marks_at(pixel);
  vec4 least = own, most = own;
  const int reach = max(1, int(round(1.6 * scale)));
  for (int i = 0; i < 9; ++i) {
    const vec4 near = marks_at(pixel + reach * ivec2(i % 3 - 1, i / 3 - 1));
    least = min(least, near);
    most = max(most, near);
  }
  const vec4 within = own - least, around = most - own;
  const vec2 p = vec2(pixel) + 0.5 + anchor;
  shown = mix(shown, mix(kWall, kHatch, hatch_at(p)), 0.94 * own.x);
  shown *= 1.0 - 0.45 * around.x;
  const float away = to_dot(p);
  const vec3 given = own.y >= own.z ? kHeated : kCooled;
  const float dotted = max(own.y, own.z);
  shown *= 1.0 - 0.6 * dotted * clamp(2.4 * scale + 0.5 - away, 0.0, 1.0);
  shown = mix(shown, given, dotted * clamp(1.3 * scale + 0.5 - away, 0.0, 1.0));
  shown *= 1.0 - 0.75 * max(max(around.y, around.z), around.w);
  shown = mix(shown, kHeated, within.y);
  shown = mix(shown, kCooled, within.z);
  return mix(shown, kHeld, within.w);
}

void main() {
  const ivec2 place = ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(place, size))) return;
  const ivec2 pixel = ivec2(place.x, size.y - 1 - place.y);  // from the top
  vec3 shown = kGround;
  if (all(greaterThanEqual(pixel, seen.xy)) && all(lessThan(pixel, seen.zw))) {
    const float v = mean[pixel.y * size.x + pixel.x];
    shown = finite(v) ? colour_of(v) : kNoNumber;
    const float light = dot(shown, vec3(0.3, 0.6, 0.1));
    if (grid > 0.0 && any(begins(pixel)) && all(greaterThan(pixel, seen.xy))) {
      shown = mix(shown, light > 0.25 ? vec3(0.0) : vec3(1.0), grid * 0.16);
    }
    if (isotherms > 0 && high > low && finite(v)) {
      // One colour a line, however the colours beneath it change.
      const float line = clamp(round(level_at(pixel)), 1.0, float(isotherms)) / float(isotherms + 1);
      shown = mix(shown, line > 0.6 ? vec3(0.0) : vec3(1.0), 0.6 * line_share(pixel));
    }
    if (marked != 0 && kinds != 0u) shown = with_marks(shown, pixel);
  } else if (all(greaterThanEqual(pixel, seen.xy - 1)) && all(lessThanEqual(pixel, seen.zw))) {
    shown = kFrame;
  }
  imageStore(picture, place, vec4(shown, 1.0));
}
