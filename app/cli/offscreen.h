// A lane whose pictures are drawn without a display.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>

#include "app/cli/job.h"
#include "app/cli/options.h"
#include "render/camera.h"
#include "render/capture.h"
#include "render/context.h"
#include "render/points.h"
#include "render/shared_buffer.h"

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
  // False when stopped. Throws failed when the state holds something that is not finite.
  bool advance_to(std::int64_t step, std::stop_token stop);
  render::Pixels picture();
  std::int64_t step() const { return lane_.step(); }
  const char* path() const { return storage_->path(); }

 private:
  void publish();

  render::PointsRenderer points_;
  render::DrawnStorage* storage_ = nullptr;
  Lane lane_;
  Bounds bounds_;
  render::Camera camera_;
  render::PointsStyle style_;
  PictureSize size_{};
};

}  // namespace warplight::cli
