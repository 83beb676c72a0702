#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "app/field_look.h"
#include "app/panels.h"

namespace warplight::app {
namespace {

enum class Of { all, bodies, field };
struct KeyHint {
  std::string_view key, does;
  Of of = Of::all;
};
constexpr std::array kHints = {
    KeyHint{"space", "pause"},          KeyHint{".", "step"},
    KeyHint{"R", "reset"},              KeyHint{"1–9, 0", "rung"},
    KeyHint{"N", "compare"},
    KeyHint{"C", "fit"},                KeyHint{"F", "follow", Of::bodies},
    KeyHint{"shift drag", "plot a line", Of::field},
    KeyHint{"F1", "keys"}};
constexpr std::array kAllKeys = {
    KeyHint{"space", "pause, play"},
    KeyHint{".", "one step"},
    KeyHint{"R", "the scene from its start"},
    KeyHint{"1 – 9, 0", "a rung of the ladder (0: the last), from the same state"},
    KeyHint{"N", "a second lane beside it, or one alone again"},
    KeyHint{"shift 1 – 9, 0", "a rung into lane B"},
    KeyHint{"Tab", "swap the lanes"},
    KeyHint{"G", "lockstep, race"},
    KeyHint{"Y", "side by side, wipe, difference, blink"},
    KeyHint{"[  ]", "fewer, more steps a frame"},
    KeyHint{"C", "fit the picture"},
    KeyHint{"F", "follow the centre of mass, or nothing", Of::bodies},
    KeyHint{"K", "colour by group, by speed, by mass", Of::bodies},
    KeyHint{"T", "trails on, off", Of::bodies},
    KeyHint{",  /", "darker, brighter", Of::bodies},
    KeyHint{"E", "automatic exposure on, off", Of::bodies},
    KeyHint{"E", "automatic range on, off", Of::field},
    KeyHint{"I", "isotherms on, off", Of::field},
    KeyHint{"V", "vsync on, off"},
    KeyHint{"Ctrl C", "copy the command line for what is on screen"},
    KeyHint{"Ctrl + − 0", "size of the interface"},
    KeyHint{"F11", "full screen"},
    KeyHint{"F12", "screenshot; the notes say where it is"},
    KeyHint{"Esc", "close this, cancel what takes long, or follow nothing", Of::bodies},
    KeyHint{"Esc", "close this, cancel what takes long, or remove the line", Of::field},
    KeyHint{"click", "follow a body", Of::bodies},
    KeyHint{"left drag", "turn the picture", Of::bodies},
    KeyHint{"right drag, shift", "move it", Of::bodies},
    KeyHint{"left drag", "use the tool", Of::field},
    KeyHint{"right drag, Ctrl", "the brush: paint cold; other tools: erase", Of::field},
    KeyHint{"shift drag", "a line to plot along; its ends can be dragged", Of::field},
    KeyHint{"middle drag", "move the picture; also shift and right", Of::field},
    KeyHint{"wheel", "zoom"},
    KeyHint{"shift wheel", "size of the tool", Of::field},
    KeyHint{"drag a knob", "change it; Ctrl click: type a value, double click: default"},
    KeyHint{"right click", "copy a value"},
};

// Those that mean something for the picture that is shown.
template <class Keys>
std::vector<KeyHint> those_for(const Shell& shell, const Keys& keys) {
  const Of shown = is_field(shell) ? Of::field : Of::bodies;
  std::vector<KeyHint> chosen;
  std::ranges::copy_if(keys, std::back_inserter(chosen), [&](const KeyHint& hint) { return hint.of == Of::all || hint.of == shown; });
  return chosen;
}

std::string_view chosen_tool_label(const Shell& shell) {
  return shell.session->lab().tools()[static_cast<std::size_t>(tool_of(shell))].label;
}

// The lab's tools, in a line; nothing where it has none.
struct ToolKeys {
  explicit ToolKeys(const Shell& shell) {
    for (const ToolInfo& tool : shell.session->lab().tools()) {
      keys += (keys.empty() ? "" : " ") + std::string(1, tool.key);
      words += (words.empty() ? "" : ", ") + std::string(tool.label);
    }
  }
  std::string keys, words;
};

std::vector<std::pair<std::string, std::string>> facts_of(const Shell& shell) {
  const Facts& facts = shell.facts;
  std::vector<std::pair<std::string, std::string>> texts;  // what is shown, what hovering says
  if (shell.frames_a_second > 0) texts.emplace_back(fmt::format("{:.0f} fps", shell.frames_a_second), "Frames drawn in a second.");
  texts.emplace_back(shell.settings.vsync ? "vsync on" : "vsync off", "Whether a frame waits for the screen (V).");
  if (!shell.memory.empty()) texts.emplace_back(shell.memory, "GPU memory in use, of all there is.");
  if (!facts.driver.empty()) texts.emplace_back(facts.driver, "The driver, and the CUDA version it speaks.");
  texts.emplace_back("OpenGL " + facts.renderer, "What OpenGL runs on.");
  const std::string advice = facts.interop.advice.empty() ? "" : "\n\n" + facts.interop.advice;
  texts.emplace_back(shell.eye->path.empty() ? "no buffers yet" : fmt::format("buffers {}", shell.eye->path),
                     "How the picture gets what was computed: shared with CUDA, copied from it, or from the host's memory.\n\n" +
                         facts.interop.summary + advice);
  return texts;
}

}  // namespace

void draw_status(Shell& shell, const Rect& at) {
  if (at.empty()) return;
  Ui& ui = shell.ui;
  const float y = at.y + (at.height - ui.fonts.label->FontSize) / 2;
  const auto facts = facts_of(shell);
  float right = at.right() - ui.px(8);
  const float mono_y = at.y + (at.height - ui.fonts.small_mono->FontSize) / 2;
  for (std::size_t i = facts.size(); i-- > 0;) {
    const float width = text_width(ui.fonts.small_mono, facts[i].first);
    if (right - width < at.x) break;
    ImGui::PushID(static_cast<int>(i));
    hit("fact", {right - width, at.y, width, at.height});
    help(ui, facts[i].first, facts[i].second);
    copies(facts[i].first);
    ImGui::PopID();
    draw_text({right - width, mono_y}, ui.fonts.small_mono, colour::kMuted, facts[i].first);
    right -= width + ui.px(22);
  }
  float x = at.x + ui.px(8);
  const ToolKeys tools(shell);
  std::vector<KeyHint> hints = those_for(shell, kHints);
  if (!tools.keys.empty()) hints.insert(hints.end() - 1, {{"drag", chosen_tool_label(shell)}, {tools.keys, "tool"}});
  for (const KeyHint& hint : hints) {
    const float width = text_width(ui.fonts.label, hint.key) + text_width(ui.fonts.label, hint.does) + ui.px(6);
    if (x + width > right) break;
    x += draw_text({x, y}, ui.fonts.label, colour::kText, hint.key) + ui.px(6);
    x += draw_text({x, y}, ui.fonts.label, colour::kMuted, hint.does) + ui.px(18);
  }
}

void draw_keys(Shell& shell, float width, float height) {
  if (!shell.show_keys) return;
  Ui& ui = shell.ui;
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) shell.show_keys = false;
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  list.AddRectFilled({0, 0}, {width, height}, IM_COL32(4, 6, 9, 170));
  const ToolKeys tools(shell);
  std::vector<KeyHint> keys = those_for(shell, kAllKeys);
  if (!tools.keys.empty()) {
    const auto drag = std::ranges::find(keys, "left drag", &KeyHint::key);
    keys.insert(drag, {tools.keys, tools.words});
  }
  const float inside = ui.px(28), heading = 2 * inside + ui.px(40);
  // Rows move closer together in a low window.
  const float row = std::clamp((height - ui.px(16) - heading) / static_cast<float>(keys.size()), ui.px(15), ui.px(27));
  const float wide = std::min(ui.px(620), width - ui.px(24));
  const float tall = heading + row * static_cast<float>(keys.size());
  const Rect card{std::floor((width - wide) / 2), std::max(ui.px(8), std::floor((height - tall) / 2)), wide, tall};
  list.AddRectFilled(card.min(), card.max(), colour::kCard, ui.px(12));
  list.AddRect(card.min(), card.max(), colour::kHairline, ui.px(12));
  const auto write = [&](float x, float y, ImFont* font, ImU32 shade, std::string_view text) {
    list.AddText(font, font->FontSize, {std::floor(x), std::floor(y)}, shade, text.data(), text.data() + text.size());
  };
  write(card.x + inside, card.y + inside, ui.fonts.title, colour::kText, "Keys");
  float y = card.y + inside + ui.px(40);
  for (const KeyHint& hint : keys) {
    write(card.x + inside, y, ui.fonts.label, colour::kText, hint.key);
    write(card.x + inside + ui.px(150), y, ui.fonts.label, colour::kMuted, hint.does);
    y += row;
  }
}

}  // namespace warplight::app
