// What a kernel did wrong: the kind, where in the source, which block and thread, which address.
#pragma once

#include <string>
#include <string_view>

#include "sim/error.h"

namespace warplight::lens {

enum class FaultKind {
  out_of_bounds,
  misaligned,
  never_written,
  shared_race,
  global_race,
  divergent_barrier,
  divergent_warp,
  wrong_mask,
  endless,
  crash,
  not_modelled,
};

std::string_view name_of(FaultKind kind);  // "out-of-bounds", stable

struct Index3 {
  unsigned x = 0, y = 0, z = 0;
};

struct FaultInfo {
  FaultKind kind = FaultKind::crash;
  std::string what;     // "reads 16 bytes past the end of position"
  std::string kernel;   // "warplight::nbody::tiled_kernel<false>"
  std::string file;     // as the compiler was told; empty: no line is known
  int line = 0;
  std::string other_file = {};  // of a race: where the other access is
  int other_line = 0;
  Index3 block, thread;
};

// One line for a person.
std::string text_of(const FaultInfo& fault);

class Fault : public Error {
 public:
  explicit Fault(FaultInfo info) : Error(ExitCode::failed, text_of(info)), info_(std::move(info)) {}
  const FaultInfo& info() const { return info_; }

 private:
  FaultInfo info_;
};

}  // namespace warplight::lens
