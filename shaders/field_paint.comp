// Turns the means into the picture: colours by amount, isotherms, the grid, the ground around the field.
layout(local_size_x = 16, local_size_y = 8) in;

layout(rgba8, binding = 0) uniform restrict writeonly image2D picture;

layout(location = 2) uniform dvec2 origin;   // the cells at the picture's top left
layout(location = 3) uniform dvec2 a_pixel;  // how many cells it is wide and high
layout(location = 4) uniform int isotherms;
layout(location = 5) uniform float line_px;
layout(location = 6) uniform float grid;     // 0: none
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
  } else if (all(greaterThanEqual(pixel, seen.xy - 1)) && all(lessThanEqual(pixel, seen.zw))) {
    shown = kFrame;
  }
  imageStore(picture, place, vec4(shown, 1.0));
}
