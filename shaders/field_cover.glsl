// Between field.glsl and the shaders that go over cells: which of them a pixel covers, and how much of each.

// The cells from `from` up to `to`, and how much of the first and the last of them counts.
struct Stretch {
  int first, last;
  float first_share, last_share, length;
};

Stretch stretch_of(double from, double to, int most) {
  from = clamp(from, 0.0lf, double(most));
  to = clamp(to, from, double(most));
  Stretch s;
  s.first = min(int(floor(from)), most - 1);
  s.last = clamp(int(ceil(to)) - 1, s.first, most - 1);
  s.length = float(to - from);
  s.first_share = s.first == s.last ? s.length : float(double(s.first + 1) - from);
  s.last_share = float(to - double(s.last));
  return s;
}

// What a pixel covers. The field's rim seldom falls between two pixels: the last one then takes the rest too.
Stretch covered(double from, double length, int most, bool is_first, bool is_last) {
  const double to = from + length;
  return stretch_of(is_first && from < 0.75lf * length ? 0.0lf : from,
                    is_last && to > double(most) - 0.75lf * length ? double(most) : to, most);
}

float share_of(Stretch s, int i) { return i == s.first ? s.first_share : i == s.last ? s.last_share : 1.0; }
