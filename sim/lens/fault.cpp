#include "sim/lens/fault.h"

#include <iterator>

namespace warplight::lens {
namespace {

std::string index_text(const Index3& at) {
  if (at.y == 0 && at.z == 0) return std::to_string(at.x);
  return "(" + std::to_string(at.x) + ", " + std::to_string(at.y) + ", " + std::to_string(at.z) + ")";
}

std::string short_name(const std::string& file) { return file.substr(file.rfind('/') + 1); }

}  // namespace

std::string_view name_of(FaultKind kind) {
  static constexpr std::string_view kNames[] = {
      "out-of-bounds",    "misaligned", "never-written", "shared-race", "global-race", "divergent-barrier",
      "divergent-warp",   "wrong-mask", "endless",       "crash",       "not-modelled"};
  static_assert(std::size(kNames) == static_cast<std::size_t>(FaultKind::not_modelled) + 1);
  return kNames[static_cast<std::size_t>(kind)];
}

std::string text_of(const FaultInfo& fault) {
  std::string text(name_of(fault.kind));
  text += ": " + fault.kernel;
  if (fault.line > 0) text += " at " + short_name(fault.file) + ":" + std::to_string(fault.line);
  return text + ", block " + index_text(fault.block) + ", thread " + index_text(fault.thread) + ": " + fault.what;
}

}  // namespace warplight::lens
