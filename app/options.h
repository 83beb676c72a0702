// What the window was asked for on its command line.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/cli/job.h"
#include "app/cli/options.h"
#include "app/shell.h"
#include "render/shared_buffer.h"

namespace warplight::app {

inline constexpr const char* kBestRung = "best-here";  // the last of the ladder that may run

struct Options {
  const Lab* lab = nullptr;
  Start start;
  std::string compare;               // the second lane's rung, kBestRung, or empty: one lane
  bool race = false;
  View view = View::side_by_side;
  render::InteropWish interop = render::InteropWish::automatic;
  int frames = 0;                    // ends after so many; 0: when the person closes the window
  std::filesystem::path screenshot;  // of the last of them
  std::optional<cli::PictureSize> size;
};

Start start_of(const cli::Job& job);

// Empty where help or the version was asked for and has been printed. Selects the GPU. Throws bad_input and missing.
std::optional<Options> read_options(int argc, char** argv);

}  // namespace warplight::app
