// Which kind of particle in a snapshot a group of bodies is.
#pragma once

#include <string>

namespace warplight::nbody {

inline constexpr int kTypes = 6;
inline constexpr int kDarkType = 1;

inline int type_of(float group) {
  for (int g = 0; g < kTypes; ++g) {
    if (group == static_cast<float>(g)) return (g + 1) % kTypes;
  }
  return kDarkType;
}

inline float group_of(int type) { return static_cast<float>((type + kTypes - 1) % kTypes); }

inline std::string path_of(int type, const std::string& dataset = "") {
  return "PartType" + std::to_string(type) + (dataset.empty() ? "" : "/" + dataset);
}

}  // namespace warplight::nbody
