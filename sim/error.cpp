#include "sim/error.h"

#include "sim/text.h"

namespace warplight {

Error::Error(ExitCode code, const std::string& line, std::source_location where)
    : std::runtime_error(one_line(line)), code_(code), where_(where) {}

}  // namespace warplight
