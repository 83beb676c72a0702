// Every lab, in menu order.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "sim/lab.h"

namespace warplight {

std::span<const Lab* const> catalog();
const Lab& find_lab(std::string_view name);  // throws bad_input with the nearest known name

}  // namespace warplight
