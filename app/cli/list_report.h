// What `list` says of a lab: for people, for pages and for programs.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "sim/lab.h"

namespace warplight::cli {

// Each names the variants, and which of them can't run on this machine or under the lens, and why.
std::string lab_text(const Lab& lab);
std::string lab_markdown(const Lab& lab);
nlohmann::ordered_json lab_json(const Lab& lab);

}  // namespace warplight::cli
