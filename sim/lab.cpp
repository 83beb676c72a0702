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

std::string unit_text(std::string_view unit, const Units& units) {
  const std::pair<std::string_view, std::string_view> named[] = {
      {"{length}", units.length}, {"{time}", units.time}, {"{mass}", units.mass}, {"{value}", units.value}};
  std::string text(unit);
  for (const auto& [name, stands_for] : named) {
    for (std::size_t at = 0; (at = text.find(name, at)) != std::string::npos; at += stands_for.size()) {
      if (stands_for.empty()) return {};
      text.replace(at, name.size(), stands_for);
    }
  }
  return text;
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
