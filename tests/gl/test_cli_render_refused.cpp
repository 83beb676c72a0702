// What render refuses: no OpenGL, an old one, sizes that it can't hold, an encoder that fails.
#include "tests/shared/program.h"

namespace warplight::test {
namespace {

const std::string kRender = " \"$CLI\" render nbody --variant cpu --set n=100 --steps 2 ";

class CliRenderRefused : public CliTest {
 protected:
  void expect(const std::string& surroundings, const std::string& arguments, int exit_code,
              const std::string& words) const {
    const auto before = names();
    expect_one_line(shell(surroundings + kRender + arguments), exit_code, words, surroundings + arguments);
    EXPECT_EQ(names(), before) << surroundings << arguments;
  }
  bool draws() const { return shell(kRender + "--size 64x64 --out probe.png && rm probe.png").exit_code == 0; }
};

TEST_F(CliRenderRefused, NoOpenGlIsOneLine) {
  expect("__EGL_VENDOR_LIBRARY_FILENAMES=/nowhere", "--out f.png", 3, "no OpenGL 4.5 without a display");
  expect("__EGL_VENDOR_LIBRARY_FILENAMES=/nowhere", "--out f.mp4", 3, "install the graphics driver");
  if (!draws()) GTEST_SKIP() << "no OpenGL 4.5 here";
  const Finished doctor = shell("LIBGL_DRIVERS_PATH=/nowhere GALLIUM_DRIVER=none \"$CLI\" doctor");
  EXPECT_EQ(doctor.exit_code, 0);
  EXPECT_TRUE(doctor.err.empty()) << "what drivers mutter is not for the person: " << doctor.err;
}

TEST_F(CliRenderRefused, NoPictureIsOfAnotherSizeThanAsked) {
  if (!draws()) GTEST_SKIP() << "no OpenGL 4.5 here";
  const Finished finished = shell(kRender + "--size 16384x16384 --out f.png");
  if (finished.exit_code == 0) GTEST_SKIP() << "this OpenGL holds the largest size";
  expect_one_line(finished, 3, "--size 16384x16384: this OpenGL draws at most", "render");
  EXPECT_TRUE(names().empty());
}

TEST_F(CliRenderRefused, AnEncoderThatFailsLeavesNothing) {
  if (!draws()) GTEST_SKIP() << "no OpenGL 4.5 here";
  const std::string video = "--size 64x64 --frames 3 --out f.mp4";
  expect("PATH=/nowhere", video, 3, "ffmpeg is not on PATH");
  const auto with = [&](const std::string& script, int exit_code, const std::string& words) {
    const auto ffmpeg = write("ffmpeg", script);
    std::filesystem::permissions(ffmpeg, std::filesystem::perms::owner_all);
    expect("PATH=.:$PATH", video, exit_code, words);
  };
  with("#!/bin/sh\nexit 1\n", 1, "ffmpeg gave up on f.mp4");
  with("#!/bin/sh\ncat >/dev/null\n", 1, "ffmpeg gave up on f.mp4");  // says that all went well, and wrote nothing
  with("#!/bin/sh\nprintf '\\033[31mno\\nreally\\n' >&2; exit 1\n", 1, "f.mp4: ?[31mno");
  with("#!/bin/sh\nkill -9 $$\n", 1, "ffmpeg gave up on f.mp4");
  with("no program", 3, "can't start ffmpeg");
  write("f.mp4", "old");
  with("#!/bin/sh\nexit 1\n", 1, "ffmpeg gave up on f.mp4");
  EXPECT_EQ(read("f.mp4"), "old");
}

TEST_F(CliRenderRefused, AMissingEncoderIsSaidBeforeTheWork) {
  if (!draws()) GTEST_SKIP() << "no OpenGL 4.5 here";
  // Otherwise this takes minutes, for the scene alone.
  expect_one_line(shell("PATH=/nowhere \"$CLI\" render nbody --variant cpu --set n=50000000 --out f.mp4"), 3,
                  "ffmpeg is not on PATH", "render");
}

}  // namespace
}  // namespace warplight::test
