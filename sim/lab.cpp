#include "sim/lab.h"

#include "sim/error.h"
#include "sim/text.h"

namespace warplight {

Lent HostState::lend() {
  Lent lent;
  lent.current = current;
  for (auto& buffer : buffers) lent.pointers.push_back(buffer.data());
  return lent;
}

int Lab::find_variant(std::string_view name) const {
  std::vector<std::string_view> known;
  for (int i = 0; i < variant_count(); ++i) {
    if (variant(i).name == name) return i;
    known.push_back(variant(i).name);
  }
  const std::string guess = nearest(name, known);
  throw_bad_input(std::string(info().name) + " has no variant '" + std::string(name) + "'" +
                  (guess.empty() ? "; it" : ", did you mean '" + guess + "'? It") + " has " + list_of(known));
}

}  // namespace warplight
