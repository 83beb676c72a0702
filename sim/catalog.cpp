#include "sim/catalog.h"

#include <array>
#include <string>

#include "sim/error.h"
#include "sim/heat/heat2d.h"
#include "sim/image/box.h"
#include "sim/image/convolve.h"
#include "sim/image/gaussian.h"
#include "sim/image/point.h"
#include "sim/image/sobel.h"
#include "sim/lab_adapter.h"
#include "sim/nbody/nbody.h"
#include "sim/text.h"

namespace warplight {

std::span<const Lab* const> catalog() {
  static const LabAdapter<NBody> nbody;
  static const LabAdapter<Heat2d> heat2d;
  static const LabAdapter<Gaussian> gaussian;
  static const LabAdapter<Box> box;
  static const LabAdapter<Sobel> sobel;
  static const LabAdapter<Threshold> threshold;
  static const LabAdapter<Grayscale> grayscale;
  static const LabAdapter<Invert> invert;
  static const LabAdapter<Convolve> convolve;
  static const std::array<const Lab*, 9> labs = {&nbody,    &heat2d,    &gaussian,  &box,   &sobel,
                                                 &convolve, &threshold, &grayscale, &invert};
  return labs;
}

const Lab& find_lab(std::string_view name) {
  std::vector<std::string_view> known;
  for (const Lab* lab : catalog()) {
    if (lab->info().name == name) return *lab;
    known.push_back(lab->info().name);
  }
  const std::string guess = nearest(name, known);
  throw_bad_input("there is no lab '" + std::string(name) + "'" +
                  (guess.empty() ? "; there" : ", did you mean '" + guess + "'? There") + " is " + list_of(known));
}

}  // namespace warplight
