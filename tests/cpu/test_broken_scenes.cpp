// Scene files that are no scene files: refused in one line, whatever they hold.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "sim/error.h"
#include "sim/scene.h"

namespace warplight {
namespace {

namespace fs = std::filesystem;

class BrokenScenes : public testing::Test {
 protected:
  BrokenScenes() {
    std::string name = (fs::temp_directory_path() / "warplight-scenes-XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~BrokenScenes() override { fs::remove_all(folder_); }

  // What is said of it; empty: it is read.
  std::string said(const std::string& text) const {
    const fs::path file = folder_ / "s.toml";
    std::ofstream(file, std::ios::binary) << text;
    try {
      read_scene(file);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::bad_input) << error.what();
      return error.what();
    }
    return "";
  }

  fs::path folder_;
};

TEST_F(BrokenScenes, WhatStumblesTheParserIsRefusedToo) {
  const std::string good = "lab = \"nbody\"\n";
  ASSERT_EQ(said(good), "");
  for (const std::string line :
       {"[ = 3", "[=", "[", "[[", "[.a]", "[\"", "[#", "[a.=]", "a. = 1", "= 1", "\"\" = 1", "[\"\"]", "[\x01]",
        "[\xc3\xa9]", "\xc3\xbc = 1", "n\xc8\xab = 1", "n = i\n", "n = 1\xc3", "lab = 1"}) {
    const std::string line_said = said(good + line + "\n");
    EXPECT_NE(line_said, "") << line;
    EXPECT_EQ(line_said.find('\n'), std::string::npos) << line_said;
  }
}

TEST_F(BrokenScenes, DamageIsRefusedOrHarmless) {
  const std::string good =
      "lab = \"nbody\"\nscene = \"uniform-cube\"\nvariant = \"cpu\"\n"
      "[knobs]\nn = 33\ndt = 0.01\nsoftening = \"0.1\"\n";
  const std::string pieces = "[]{}=.,#\"'\\\n\t 0-+_e\xc3\xbc\xff";
  std::mt19937 chance(1);
  int refused = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string text = good;
    for (unsigned times = 1 + chance() % 3; times > 0; --times) {
      const std::size_t at = chance() % text.size();
      if (chance() % 2 == 0) text[at] = pieces[chance() % pieces.size()];
      if (chance() % 4 == 0) text.erase(at, 1 + chance() % 8);
      if (text.empty()) text = "x";
    }
    const std::string line = said(text);
    EXPECT_EQ(line.find('\n'), std::string::npos) << text;
    refused += line.empty() ? 0 : 1;
  }
  EXPECT_GT(refused, 1000);
}

TEST_F(BrokenScenes, WhatIsTooLargeIsNoScene) {
  EXPECT_NE(said(std::string(2 << 20, '#')).find("is no scene file"), std::string::npos);
  EXPECT_NE(said(std::string(5000, '[')), "");
}

}  // namespace
}  // namespace warplight
