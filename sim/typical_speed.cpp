#include "sim/typical_speed.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace warplight {

float typical_speed(const Picture& picture, const HostState& state) {
  if (picture.velocity < 0) return 1;
  const std::vector<std::byte>& bytes = state.buffers[static_cast<std::size_t>(picture.velocity)];
  std::array<float, 4> v;  // x, y, z, unused
  const std::size_t count = bytes.size() / sizeof v;
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i) {
    std::memcpy(v.data(), bytes.data() + i * sizeof v, sizeof v);
    sum += double{v[0]} * v[0] + double{v[1]} * v[1] + double{v[2]} * v[2];
  }
  const double speed = std::sqrt(sum / static_cast<double>(std::max<std::size_t>(count, 1)));
  return speed > 0 && std::isfinite(speed) ? static_cast<float>(speed) : 1.0f;
}

}  // namespace warplight
