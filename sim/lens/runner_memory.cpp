// Which memory an access is in, and how it is called in a report.
#include <algorithm>

#include "sim/lens/runner.h"
#include "sim/text.h"

namespace warplight::lens {
namespace {

Region named_region(const Variable& variable, std::uintptr_t start, Space space) {
  Region region;
  region.name = variable_name(variable.mangled);
  region.space = space;
  region.start = start;
  region.bytes = variable.bytes;
  return region;
}

}  // namespace

std::uint16_t Runner::find_region(std::uintptr_t address, std::size_t bytes, Access access, std::uintptr_t pc) {
  std::uint16_t found = kNotRecorded;
  for (std::size_t i = 0; i < regions_.size(); ++i) {
    if (regions_[i]->holds(address, bytes)) found = static_cast<std::uint16_t>(i);
  }
  if (found == kNotRecorded) {
    const auto parameters = reinterpret_cast<std::uintptr_t>(job_->call->closure);
    if (address - parameters < job_->call->closure_bytes && bytes <= job_->call->closure_bytes - (address - parameters)) {
      return kNotRecorded;
    }
    found = shared_variable(address, bytes);
    if (found == kNotRecorded) found = constant_variable(address, bytes);
  }
  if (found != kNotRecorded && regions_[found]->space == Space::constant && !reads_only(access)) {
    stop_fiber(FaultKind::out_of_bounds, pc,
               verb(access) + std::to_string(bytes) + " bytes at " + where(address) + ": constant memory is for reading");
  }
  if (found == kNotRecorded) {
    note_nearest_variable(address);
    stop_fiber(FaultKind::out_of_bounds, pc,
               verb(access) + std::to_string(bytes) + " bytes at " + where(address));
  }
  std::rotate(std::begin(hot.recent), std::end(hot.recent) - 1, std::end(hot.recent));
  hot.recent[0] = {regions_[found]->start, regions_[found]->bytes, found};
  return found;
}

// So that a report can name it, though nobody has touched it yet.
void Runner::note_nearest_variable(std::uintptr_t address) {
  constexpr std::uintptr_t kNear = 4096;
  const Variable* nearest = nullptr;
  std::uintptr_t nearest_start = 0, least = kNear;
  const auto look = [&](const Variable& variable, std::uintptr_t start) {
    const std::uintptr_t end = start + variable.bytes;
    const std::uintptr_t distance = address < start ? start - address : address < end ? 0 : address - end;
    if (distance < least) least = distance, nearest = &variable, nearest_start = start;
  };
  const AddressRange here = thread_variables_here();
  for (const Variable& variable : thread_variables()) {
    if (job_->may_use(variable.mangled)) look(variable, here.start + variable.start);
  }
  for (const Variable& variable : constant_variables()) look(variable, variable.start);
  if (nearest == nullptr) return;
  constants_.push_back(named_region(*nearest, nearest_start, Space::constant));
  regions_.push_back(&constants_.back());
}

void Runner::stop_misaligned(std::uintptr_t address, std::size_t bytes, Access access, std::uintptr_t pc) {
  stop_fiber(FaultKind::misaligned, pc,
             verb(access) + std::to_string(bytes) + " bytes at " + where(address) + ", which is no multiple of " +
                 std::to_string(bytes));
}

std::uint16_t Runner::shared_variable(std::uintptr_t address, std::size_t bytes) {
  const AddressRange here = thread_variables_here();
  if (!here.holds(address)) return kNotRecorded;
  for (const Variable& variable : thread_variables()) {
    const std::uintptr_t start = here.start + variable.start;
    if (!job_->may_use(variable.mangled)) continue;
    if (address - start >= variable.bytes || bytes > variable.bytes - (address - start)) continue;
    Region& region = variables_.emplace_back(named_region(variable, start, Space::shared));
    region.make_cells();
    regions_.push_back(&region);
    return static_cast<std::uint16_t>(regions_.size() - 1);
  }
  return kNotRecorded;
}

std::uint16_t Runner::constant_variable(std::uintptr_t address, std::size_t bytes) {
  for (const Variable& variable : constant_variables()) {
    if (address - variable.start >= variable.bytes || bytes > variable.bytes - (address - variable.start)) continue;
    regions_.push_back(&constants_.emplace_back(named_region(variable, variable.start, Space::constant)));
    return static_cast<std::uint16_t>(regions_.size() - 1);
  }
  return kNotRecorded;
}

void Runner::begin_shared() {
  shared_stamp_ = shared_stamp_ % Stamp::kLaunches + 1;
  dynamic_.forget();
  for (Region& variable : variables_) variable.forget();
}

std::string Runner::where(std::uintptr_t address) const {
  const Region* near = nullptr;
  std::uintptr_t distance = ~std::uintptr_t{0};
  for (const Region* region : regions_) {
    if (region->bytes == 0) continue;
    const std::uintptr_t end = region->start + region->bytes;
    const std::uintptr_t d = address < region->start ? region->start - address : address < end ? 0 : address - end;
    if (d < distance) distance = d, near = region;
  }
  constexpr std::uintptr_t kFar = 1 << 30;
  if (near == nullptr || distance > kFar) return "an address that is near no buffer";
  const auto offset = static_cast<std::int64_t>(address - near->start);
  std::string text = near->name + (offset < 0 ? " - " : " + ") + std::to_string(std::abs(offset)) + " bytes";
  if (near->item_bytes > 1) {
    const auto item = static_cast<std::int64_t>(near->item_bytes);
    const std::int64_t index = offset >= 0 ? offset / item : -((-offset + item - 1) / item);
    text += " (item " + std::to_string(index) + "; it has " + std::to_string(near->bytes / near->item_bytes) + ")";
  } else {
    text += " (it has " + std::to_string(near->bytes) + ")";
  }
  return text;
}

std::string Runner::place_text(std::uint32_t place) const {
  const SourceLine line = source_line(pc_of(place));
  return line.file.substr(line.file.rfind('/') + 1) + ":" + std::to_string(line.line);
}

FaultInfo Runner::describe(FaultKind kind, std::uintptr_t pc, std::int64_t block, int thread, std::string what) const {
  const SourceLine line = source_line(pc);
  return {.kind = kind,
          .what = std::move(what),
          .kernel = job_->kernel,
          .file = line.file,
          .line = line.line,
          .other_file = {},
          .other_line = 0,
          .block = job_->block_index(block),
          .thread = job_->thread_index(thread)};
}

void Runner::report(FaultKind kind, std::uintptr_t pc, int thread, std::string what) const {
  job_->report(describe(kind, pc, block_, thread, std::move(what)));
}

}  // namespace warplight::lens
