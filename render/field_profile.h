// What a field is along a line: values at even distances, read from the GPU and never waited for.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "render/field.h"

namespace warplight::render {

struct FieldLine {
  FieldSpot from, to;  // in cells from the field's top left
  bool operator==(const FieldLine&) const = default;
};

// How long a line is in units of length.
double length_of(const FieldLine& line, const FieldShape& shape);

struct FieldProfile {
  static constexpr int kMost = 1024;
  FieldLine line;
  double length = 0;          // in units of length
  std::vector<float> values;  // the first at `from`, the last at `to`; NaN outside of the field
};

// Values between cells are interpolated (bilinear, between the cells' middles). Where the line has more cells than there
// are values, each is the mean of the square of cells that stands for it: as wide as they lie apart.
class FieldProfiler {
 public:
  FieldProfiler();  // throws failed if the driver refuses a shader
  ~FieldProfiler();
  FieldProfiler(const FieldProfiler&) = delete;
  FieldProfiler& operator=(const FieldProfiler&) = delete;

  // Asks for the values along a line, unless an answer is still on its way. It comes some frames later. Throws failed
  // while a buffer is mapped.
  void ask(const FieldSource& source, const FieldLine& line);
  bool busy() const;
  std::optional<FieldProfile> take(bool wait = false);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace warplight::render
