#include "app/theme.h"

namespace warplight::app {
namespace {

ImVec4 v4(ImU32 colour) { return ImGui::ColorConvertU32ToFloat4(colour); }

}  // namespace

ImU32 faded(ImU32 colour, float alpha) {
  const auto a = static_cast<float>((colour >> IM_COL32_A_SHIFT) & 255) * alpha;
  return (colour & ~IM_COL32_A_MASK) | (static_cast<ImU32>(a) << IM_COL32_A_SHIFT);
}

void apply_theme(float scale) {
  ImGuiStyle style;
  style.WindowPadding = {0, 0};
  style.WindowBorderSize = 0;
  style.DisabledAlpha = 1;
  style.ChildBorderSize = 0;
  style.FrameRounding = 6;
  style.PopupRounding = 8;
  style.PopupBorderSize = 1;
  style.ChildRounding = space::kRadius;
  style.ItemSpacing = {8, 8};
  style.FramePadding = {8, 4};
  style.ScrollbarSize = 8;
  style.ScrollbarRounding = 4;
  style.AntiAliasedLinesUseTex = true;
  style.CircleTessellationMaxError = 0.15f;
  style.Colors[ImGuiCol_Text] = v4(colour::kText);
  style.Colors[ImGuiCol_TextDisabled] = v4(colour::kMuted);
  style.Colors[ImGuiCol_WindowBg] = v4(colour::kGround);
  style.Colors[ImGuiCol_ChildBg] = v4(colour::kCard);
  style.Colors[ImGuiCol_PopupBg] = v4(colour::kRaised);
  style.Colors[ImGuiCol_Border] = v4(colour::kHairline);
  style.Colors[ImGuiCol_FrameBg] = v4(colour::kRaised);
  style.Colors[ImGuiCol_FrameBgHovered] = v4(colour::kHairline);
  style.Colors[ImGuiCol_FrameBgActive] = v4(colour::kHairline);
  style.Colors[ImGuiCol_Header] = v4(colour::kHairline);
  style.Colors[ImGuiCol_HeaderHovered] = v4(colour::kHairline);
  style.Colors[ImGuiCol_HeaderActive] = v4(colour::kHairline);
  style.Colors[ImGuiCol_ScrollbarBg] = {0, 0, 0, 0};
  style.Colors[ImGuiCol_ScrollbarGrab] = v4(colour::kHairline);
  style.Colors[ImGuiCol_ScrollbarGrabHovered] = v4(colour::kWait);
  style.Colors[ImGuiCol_ScrollbarGrabActive] = v4(colour::kWait);
  style.Colors[ImGuiCol_TextSelectedBg] = v4(faded(colour::kLaneB, 0.35f));
  style.Colors[ImGuiCol_NavHighlight] = {0, 0, 0, 0};
  style.ScaleAllSizes(scale);
  ImGui::GetStyle() = style;
}

}  // namespace warplight::app
