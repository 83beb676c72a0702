// This machine's ceilings: as they were kept, else measured now and kept.
#pragma once

#include <stop_token>
#include <string>

#include "app/cli/terminal.h"
#include "sim/measure/ceilings.h"

namespace warplight::cli {

struct CeilingsHere {
  measure::Ceilings ceilings;  // all NaN where they could not be measured
  bool measured_now = false;
  std::string
      note;  // what was wrong with those that were kept, why these can't be, or why there are none: one line each
};

// again: measured anew, whatever is kept. Never throws for a machine that refuses: the note says so.
CeilingsHere device_ceilings(gpu::Stream& stream, measure::MachineWatch* machine, bool again, std::stop_token stop);
CeilingsHere host_ceilings(bool again, std::stop_token stop);

// Keeps what was measured besides; "" or why it can't be kept.
std::string keep_ceilings(const measure::Ceilings& ceilings);

// "4.02 TB/s", "2.1 µs"; "–" where it was not measured.
std::string ceiling_text(const measure::Ceilings& ceilings, measure::Ceiling ceiling);

}  // namespace warplight::cli
