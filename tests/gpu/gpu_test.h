// A test fixture that is skipped, with the reason, where no GPU is.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim/catalog.h"
#include "sim/gpu/device.h"
#include "sim/lane.h"
#include "sim/nbody/nbody.h"

namespace warplight {

class GpuTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const std::string reason = gpu::unavailable_reason(0);
    if (!reason.empty()) GTEST_SKIP() << reason;
    stream_ = gpu::Stream::create();
  }
  gpu::Stream stream_;
};

// The device variants of a lab that can run here.
inline std::vector<int> device_variants(const Lab& lab) {
  std::vector<int> found;
  for (int v = 0; v < lab.variant_count(); ++v) {
    if (lab.variant(v).place == Place::device && unavailable_reason(lab.variant(v)).empty()) found.push_back(v);
  }
  return found;
}

inline const Lab& nbody_lab() { return find_lab("nbody"); }

// An n-body state by hand.
struct Bodies {
  std::vector<Float4> position, velocity;

  HostState state() const {
    HostState made;
    auto bytes = [](const auto& items) {
      const auto* start = reinterpret_cast<const std::byte*>(items.data());
      return std::vector<std::byte>(start, start + items.size() * sizeof(items[0]));
    };
    made.buffers = {bytes(position), bytes(velocity), bytes(std::vector<Float4>(position.size())),
                    bytes(std::vector<Float2>(position.size(), Float2{0, 1}))};
    return made;
  }
  ParamBytes params(double dt, double softening) const {
    NBody::Params params;
    params.n = static_cast<std::int64_t>(position.size());
    params.dt = dt;
    params.softening = softening;
    params.heaviest = 0;
    for (const Float4& body : position) params.heaviest = std::max(params.heaviest, static_cast<double>(body.w));
    return ParamBytes::of(params);
  }
};

inline std::vector<Float4> floats_of(const HostState& state, int buffer) {
  const auto& bytes = state.buffers[static_cast<std::size_t>(buffer)];
  const auto* items = reinterpret_cast<const Float4*>(bytes.data());
  return {items, items + bytes.size() / sizeof(Float4)};
}

}  // namespace warplight
