#include "sim/scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "sim/catalog.h"
#include "sim/error.h"
#include "sim/text.h"
#include "sim/toml.h"
#include "sim/whole_file.h"

namespace warplight {
namespace {

constexpr std::string_view kKeys[] = {"lab", "scene", "in", "variant", "knobs"};

// A scene is a page that a person wrote; what is larger is something else.
std::string read_page(const std::filesystem::path& file) {
  constexpr std::uintmax_t kMostBytes = 1 << 20;
  std::error_code unknown;
  const std::uintmax_t bytes = std::filesystem::file_size(file, unknown);
  if (!unknown && bytes > kMostBytes) {
    throw_bad_input(fmt::format("{}: is no scene file, which is at most {}", file.string(), bytes_text(kMostBytes)));
  }
  return read_whole(file);
}

std::string place_of(const std::filesystem::path& file, const toml::source_region& source) {
  return fmt::format("{} line {}", file.string(), source.begin.line);
}

toml::table parse(const std::filesystem::path& file) {
  const std::string text = read_page(file);
  try {
    return toml::parse(text, file.string());
  } catch (const toml::parse_error& error) {
    throw_bad_input(fmt::format("{}: {}", place_of(file, error.source()), error.description()));
  }
}

void require_known_keys(const std::filesystem::path& file, const toml::table& table) {
  for (const auto& [key, value] : table) {
    if (std::ranges::find(kKeys, key.str()) != std::end(kKeys)) continue;
    const std::string near = nearest(key.str(), kKeys);
    throw_bad_input(fmt::format("{}: unknown key '{}'; {}", place_of(file, key.source()), shown(key.str()),
                                near.empty() ? "known are " + list_of(kKeys) : "did you mean '" + near + "'?"));
  }
}

std::string text_value(const std::filesystem::path& file, const toml::table& table, std::string_view key) {
  const toml::node* node = table.get(key);
  if (node == nullptr) return {};
  const toml::value<std::string>* text = node->as_string();
  if (text == nullptr || text->get().empty()) {
    throw_bad_input(fmt::format("{}: '{}' must be a text in quotes", place_of(file, node->source()), key));
  }
  return text->get();
}

std::string knob_text(const std::filesystem::path& file, std::string_view name, const toml::node& node) {
  if (const auto* integer = node.as_integer()) return fmt::format("{}", integer->get());
  if (const auto* real = node.as_floating_point()) return fmt::format("{}", real->get());
  if (const auto* boolean = node.as_boolean()) return boolean->get() ? "on" : "off";
  if (const auto* text = node.as_string()) return text->get();
  throw_bad_input(fmt::format("{}: knob '{}' must be a number, a text, true or false", place_of(file, node.source()),
                              name));
}

std::vector<KnobText> read_knobs(const std::filesystem::path& file, const toml::table& table) {
  const toml::node* node = table.get("knobs");
  if (node == nullptr) return {};
  const toml::table* knobs = node->as_table();
  if (knobs == nullptr) {
    throw_bad_input(fmt::format("{}: 'knobs' must be a table, [knobs]", place_of(file, node->source())));
  }
  std::vector<KnobText> texts;
  for (const auto& [key, value] : *knobs) {
    texts.push_back({std::string(key.str()), knob_text(file, key.str(), value), place_of(file, value.source())});
  }
  return texts;
}

// Knows the lab's knobs and the launch knobs of all its variants.
void require_known_knob(const Lab& lab, const KnobText& text) {
  std::vector<std::string_view> known;
  for (const Knob& knob : lab.knobs()) known.push_back(knob.name);
  for (int i = 0; i < lab.variant_count(); ++i) {
    for (const Knob& knob : lab.launch_knobs(i)) known.push_back(knob.name);
  }
  if (std::ranges::find(known, text.name) != known.end()) return;
  const std::string near = nearest(text.name, known);
  throw_bad_input(fmt::format("{}: {} has no knob '{}'; {}", text.where, lab.info().name, shown(text.name),
                              near.empty() ? "known are " + list_of(known) : "did you mean '" + near + "'?"));
}

void require_known_names(const std::filesystem::path& file, const SceneFile& scene) {
  try {
    const Lab& lab = find_lab(scene.lab);
    if (!scene.variant.empty()) lab.find_variant(scene.variant);
    if (!scene.scene.empty()) find_scene(lab, scene.scene);
    for (const KnobText& text : scene.knobs) require_known_knob(lab, text);
  } catch (const Error& error) {
    const std::string line = error.what(), name = file.string();
    throw Error(error.code(), line.starts_with(name) ? line : name + ": " + line, error.where());
  }
}

}  // namespace

bool names_scene_file(std::string_view name) {
  return name.ends_with(".toml") || name.find('/') != std::string_view::npos;
}

const SceneInfo& find_scene(const Lab& lab, std::string_view name) {
  std::vector<std::string_view> known;
  for (const SceneInfo& scene : lab.scenes()) {
    if (scene.name == name) return scene;
    known.push_back(scene.name);
  }
  const std::string near = nearest(name, known);
  throw_bad_input(fmt::format("{} has no scene '{}'; {}", lab.info().name, name,
                              near.empty() ? "known are " + list_of(known) + ", or a file that ends in .toml"
                                           : "did you mean '" + near + "'?"));
}

SceneFile read_scene(const std::filesystem::path& file) {
  const toml::table table = parse(file);
  require_known_keys(file, table);
  SceneFile scene{.lab = text_value(file, table, "lab"),
                  .scene = text_value(file, table, "scene"),
                  .variant = text_value(file, table, "variant"),
                  .in = text_value(file, table, "in"),
                  .knobs = read_knobs(file, table)};
  if (scene.lab.empty()) throw_bad_input(fmt::format("{}: the key 'lab' is missing", file.string()));
  if (!scene.scene.empty() && !scene.in.empty()) {
    throw_bad_input(fmt::format("{}: has both 'scene' and 'in'; one is allowed", file.string()));
  }
  if (!scene.in.empty() && scene.in.is_relative()) scene.in = file.parent_path() / scene.in;
  require_known_names(file, scene);
  return scene;
}

}  // namespace warplight
