// What the picture follows: a body or the centre of mass, read by the shaders where the GPU has it, so that it does not
// tremble, and by the host some frames later.
#pragma once

#include <cstdint>
#include <optional>

#include "render/points_view.h"
#include "render/readback.h"

namespace warplight::render {

class Subject {
 public:
  Subject();

  // Brings the buffer of shader storage 4 up to date and binds it: the place of what is followed, the range of masses.
  void update(const PointsSource& source, const PointsStyle& style);

  // Which body is seen nearest to a place of the picture, in pixels from its bottom left, within `reach` of them. The view
  // is bound. One question at a time: a new one takes the place of the old.
  void pick(const PointsSource& source, float x, float y, float reach);
  std::optional<std::int64_t> take_pick();  // -1: none is near
  std::optional<std::int64_t> wait_for_pick();

  const BodyFacts& facts();  // the newest that have arrived
  const BodyFacts& wait_for_facts();

 private:
  void survey(const PointsSource& source, bool takes_centre);
  struct Block {  // as the shaders have it
    float position[4], velocity[4];
    float least_mass, most_mass;
    float unused[2];
  };
  void take(const Block& block);

  GlProgram survey_, pick_;
  GlBuffer subject_, parts_, picked_;
  Readback readback_, pick_readback_;
  Follow follow_, asked_;
  BodyFacts facts_;
};

}  // namespace warplight::render
