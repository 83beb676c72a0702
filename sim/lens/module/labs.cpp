// Inside the lens's module `catalog()` is the module's own: compiled from the same file as the program's.
#include "sim/lens/labs.h"

#include "sim/catalog.h"

namespace warplight::lens {

std::span<const Lab* const> labs() { return catalog(); }
const Lab& find_lab(std::string_view name) { return warplight::find_lab(name); }

}  // namespace warplight::lens
