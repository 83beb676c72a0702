// The light that bodies leave behind: lines through the places where few were, decaying light where they are many.
#pragma once

#include <cstdint>
#include <vector>

#include "render/points_view.h"

namespace warplight::render {

class Trails {
 public:
  Trails();
  void resize(Size size);  // throws failed when memory is short; forgets all
  void forget();
  bool shown() const { return shown_; }

  // Of few bodies: takes note of where they are at that step. `length` is in steps, more than 0.
  void remember(const PointsSource& source, double step, double length);
  // Adds the lines to the sums bound as shader storage 3; the bodies' own buffers and the view are bound too.
  void draw_lines(float light_of_one, float full, float scale);
  // Of many: decays what was, by the steps since the last call, and takes in the sums bound as shader storage 3.
  void fade(float light_of_one, double step, double length);
  float share() const;  // of the decaying light in the picture: 0 where there is none

 private:
  void make_ring(std::int64_t bodies);

  GlProgram lines_, fade_;
  GlBuffer fading_, past_, ages_;
  Size size_;
  bool shown_ = false, fades_ = false;
  double last_step_ = 0;
  std::int64_t bodies_ = 0;
  std::uint32_t slots_ = 0, head_ = 0, used_ = 0;
  std::vector<double> steps_;    // of each slot
  std::vector<float> age_;
  double length_ = 0;
};

}  // namespace warplight::render
