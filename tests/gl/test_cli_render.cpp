// warplight-cli render, as a person runs it on a machine without a display.
#include <cstdlib>
#include <string>
#include <utility>

#include "sim/gpu/device.h"
#include "tests/gl/offscreen.h"
#include "tests/shared/program.h"

namespace warplight::test {
namespace {

class CliRender : public CliTest {
 protected:
  void SetUp() override {
    const Finished finished = run({"doctor"});
    ASSERT_EQ(finished.exit_code, 0) << finished.err;
    if (finished.out.find("\nOpenGL       none") != std::string::npos) GTEST_SKIP() << "no OpenGL 4.5 here";
  }

  // The file's bytes.
  std::string rendered(const std::string& name, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> typed = {"render", "nbody", "--set", "n=1000", "--size", "320x200", "--out", name};
    typed.insert(typed.end(), more.begin(), more.end());
    const Finished finished = run(typed);
    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    EXPECT_NE(finished.out.find("wrote " + name), std::string::npos) << finished.out;
    return read(name);
  }
};

std::pair<unsigned, unsigned> png_size(const std::string& png) {
  const auto number = [&](std::size_t at) {
    unsigned value = 0;
    for (std::size_t i = at; i < at + 4; ++i) value = value << 8 | static_cast<unsigned char>(png.at(i));
    return value;
  };
  return {number(16), number(20)};
}

TEST_F(CliRender, APictureThatIsNotBlankAndChangesAsTheRunAdvances) {
  const std::string start = rendered("a.png"), later = rendered("b.png", {"--steps", "60"});
  EXPECT_TRUE(start.starts_with("\x89PNG"));
  EXPECT_EQ(png_size(start), std::pair(320u, 200u));
  EXPECT_GT(start.size(), 5000u) << "an empty picture takes a few hundred bytes";
  EXPECT_TRUE(start != later);
  EXPECT_TRUE(start == rendered("c.png")) << "the same twice";
  EXPECT_EQ(names(), (std::vector<std::string>{"a.png", "b.png", "c.png"}));
}

TEST_F(CliRender, WhatAPlateIsMadeOfIsInItsPicture) {
  const auto grey_in = [&](const char* scene) {
    const Finished finished = run({"render", "heat2d", "--variant", "cpu", "--scene", scene, "--set", "width=200", "--set", "height=150",
                                   "--range", "0:1", "--size", "640x400", "--out", "a.png"});
    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    const render::Pixels picture = render::read_png(folder() / "a.png");
    int grey = 0;
    for (std::size_t i = 0; i < picture.rgb.size(); i += 3) {
      const int r = picture.rgb[i], g = picture.rgb[i + 1], b = picture.rgb[i + 2];
      grey += std::abs(r - g) < 24 && std::abs(g - b) < 24 && r > 75 && r < 150;
    }
    return grey;
  };
  const int without = grey_in("four-edges"), with = grey_in("two-rooms");
  EXPECT_LT(without, 4000);  // letters
  EXPECT_GT(with, 25000);    // walls all around
}

TEST_F(CliRender, LookAndCamera) {
  const std::string plain = rendered("a.png");
  for (const std::vector<std::string>& look :
       {std::vector<std::string>{"--yaw", "90"}, {"--pitch", "-30"}, {"--zoom", "3"}, {"--exposure", "2"},
        {"--colour-by", "speed"}, {"--colour-by", "mass"}, {"--follow", "3"}}) {
    EXPECT_TRUE(plain != rendered("b.png", look)) << look.front();
  }
}

TEST_F(CliRender, TrailsAreLeftByManyAndByFew) {
  for (const char* count : {"n=1000", "n=100"}) {
    const auto drawn = [&](const std::string& name, const char* trails) {
      const Finished finished = run({"render", "nbody", "--variant", "cpu", "--set", count, "--steps", "60", "--trails", trails,
                                     "--size", "320x200", "--out", name});
      EXPECT_EQ(finished.exit_code, 0) << finished.err;
      return read(name);
    };
    const std::string with_trails = drawn("a.png", "40");
    EXPECT_TRUE(drawn("b.png", "0") != with_trails) << count;
    EXPECT_TRUE(drawn("c.png", "40") == with_trails) << count << ": the same twice";
  }
}

TEST_F(CliRender, EachPathDrawsTheSameStart) {
  const std::string plain = rendered("a.png", {"--variant", "cpu"});
  EXPECT_TRUE(plain == rendered("b.png", {"--variant", "reference", "--interop", "off"}));
  if (!gpu::machine().usable()) return;
  EXPECT_TRUE(plain == rendered("b.png", {"--variant", "tiled", "--interop", "off"}));
  EXPECT_TRUE(plain == rendered("b.png", {"--variant", "tiled", "--interop", "auto"}));
}

TEST_F(CliRender, StateAndSceneFiles) {
  ASSERT_EQ(run({"run", "nbody", "--set", "n=500", "--steps", "2", "--out", "s.npy"}).exit_code, 0);
  write("s.toml", "lab = \"nbody\"\nin = \"s.npy\"\n");
  ASSERT_EQ(run({"render", "--in", "s.npy", "--size", "160x100", "--out", "a.png"}).exit_code, 0);
  ASSERT_EQ(run({"render", "--scene", "s.toml", "--size", "160x100", "--out", "b.png"}).exit_code, 0);
  EXPECT_TRUE(read("a.png") == read("b.png"));
}

TEST_F(CliRender, AVideo) {
  if (std::system("ffmpeg -version >/dev/null 2>&1") != 0) GTEST_SKIP() << "no ffmpeg on PATH";
  const std::string video = rendered("a.mp4", {"--frames", "6", "--steps", "12"});
  EXPECT_EQ(video.substr(4, 4), "ftyp");
  EXPECT_EQ(names(), std::vector<std::string>{"a.mp4"});
}

TEST_F(CliRender, CtrlCLeavesNoHalfVideo) {
  if (std::system("ffmpeg -version >/dev/null 2>&1") != 0) GTEST_SKIP() << "no ffmpeg on PATH";
  const Finished finished =
      run({"render", "--set", "n=2000", "--frames", "100000", "--size", "320x200", "--out", "a.mp4"}, 2);
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_EQ(finished.error_lines(), 1u) << finished.err;
  EXPECT_TRUE(names().empty());
}

}  // namespace
}  // namespace warplight::test
