// Chooses the range of the colours: the one that was asked for, or that of the cells in view. That widens at once, so that
// nothing is cut off, and narrows by a share a picture, so that it does not flicker.
layout(local_size_x = 1) in;

layout(location = 2) uniform int automatic;
layout(location = 3) uniform vec2 wanted;
layout(location = 4) uniform float share;

void main() {
  if (automatic == 0) {
    low = wanted.x;
    high = wanted.y;
    known = 1u;
  } else if (low_bits <= high_bits) {
    const float least = from_ordered(low_bits), most = from_ordered(high_bits);
    const float part = known != 0u ? share : 1.0;
    // All alike, and within what was seen before: it keeps the colour that it had.
    const bool keeps = known != 0u && least == most && least >= low && most <= high;
    if (!keeps) {
      low = least < low || part >= 1.0 ? least : mix(low, least, part);
      high = most > high || part >= 1.0 ? most : mix(high, most, part);
    }
    known = 1u;
  }
  low_bits = 0xffffffffu;
  high_bits = 0u;
}
