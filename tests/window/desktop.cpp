#include "tests/window/desktop.h"

#include <stdlib.h>

#include <array>
#include <fstream>
#include <stdexcept>

namespace warplight::test {
namespace {

std::filesystem::path new_folder() {
  std::string name = (std::filesystem::temp_directory_path() / "warplight-screen-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  return name;
}

// The words of an X window dump's header: 32 bits each, the highest byte first.
enum Word { header_bytes = 0, width = 4, height = 5, row_bytes = 12, colours = 19, words = 25 };

}  // namespace

std::string Desktop::missing() {
  for (const char* program : {"Xvfb", "openbox", "xdotool", "xprop", "xwininfo"}) {
    if (!on_path(program)) return std::string(program) + " is not on PATH";
  }
  return {};
}

Desktop::Desktop(int width, int height) : folder_(new_folder()) {
  const std::string size = std::to_string(width) + "x" + std::to_string(height) + "x24";
  // It finds a free number by itself and says which. -ac: a program that runs as another user may draw too.
  screen_ = std::make_unique<Process>(
      std::vector<std::string>{"Xvfb", "-displayfd", "1", "-screen", "0", size, "-fbdir", folder_, "-nolisten", "tcp",
                               "-ac", "-noreset"},
      Environment{}, "/");
  if (!within(20, [&] { return screen_->out().ends_with('\n') || !screen_->running(); }) || !screen_->running()) {
    throw std::runtime_error("Xvfb does not start: " + screen_->err());
  }
  display_ = ":" + screen_->out();
  display_.pop_back();
  manager_ = std::make_unique<Process>(std::vector<std::string>{"openbox"}, environment(), "/");
  const auto managed = [&] {
    return ask({"xprop", "-root", "_NET_SUPPORTING_WM_CHECK"}).find("window id") != std::string::npos;
  };
  if (!within(20, managed)) throw std::runtime_error("openbox does not start: " + manager_->err());
}

Desktop::~Desktop() {
  manager_.reset();
  screen_.reset();
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

Pixels Desktop::shot() const {
  std::ifstream file(folder_ / "Xvfb_screen0", std::ios::binary);
  std::array<unsigned char, 4 * Word::words> header{};
  file.read(reinterpret_cast<char*>(header.data()), header.size());
  const auto word = [&](Word i) {
    const unsigned char* b = &header[4 * static_cast<std::size_t>(i)];
    return static_cast<int>(b[0] << 24 | b[1] << 16 | b[2] << 8 | b[3]);
  };
  constexpr int kColourBytes = 12;
  file.seekg(word(Word::header_bytes) + kColourBytes * word(Word::colours));
  Pixels pixels{word(Word::width), word(Word::height), {}};
  std::vector<char> row(static_cast<std::size_t>(word(Word::row_bytes)));
  for (int y = 0; y < pixels.height; ++y) {
    file.read(row.data(), static_cast<std::streamsize>(row.size()));
    for (std::size_t x = 0; x < 4 * static_cast<std::size_t>(pixels.width); x += 4) {  // blue, green, red, nothing
      for (std::size_t c : {x + 2, x + 1, x}) pixels.rgb.push_back(static_cast<std::uint8_t>(row[c]));
    }
  }
  if (!file) throw std::runtime_error("the screen's pixels can't be read");
  return pixels;
}

Environment Desktop::environment() const {
  return {{"DISPLAY", display_}, {"WAYLAND_DISPLAY", std::nullopt}, {"XDG_SESSION_TYPE", std::nullopt}};
}

std::string Desktop::ask(const std::vector<std::string>& words) const {
  Process asked(words, environment(), "/");
  if (!asked.end_within(30)) throw std::runtime_error(words.front() + " does not end");
  return asked.out();
}

}  // namespace warplight::test
