#include "sim/gpu/launch_note.h"

#include <algorithm>
#include <utility>

namespace warplight::gpu {
namespace {

thread_local std::vector<LaunchNote>* launches_heard_by = nullptr;

}  // namespace

void note_launch(const LaunchNote& launch) {
  if (launches_heard_by == nullptr) return;
  const auto known = std::ranges::find_if(*launches_heard_by, [&](const LaunchNote& note) { return note.is_like(launch); });
  if (known == launches_heard_by->end()) {
    launches_heard_by->push_back(launch);
  } else {
    known->times += launch.times;
  }
}

LaunchListener::LaunchListener(std::vector<LaunchNote>& heard) : outer_(std::exchange(launches_heard_by, &heard)) {}
LaunchListener::~LaunchListener() { launches_heard_by = outer_; }

}  // namespace warplight::gpu
