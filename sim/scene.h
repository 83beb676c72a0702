// Scene files: what to run, written down by a person in TOML.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "sim/lab.h"

namespace warplight {

// A knob's value as a person wrote it, and where: "" for the command line, "two-discs.toml line 6" for a file.
struct KnobText {
  std::string name;
  std::string value;
  std::string where;
};

// lab = "nbody"            which lab; needed
// scene = "two-discs"      a built-in scene, or
// in = "state.csv"         a state file, relative to the scene file
// variant = "tiled"        optional
// [knobs]                  optional; numbers, words, true and false
// n = 65536
struct SceneFile {
  std::string lab;
  std::string scene;
  std::string variant;
  std::filesystem::path in;
  std::vector<KnobText> knobs;
};

// Whether NAME means a file rather than a built-in scene: it ends in .toml or has a slash.
bool names_scene_file(std::string_view name);

// One of the lab's own scenes, or throws bad_input with the nearest known name.
const SceneInfo& find_scene(const Lab& lab, std::string_view name);

// Throws bad_input naming file, line and what is allowed. Names are looked up: lab, scene, variant and knobs are known.
SceneFile read_scene(const std::filesystem::path& file);

}  // namespace warplight
