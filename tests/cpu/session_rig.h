// A session whose frames are drawn by the test, and labs for it.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "app/session/session.h"
#include "tests/planted_lab.h"

namespace warplight::app {

using Clock = std::chrono::steady_clock;

inline const LabAdapter<planted::HostLab> kPlanted;

// A host variant that has a launch knob.
struct ShapedLab : NBody {
  static std::span<const Variant<ShapedLab>> ladder() {
    static constexpr Knob kKnobs[] = {{.name = "block", .min = 32, .max = 128, .default_value = 32, .kind = KnobKind::integer}};
    static const Variant<ShapedLab> rows[] = {{.info = {.name = "shaped", .place = Place::host, .tolerance = {5e-6, 5e-5}},
                                               .launch_knobs = kKnobs,
                                               .prepare = nbody::prepare_reference,
                                               .evaluate = nbody::evaluate_reference,
                                               .advance = nbody::advance_reference}};
    return rows;
  }
};
inline const LabAdapter<ShapedLab> kShaped;

inline double ms_since(Clock::time_point start) { return std::chrono::duration<double, std::milli>(Clock::now() - start).count(); }

// A session whose frames are drawn by the test.
struct Rig {
  Rig(const Lab& lab, Start start, Hooks hooks = {}) : session(lab, stream, std::move(start), std::move(hooks)) {}

  // Frames until it holds, at most so long; the longest frame is kept.
  bool until(const std::function<bool()>& holds, double seconds = 20) {
    const auto start = Clock::now();
    while (!holds()) {
      if (ms_since(start) > 1000 * seconds) return false;
      const auto frame = Clock::now();
      session.update();
      longest_frame_ms = std::max(longest_frame_ms, ms_since(frame));
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
  }
  bool settle() {
    return until([&] { return session.settled() && session.loaded(); });
  }
  const Rung& rung(std::string_view name) const {
    return session.rungs()[static_cast<std::size_t>(session.lab().find_variant(name))];
  }
  const Knob& knob(std::string_view name) const { return find_knob(session.lab().knobs(), name); }
  std::string last_note() const { return session.notes().empty() ? "" : session.notes().back().text; }
  bool noted(std::string_view part) const {
    return std::ranges::any_of(session.notes(), [&](const Note& note) { return note.text.find(part) != std::string::npos; });
  }

  gpu::Stream stream;
  Session session;
  double longest_frame_ms = 0;
};

inline Start small(std::string variant, double n = 300) {
  return {.variant = std::move(variant), .scene = "uniform-cube", .in = {}, .knobs = {{"n", n}}, .launch = {}};
}

}  // namespace warplight::app
