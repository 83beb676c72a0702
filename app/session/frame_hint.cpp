#include "app/session/frame_hint.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace warplight::app {
namespace {

double median_ms(const Session& session, Span span) {
  const double ms = session.span(span).quantiles(60).median;
  return std::isnan(ms) ? 0 : ms;
}

}  // namespace

std::string frame_hint(const Lanes& lanes, bool vsync) {
  double compute = 0, draw = 0;
  for (int lane = 0; lane < 2 && lanes.has(lane); ++lane) {
    compute += median_ms(lanes[lane], Span::compute);
    draw += median_ms(lanes[lane], Span::draw);
  }
  const double wait = median_ms(lanes[0], Span::wait), all = compute + draw + (vsync ? wait : 0);
  if (!(compute > 0) || lanes.pairing() == Pairing::race) return {};
  if (draw > 2 * compute && draw > 4) {
    return fmt::format("drawing takes {:.1f} ms of {:.1f}: more steps a frame (]) show the kernels", draw, all);
  }
  if (vsync && wait > compute && wait > 3) {
    return fmt::format("vsync hides {:.1f} ms of each frame: more steps a frame (]), or vsync off (V)", wait);
  }
  return {};
}

}  // namespace warplight::app
