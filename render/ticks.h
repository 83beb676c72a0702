// Round numbers along a scale.
#pragma once

#include <string>
#include <vector>

namespace warplight::render {

struct Tick {
  double value;
  std::string text;  // with as many digits as tell it from its neighbours
};

// At most `most` of them from low to high, both included, at 1, 2 or 5 times a power of ten. None where low is not below
// high or either is not finite.
std::vector<Tick> ticks_between(double low, double high, int most);

}  // namespace warplight::render
