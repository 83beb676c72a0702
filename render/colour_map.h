// Colour maps for amounts, from low to high, as the shaders and the legend both draw them.
#pragma once

#include <array>
#include <glm/vec3.hpp>

namespace warplight::render {

inline constexpr int kMapStops = 8;
// Display-encoded, at even distances; between them a straight line.
using ColourMap = std::array<glm::vec3, kMapStops>;

// Smith and van der Walt's plasma and viridis (2015, CC0): even steps of an amount are even steps for the eye. Their
// darkest ends, which would be lost on black, are cut off.
extern const ColourMap kSpeedMap, kMassMap;

glm::vec3 colour_at(const ColourMap& map, float t);  // t from 0 to 1

// Of the same authors: inferno, whole, for fields. It bends more, so that its stops lie closer.
inline constexpr int kFieldStops = 32;
extern const std::array<glm::vec3, kFieldStops> kFieldMap;
glm::vec3 field_colour_at(float t);
// For differences of two lanes: A's amber where A has more, B's cyan where B has more, dark where they agree. Both arms
// grow lighter alike, and are told apart by the colour-blind.
extern const std::array<glm::vec3, kFieldStops> kDifferenceMap;
glm::vec3 difference_colour_at(float t);  // 0: all A's, 0.5: alike, 1: all B's

}  // namespace warplight::render
