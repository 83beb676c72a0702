// Draws a field as colours by amount: each pixel the mean of the cells that it covers, with isotherms, and a grid where
// cells are large. Compute shaders alone.
#pragma once

#include <limits>
#include <memory>
#include <optional>

#include "render/field_marks.h"
#include "render/field_view.h"

namespace warplight::render {

struct FieldSource {
  unsigned values = 0;  // an OpenGL buffer; 0: nothing
  FieldShape shape;
  // Where cells differ (Picture::material): four floats a cell, another revision where they have changed. 0: all are alike.
  unsigned material = 0;
  std::int64_t material_revision = 0;
  bool lendable = true;  // false: OpenGL's own copy, which no kernel is ever lent
};

// The values that take the ends of the colours; what is beyond takes the end too.
struct FieldRange {
  double low = 0, high = 1;
};

struct FieldStyle {
  // Automatic: from the coldest to the hottest cell in view. It widens at once and narrows slowly.
  bool automatic_range = true;
  FieldRange range;        // where it is not
  int isotherms = 0;       // at even distances within the range
  bool diverging = false;  // colours about the middle of the range: for differences, the middle being 0
  float scale = 1;         // of the user interface
  double reserved_px = 0;  // at the right, that the fitted field leaves free
};

// What a colour's place is: 0 at the low end, 1 at the high one; a range of nothing takes the middle.
double field_position(const FieldRange& range, double value);

// A value that was read from the GPU.
struct FieldProbe {
  std::int64_t x = 0, y = 0;
  double value = 0;
};

// Owns a picture (an RGBA8 texture, display-encoded, bottom row first). Needs a current context for its whole life.
class FieldRenderer {
 public:
  FieldRenderer();  // throws failed if the driver refuses a shader
  ~FieldRenderer();
  FieldRenderer(const FieldRenderer&) = delete;
  FieldRenderer& operator=(const FieldRenderer&) = delete;

  // Draws into the texture, resized to width x height (with a side of 0 the picture is empty). `seconds` since the picture
  // before, as quickly an automatic range narrows. Throws failed when memory is short (the picture is empty then) or while
  // a buffer is mapped.
  void draw(const FieldSource& source, const FieldView& view, const FieldStyle& style, int width, int height,
            double seconds = std::numeric_limits<double>::infinity());
  unsigned texture() const;  // 0 while the picture is empty; another one after a change of size
  int width() const;
  int height() const;
  // GPU time of a recent draw in milliseconds (timer queries, never waited for); NaN before the first.
  double draw_ms();

  // The range in use: the newest that has come from the GPU; with `wait` that of the last picture.
  FieldRange range(bool wait = false);
  // Which kinds of cells were in view then: bits of FieldKind. After range().
  std::uint32_t kinds() const;

  // Asks for the value of a cell, unless an answer is still on its way. It comes some frames later.
  void probe(const FieldSource& source, std::int64_t x, std::int64_t y);
  std::optional<FieldProbe> take_probe(bool wait = false);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace warplight::render
