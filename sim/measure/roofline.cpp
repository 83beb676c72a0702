#include "sim/measure/roofline.h"

#include <cmath>
#include <limits>

namespace warplight::measure {
namespace {

// Adds the roof where its ceiling is known; whether it is.
bool add(Roofline& to, const Ceilings& ceilings, Ceiling ceiling, Roof roof) {
  if (std::isnan(ceilings[ceiling])) return false;
  roof.trust = ceilings.values[static_cast<std::size_t>(ceiling)].trust;
  to.roofs.push_back(roof);
  return true;
}

}  // namespace

const Roof* Roofline::binding(double intensity) const {
  if (!complete) return nullptr;
  const Roof* lowest = nullptr;
  for (const Roof& roof : roofs) {
    if (roof.name == (in_l2 ? "memory" : "L2")) continue;
    if (lowest == nullptr || roof.at(intensity) < lowest->at(intensity)) lowest = &roof;
  }
  return lowest;
}

Roofline roofline_of(const Cost& cost, const Ceilings& ceilings, const LimitInputs& inputs) {
  Roofline line;
  const bool on_device = inputs.l2_bytes > 0;
  line.in_l2 = on_device && !inputs.cold && inputs.state_bytes <= inputs.l2_bytes;
  const bool memory = add(line, ceilings, Ceiling::copy, {.name = "memory", .bytes_a_second = ceilings[Ceiling::copy]});
  const bool l2 = on_device && add(line, ceilings, Ceiling::l2, {.name = "L2", .bytes_a_second = ceilings[Ceiling::l2]});
  line.complete = cost.bytes == 0 || (line.in_l2 ? l2 : memory);
  if (cost.flops > 0) {
    const bool in_double = cost.in_double || inputs.in_double;
    const Ceiling ceiling = in_double ? Ceiling::multiply_add_fp64 : Ceiling::multiply_add;
    line.complete &= add(line, ceilings, ceiling,
                         {.name = in_double ? "fp64 multiply-adds" : "multiply-adds", .flops_a_second = 2 * ceilings[ceiling]});
  }
  if (cost.flops > 0 && cost.roots > 0) {
    const double flops_a_root = cost.flops / cost.roots;
    const bool known = add(line, ceilings, Ceiling::root,
                           {.name = "reciprocal roots", .flops_a_second = flops_a_root * ceilings[Ceiling::root]});
    line.complete &= known || !on_device;
  }
  return line;
}

std::optional<RooflineDot> dot_of(const Cost& cost, double seconds, const Roofline& roofline) {
  if (!(seconds > 0 && std::isfinite(seconds) && cost.flops > 0 && cost.bytes > 0)) return {};
  RooflineDot dot{.intensity = cost.flops / cost.bytes,
                  .flops_a_second = cost.flops / seconds,
                  .bound_by = {},
                  .share = std::numeric_limits<double>::quiet_NaN()};
  if (const Roof* roof = roofline.binding(dot.intensity)) {
    dot.bound_by = roof->name;
    dot.share = dot.flops_a_second / roof->at(dot.intensity);
  }
  return dot;
}

}  // namespace warplight::measure
