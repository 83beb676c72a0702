// The values along a line, one a thread. They are summed band by band: what lies in the band alone is added.
layout(local_size_x = 64) in;

layout(std430, binding = 0) restrict readonly buffer Values { VALUE value[]; };  // of the band alone
layout(std430, binding = 1) restrict buffer Profile { float profile[]; };

layout(location = 0) uniform int count;
layout(location = 1) uniform ivec2 cells;
layout(location = 2) uniform int pitch;
layout(location = 3) uniform ivec2 band;   // its first row, and the one behind its last
layout(location = 4) uniform dvec4 line;   // from x, y, to x, y, in cells
layout(location = 5) uniform double apart; // cells from one value to the next

bool in_band(int y) { return y >= band.x && y < band.y; }

float value_at(int x, int y) { return float(value[(y - band.x) * pitch + x]); }

// Between the middles of the four cells around it.
float between(dvec2 spot) {
  const dvec2 p = clamp(spot - 0.5lf, dvec2(0.0lf), dvec2(cells - 1));
  const ivec2 cell = ivec2(floor(p)), next = min(cell + 1, cells - 1);
  const vec2 part = vec2(p - dvec2(cell));
  float sum = 0.0;
  if (in_band(cell.y)) sum += (1.0 - part.y) * mix(value_at(cell.x, cell.y), value_at(next.x, cell.y), part.x);
  if (part.y > 0.0 && in_band(next.y)) sum += part.y * mix(value_at(cell.x, next.y), value_at(next.x, next.y), part.x);
  return sum;
}

// Of the cells whose middles lie in the square around it.
float mean_about(dvec2 spot) {
  const ivec2 first = clamp(ivec2(ceil(spot - 0.5lf * apart - 0.5lf)), ivec2(0), cells - 1);
  const ivec2 last = clamp(ivec2(ceil(spot + 0.5lf * apart - 0.5lf)) - 1, first, cells - 1);
  float sum = 0.0;
  for (int y = max(first.y, band.x); y <= min(last.y, band.y - 1); ++y) {
    float in_row = 0.0;
    for (int x = first.x; x <= last.x; ++x) in_row += value_at(x, y);
    sum += in_row / float(last.x - first.x + 1);
  }
  return sum / float(last.y - first.y + 1);
}

void main() {
  const int i = int(gl_GlobalInvocationID.x);
  if (i >= count) return;
  const dvec2 spot = mix(line.xy, line.zw, double(i) / double(count - 1));
  if (any(lessThan(spot, dvec2(0.0lf))) || any(greaterThan(spot, dvec2(cells)))) {
    profile[i] = uintBitsToFloat(0x7fc00000u);
    return;
  }
  const float found = apart > 1.0lf ? mean_about(spot) : between(spot);
  profile[i] = band.x == 0 ? found : profile[i] + found;
}
