// What the window was asked for on its command line.
#pragma once

#include <filesystem>
#include <optional>

#include "app/cli/job.h"
#include "app/cli/options.h"
#include "app/session/session.h"
#include "render/shared_buffer.h"

namespace warplight::app {

struct Options {
  const Lab* lab = nullptr;
  Start start;
  render::InteropWish interop = render::InteropWish::automatic;
  int frames = 0;                    // ends after so many; 0: when the person closes the window
  std::filesystem::path screenshot;  // of the last of them
  std::optional<cli::PictureSize> size;
};

Start start_of(const cli::Job& job);

// Empty where help or the version was asked for and has been printed. Selects the GPU. Throws bad_input and missing.
std::optional<Options> read_options(int argc, char** argv);

}  // namespace warplight::app
