// How far two states of one lab are apart, found by OpenGL where the kernels left them: B less A, its largest and its RMS.
#pragma once

#include <memory>
#include <optional>

#include "render/field.h"
#include "render/points.h"

namespace warplight::render {

struct DifferenceFacts {
  double most = 0;  // the largest distance of a body from itself, or of a cell's value; infinite where one is no number
  double rms = 0;   // over all of them
  double time = 0;  // as it was handed in
};

class DifferenceMeter {
 public:
  DifferenceMeter();  // throws failed if the driver refuses a shader
  ~DifferenceMeter();
  DifferenceMeter(const DifferenceMeter&) = delete;
  DifferenceMeter& operator=(const DifferenceMeter&) = delete;

  // Measures, and with `keep` keeps the difference for drawing; the answer comes some frames later. Both of one shape, else
  // nothing is done. Throws failed when memory is short, or while a buffer is mapped.
  void fields(const FieldSource& a, const FieldSource& b, double time, bool keep);
  // Of bodies the difference is how far B has each from where A has it, and whither.
  void points(const PointsSource& a, const PointsSource& b, double time, bool keep);
  // What was kept. The field: floats, B less A. The bodies: A's, with the way to B's place as velocity.
  const FieldSource& field() const;
  const PointsSource& bodies() const;
  void forget();

  std::optional<DifferenceFacts> take(bool wait = false);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace warplight::render
