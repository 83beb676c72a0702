// The catalog as the lens compiled it: the same labs, whose device variants launch on the lens.
#pragma once

#include <span>
#include <string_view>

#include "sim/lab.h"

namespace warplight::lens {

std::span<const Lab* const> labs();
const Lab& find_lab(std::string_view name);  // throws bad_input with the nearest known name

}  // namespace warplight::lens
