// Files that are dragged onto the window.
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "app/session/session.h"

namespace warplight::app {

// Opens a state or a scene file in place of what is shown: `load` gets what to begin with. What can't be opened is said in
// one line among the session's notes, and what is shown goes on.
void open_dropped(Session& session, const std::function<void(const Start&)>& load, const std::vector<std::filesystem::path>& files);

}  // namespace warplight::app
