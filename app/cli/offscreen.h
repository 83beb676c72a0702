// A lane whose pictures are drawn without a display.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "app/cli/job.h"
#include "app/cli/options.h"
#include "render/camera.h"
#include "render/capture.h"
#include "render/context.h"
#include "render/field.h"
#include "render/points.h"
#include "render/shared_buffer.h"
#include "sim/watchdog.h"

namespace warplight::cli {

// The context, on the selected GPU where there is one, and whether CUDA can write its buffers.
class Offscreen {
 public:
  explicit Offscreen(render::InteropWish wish);
  const render::GlInfo& gl() const { return context_.info(); }
  const render::Interop& interop() const { return interop_; }

 private:
  render::OffscreenContext context_;
  render::Interop interop_;
};

class OffscreenLane {
 public:
  OffscreenLane(const Offscreen& offscreen, gpu::Stream& stream, const Job& job, const HostState& start);

  // Fits the camera, which brings its angles, to the state as it started.
  void set_look(render::Camera camera, render::PointsStyle style, PictureSize size, float zoom);
  // The same for a lab whose picture is a field. The range has to be known, or is that of each picture.
  void set_field_look(const render::FieldStyle& style, PictureSize size, double zoom);
  // False when stopped. Leaves trails on the way, where the style has them. Throws failed when the state holds something
  // that is not finite.
  bool advance_to(std::int64_t step, std::stop_token stop);
  // `seconds` after the one before, as it will be looked at.
  render::Pixels picture(double seconds = std::numeric_limits<double>::infinity());
  // Draws once more, and waits: the GPU's time for it in milliseconds.
  double time_drawing();
  std::int64_t step() const { return lane_.step(); }
  std::int64_t bodies() const { return source().count; }
  bool is_field() const { return lane_.lab().picture().kind == Picture::Kind::field; }
  const char* path() const { return storage_->path(); }

 private:
  void publish();
  render::PointsSource source() const;
  render::FieldSource field_source() const;
  render::Pixels field_picture(double seconds);
  bool trail_is_seen_at(std::int64_t step) const;

  std::optional<render::PointsRenderer> points_;  // one of these two
  std::optional<render::FieldRenderer> field_;
  render::DrawnStorage* storage_ = nullptr;
  Lane lane_;
  Watchdog watchdog_;
  Bounds bounds_;
  render::Camera camera_;
  render::PointsStyle style_;
  render::FieldView field_view_;
  render::FieldStyle field_style_;
  PictureSize size_{};
  std::string bar_title_;  // "temperature, °C"
};

}  // namespace warplight::cli
