#include "app/cli/offscreen.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/cli/colour_bar.h"
#include "sim/error.h"
#include "sim/gpu/device.h"
#include "sim/scene.h"
#include "sim/typical_speed.h"

namespace warplight::cli {
namespace {

int wanted_device() { return gpu::machine().usable() ? gpu::selected_device().ordinal : -1; }

unsigned buffer_of(const render::DrawnStorage& storage, int index) { return index < 0 ? 0 : storage.gl_buffer(index); }

}  // namespace

Offscreen::Offscreen(render::InteropWish wish)
    : context_(wanted_device()), interop_(render::probe_interop(wish, context_.cuda_device())) {}

OffscreenLane::OffscreenLane(const Offscreen& offscreen, gpu::Stream& stream, const Job& job, const HostState& start)
    : lane_(*job.lab, stream, [this, &offscreen](Place place, std::vector<BufferSpec> specs) {
        auto made = render::make_drawn_storage(place, std::move(specs), offscreen.interop());
        storage_ = made.get();
        return made;
      }) {
  load(lane_, job, start);
  watchdog_.reset(lane_);
  if (is_field()) {
    field_.emplace();
    bar_title_ = job.lab->picture().quantity;
    const std::string_view unit = job.in.empty() ? find_scene(*job.lab, job.scene).units.value : "";
    if (!unit.empty()) bar_title_ += fmt::format(", {}", unit);
    return;
  }
  points_.emplace();
  bounds_ = job.lab->bounds(job.params, start);
  style_.speed_reference = typical_speed(job.lab->picture(), start);
}

void OffscreenLane::set_look(render::Camera camera, render::PointsStyle style, PictureSize size, float zoom) {
  camera_ = camera;
  camera_.fit(bounds_, static_cast<float>(size.width) / static_cast<float>(size.height));
  camera_.distance /= zoom;
  style.speed_reference = style_.speed_reference;
  style_ = style;
  size_ = size;
}

void OffscreenLane::set_field_look(const render::FieldStyle& style, PictureSize size, double zoom) {
  field_view_ = {.zoom = zoom};
  field_style_ = style;
  field_style_.reserved_px = colour_bar_room(size.width, size.height);
  size_ = size;
}

// Whether what is left behind now is still seen at that step.
bool OffscreenLane::trail_is_seen_at(std::int64_t step) const {
  constexpr double kLengths = 5;
  return static_cast<double>(step - lane_.step()) < kLengths * style_.trail_steps;
}

bool OffscreenLane::advance_to(std::int64_t step, std::stop_token stop) {
  constexpr std::int64_t kStretch = 16;
  constexpr double kPlacesALength = 32;
  const auto smooth = static_cast<std::int64_t>(style_.trail_steps / kPlacesALength);
  while (lane_.step() < step && !stop.stop_requested()) {
    const std::int64_t most = trail_is_seen_at(step) ? std::clamp<std::int64_t>(smooth, 1, kStretch) : kStretch;
    lane_.advance(static_cast<int>(std::min(most, step - lane_.step())), stop);
    watchdog_.look(lane_);
    lane_.stream().wait();
    if (const auto stumble = watchdog_.found(lane_)) {
      throw_failed(fmt::format("{} {}: {}", lane_.lab().info().name, lane_.info().name, text_of(lane_.lab(), lane_.params(), *stumble)));
    }
    if (!trail_is_seen_at(step) || lane_.step() >= step) continue;
    publish();
    points_->leave_trail(source(), camera_, style_, size_.width, size_.height, static_cast<double>(lane_.step()));
  }
  return !stop.stop_requested();
}

void OffscreenLane::publish() {
  // Copies through the host take two calls: the first queues, the second uploads what has arrived.
  storage_->publish(lane_.stream(), lane_.current());
  lane_.stream().wait();
  storage_->publish(lane_.stream(), lane_.current());
}

render::PointsSource OffscreenLane::source() const {
  const Picture picture = lane_.lab().picture();
  return {
      .position = buffer_of(*storage_, picture.position),
      .velocity = buffer_of(*storage_, picture.velocity),
      .appearance = buffer_of(*storage_, picture.appearance),
      .count = storage_->specs()[static_cast<std::size_t>(picture.position)].items,
  };
}

render::FieldSource OffscreenLane::field_source() const {
  const Picture picture = lane_.lab().picture();
  return {.values = buffer_of(*storage_, picture.field[storage_->drawn_current()]),
          .shape = lane_.lab().field_shape(lane_.params()),
          .material = buffer_of(*storage_, picture.material),
          .material_revision = storage_->placed_revision()};
}

render::Pixels OffscreenLane::field_picture(double seconds) {
  field_->draw(field_source(), field_view_, field_style_, size_.width, size_.height, seconds);
  render::Pixels pixels = render::read_texture(field_->texture());
  draw_colour_bar(pixels, field_->range(true), field_style_.isotherms, bar_title_, field_->kinds());
  return pixels;
}

render::Pixels OffscreenLane::picture(double seconds) {
  publish();
  if (is_field()) return field_picture(seconds);
  const auto step = static_cast<double>(lane_.step());
  points_->draw(source(), camera_, style_, size_.width, size_.height, {.step = step, .seconds = seconds});
  return render::read_texture(points_->texture());
}

double OffscreenLane::time_drawing() {
  publish();
  if (is_field()) {
    field_->draw(field_source(), field_view_, field_style_, size_.width, size_.height);
    field_->range(true);
    return field_->draw_ms();
  }
  points_->draw(source(), camera_, style_, size_.width, size_.height);
  points_->light_facts(true);
  return points_->draw_ms();
}

}  // namespace warplight::cli
