// The n-body lab's scenes by name.
#pragma once

#include <cstdint>
#include <string_view>

#include "sim/nbody/scenes.h"

namespace warplight::nbody {

struct Scene {
  SceneInfo info;
  Recipe (*recipe)(std::int64_t n, std::int64_t seed);
  std::int64_t fixed_n = 0;  // 0: any
};

// Those that a person is shown (NBody::scenes), and those for checks and tests. Throws bad_input for another name.
const Scene& find_scene(std::string_view name);

}  // namespace warplight::nbody
