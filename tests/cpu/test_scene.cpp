#include "sim/scene.h"

#include <algorithm>

#include "sim/catalog.h"
#include "sim/error.h"
#include "tests/shared/program.h"

namespace warplight::test {
namespace {

class Scene : public CliTest {
 protected:
  SceneFile scene(const std::string& text) const { return read_scene(write("s.toml", text)); }

  void expect_error(const std::string& text, const std::string& words) const {
    try {
      scene(text);
      ADD_FAILURE() << "was taken:\n" << text;
    } catch (const Error& error) {
      const std::string line = error.what();
      EXPECT_EQ(error.code(), ExitCode::bad_input);
      EXPECT_EQ(line.find('\n'), std::string::npos) << line;
      EXPECT_NE(line.find("s.toml"), std::string::npos) << line;
      EXPECT_NE(line.find(words), std::string::npos) << line << "\nlacks: " << words;
    }
  }
};

TEST_F(Scene, HoldsWhatWasWritten) {
  const SceneFile found = scene(
      "lab = \"nbody\"\nscene = \"kepler-pair\"\nvariant = \"cpu\"\n\n[knobs]\nn = 2\ndt = 1e-3\nblock = 128\n");
  EXPECT_EQ(found.lab, "nbody");
  EXPECT_EQ(found.scene, "kepler-pair");
  EXPECT_EQ(found.variant, "cpu");
  EXPECT_TRUE(found.in.empty());
  ASSERT_EQ(found.knobs.size(), 3u);
  const auto knob = [&](std::string_view name) { return *std::ranges::find(found.knobs, name, &KnobText::name); };
  EXPECT_EQ(knob("n").value, "2");
  EXPECT_EQ(std::stod(knob("dt").value), 1e-3);
  EXPECT_TRUE(knob("dt").where.ends_with("s.toml line 7")) << knob("dt").where;
}

TEST_F(Scene, StateFilesAreRelativeToTheSceneFile) {
  EXPECT_EQ(scene("lab = \"nbody\"\nin = \"state.csv\"\n").in, folder() / "state.csv");
  EXPECT_EQ(scene("lab = \"nbody\"\nin = \"/data/state.csv\"\n").in, "/data/state.csv");
}

TEST_F(Scene, NamesThatAreNotThere) {
  expect_error("lab = \"nbody\"\nscen = \"kepler-pair\"\n", "line 2: unknown key 'scen'; did you mean 'scene'?");
  expect_error("lab = \"nbody\"\nxyzzy = 1\n", "line 2: unknown key 'xyzzy'; known are");
  expect_error("lab = \"nbdy\"\n", "did you mean 'nbody'?");
  expect_error("lab = \"nbody\"\nscene = \"kepler-par\"\n", "did you mean 'kepler-pair'?");
  expect_error("lab = \"nbody\"\nvariant = \"cpux\"\n", "did you mean 'cpu'?");
  expect_error("lab = \"nbody\"\n[knobs]\nn = 5\nsofteing = 1\n", "line 4: nbody has no knob 'softeing'; did you mean");
}

TEST_F(Scene, ValuesOfTheWrongKind) {
  expect_error("lab = 3\n", "line 1: 'lab' must be a text in quotes");
  expect_error("lab = \"nbody\"\nscene = true\n", "line 2: 'scene' must be a text in quotes");
  expect_error("lab = \"nbody\"\nknobs = 3\n", "line 2: 'knobs' must be a table");
  expect_error("lab = \"nbody\"\n[knobs]\nn = [1, 2]\n", "line 3: knob 'n' must be a number");
  expect_error("scene = \"kepler-pair\"\n", "the key 'lab' is missing");
  expect_error("lab = \"nbody\"\nscene = \"kepler-pair\"\nin = \"a.csv\"\n", "both 'scene' and 'in'");
}

TEST_F(Scene, FilesThatAreBroken) {
  expect_error("lab = \"nbody", "line 1");
  expect_error("lab = \"nbody\"\n[knobs\nn = 1\n", "line 2");
  expect_error("", "the key 'lab' is missing");
  expect_error(std::string("\0\1\2\xff", 4), "line 1");
  EXPECT_THROW(read_scene(folder() / "missing.toml"), Error);
  EXPECT_THROW(read_scene(folder()), Error);
}

TEST_F(Scene, ExamplesAreGood) {
  int examples = 0;
  for (const auto& entry : std::filesystem::directory_iterator(WARPLIGHT_SOURCE_DIR "/assets/scenes")) {
    if (entry.path().extension() != ".toml") continue;
    EXPECT_NO_THROW(read_scene(entry.path())) << entry.path();
    ++examples;
  }
  EXPECT_GE(examples, 2);
}

TEST_F(Scene, RefusedByTheCommandLineInOneLine) {
  write("range.toml", "lab = \"nbody\"\n\n[knobs]\nn = 0\n");
  expect_refused({"run", "--scene", "range.toml"}, 2, "range.toml line 4: n = 0 is out of range");
  write("half.toml", "lab = \"nbody\"\nscene = \"kep");
  expect_refused({"run", "--scene", "half.toml"}, 2, "half.toml line 2");
  expect_refused({"run", "--scene", "missing.toml"}, 2, "missing.toml");
  write("other.toml", "lab = \"nbody\"\nin = \"gone.csv\"\n");
  expect_refused({"bench", "--scene", "other.toml"}, 2, "gone.csv");
}

}  // namespace
}  // namespace warplight::test
