// The look: colours, spaces and radii, in one place.
#pragma once

#include <imgui.h>

namespace warplight::app {

constexpr ImU32 rgb(unsigned hex, unsigned alpha = 255) {
  return IM_COL32((hex >> 16) & 255, (hex >> 8) & 255, hex & 255, alpha);
}

namespace colour {
inline constexpr ImU32 kGround = rgb(0x0D1015), kCard = rgb(0x141920), kRaised = rgb(0x1B222B);
inline constexpr ImU32 kHairline = rgb(0x27303B), kText = rgb(0xDCE3EC), kMuted = rgb(0x8893A2);
inline constexpr ImU32 kDim = rgb(0x5A6472), kTrack = rgb(0x232B35), kBar = rgb(0x68737F);
inline constexpr ImU32 kLaneA = rgb(0xF2A65A), kLaneB = rgb(0x58C4F0);
inline constexpr ImU32 kGood = rgb(0x7BD88F), kWarn = rgb(0xF2C94C), kBad = rgb(0xF2777A);
inline constexpr ImU32 kMap = rgb(0x9B8CF2), kDraw = rgb(0x6FB3A8), kWait = rgb(0x3A4654);
}  // namespace colour

// Lengths at scale 1, on a grid of 4.
namespace space {
inline constexpr float kGap = 12, kInside = 16, kRadius = 8, kRowRadius = 6;
}  // namespace space

ImU32 faded(ImU32 colour, float alpha);

// Sets ImGui's style for a scale of the user interface.
void apply_theme(float scale);

}  // namespace warplight::app
