// The exposure meter: how bright the picture is, and how it is best exposed, found on the GPU.
#pragma once

#include <cstdint>
#include <limits>

#include "render/gl_objects.h"
#include "render/readback.h"

namespace warplight::render {

class ExposureMeter {
 public:
  ExposureMeter();
  void resize(int width, int height);  // throws failed when memory is short
  // Reads the light bound as light.glsl wants it and leaves the gain in the buffer bound as shader storage 6.
  // `share`: of the way from the exposure that was to the best one, where it is automatic.
  void measure(float light_of_one, float trail_share, bool automatic, float wanted_stops, float share);

  struct Reading {
    float gain = 1, stops = 0;
    float mean_light = 0;  // of all pixels and channels, before exposure
    float unused = 0;
  };
  const Reading& reading();   // the newest that has arrived
  const Reading& wait_for_reading();

 private:
  GlProgram tiles_program_, meter_program_;
  GlBuffer exposure_, tiles_;
  Readback readback_;
  Reading reading_;
  int width_ = 0, height_ = 0;
};

}  // namespace warplight::render
