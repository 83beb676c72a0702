// What a field's picture marks besides its values: cells that hinder heat, that are heated, cooled or held. Finds how much
// of each pixel they are, where that may have changed.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "render/field_view.h"
#include "render/gl_objects.h"

namespace warplight::render {

struct FieldSource;

// Bits, in the order of the marks; their words for a legend.
enum FieldKind : std::uint32_t { kWalls = 1, kHeated = 2, kCooled = 4, kHeld = 8 };
inline constexpr std::array<std::string_view, 4> kFieldKindWords = {"wall", "heater", "cooler", "held"};

class FieldMarks {
 public:
  // For a picture of width x height: makes what update() fills. 0: nothing. Throws failed when memory is short.
  void resize(int width, int height);
  // Brings the marks up to date and binds them to shader storage 4; `range` is the buffer of field.glsl's Range. False: no
  // cell is unusual, and there is nothing to draw.
  bool update(const FieldSource& source, const FieldMapping& mapping, unsigned range);

 private:
  struct Key {
    std::int64_t revision = -1;
    double left = 0, top = 0, cell_wide = 0, cell_high = 0;
    bool operator==(const Key&) const = default;
  };
  void clear_kinds(unsigned range);
  void fill(const FieldSource& source, const FieldMapping& mapping);

  GlProgram program_;  // where it is first needed
  GlBuffer marks_;
  int width_ = 0, height_ = 0;
  Key key_;  // of what is in the marks and in the range's kinds; none: there are none
};

}  // namespace warplight::render
