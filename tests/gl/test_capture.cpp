#include "render/capture.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "sim/error.h"
#include "tests/gl/offscreen.h"

namespace warplight::render {
namespace {

namespace fs = std::filesystem;

class Capture : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "warplight-capture-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::ptrdiff_t files() const { return std::distance(fs::directory_iterator(folder_), {}); }

  fs::path folder_;
};

Pixels pattern(int width, int height, int shift = 0) {
  Pixels pixels{width, height, {}};
  for (int i = 0; i < width * height * 3; ++i) pixels.rgb.push_back(static_cast<std::uint8_t>(i * 7 + shift));
  return pixels;
}

// What a command prints, without its last newline.
std::string said_by(const std::string& command) {
  std::string text;
  std::FILE* pipe = popen(command.c_str(), "r");
  std::array<char, 256> part{};
  while (std::fgets(part.data(), part.size(), pipe) != nullptr) text += part.data();
  pclose(pipe);
  return text.substr(0, text.find('\n'));
}

bool has_ffmpeg() { return std::system("ffmpeg -version >/dev/null 2>&1 && ffprobe -version >/dev/null 2>&1") == 0; }

TEST_F(Capture, png_is_read_back_as_it_was) {
  const Pixels pixels = pattern(37, 21);
  write_png(folder_ / "a.png", pixels);
  const Pixels back = read_png(folder_ / "a.png");
  EXPECT_EQ(back.width, 37);
  EXPECT_EQ(back.height, 21);
  EXPECT_EQ(back.rgb, pixels.rgb);
  EXPECT_EQ(files(), 1);
}

TEST_F(Capture, png_takes_the_place_of_an_older_one) {
  write_png(folder_ / "a.png", pattern(5, 5));
  write_png(folder_ / "a.png", pattern(4, 6, 3));
  EXPECT_EQ(read_png(folder_ / "a.png").rgb, pattern(4, 6, 3).rgb);
  EXPECT_EQ(files(), 1);
}

TEST_F(Capture, unwritable_places_are_refused_and_nothing_is_left) {
  const fs::path nowhere = folder_ / "missing" / "a.png";
  for (const fs::path& file : {nowhere, folder_, fs::path("/proc/a.png"), fs::path("/dev/null")}) {
    const Thrown written = thrown_by([&] { write_png(file, pattern(3, 3)); });
    const Thrown asked = thrown_by([&] { require_writable(file); });
    for (const Thrown& thrown : {written, asked}) {
      EXPECT_EQ(thrown.code, 2) << file;
      EXPECT_NE(thrown.line.find(file.string()), std::string::npos) << thrown.line;
    }
  }
  EXPECT_EQ(files(), 0);
  EXPECT_FALSE(fs::is_regular_file("/dev/null"));
}

TEST_F(Capture, a_full_disk_leaves_the_older_picture) {
  write_png(folder_ / "a.png", pattern(5, 5));
  // A limit on the size of files stands in for a full disk.
  struct rlimit old {};
  getrlimit(RLIMIT_FSIZE, &old);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  struct rlimit small = old;
  small.rlim_cur = 64;
  setrlimit(RLIMIT_FSIZE, &small);
  const Thrown thrown = thrown_by([&] { write_png(folder_ / "a.png", pattern(200, 200)); });
  setrlimit(RLIMIT_FSIZE, &old);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(thrown.code, 1);
  EXPECT_EQ(read_png(folder_ / "a.png").rgb, pattern(5, 5).rgb);
  EXPECT_EQ(files(), 1);
}

TEST_F(Capture, writable_places_are_left_as_they_were) {
  require_writable(folder_ / "b.png");
  EXPECT_EQ(files(), 0);
  write_png(folder_ / "b.png", pattern(2, 2));
  require_writable(folder_ / "b.png");
  EXPECT_EQ(read_png(folder_ / "b.png").rgb, pattern(2, 2).rgb);
}

TEST_F(Capture, an_empty_picture_is_refused) {
  EXPECT_EQ(thrown_by([&] { write_png(folder_ / "a.png", {}); }).code, 2);
  EXPECT_EQ(files(), 0);
}

TEST_F(Capture, video_has_the_frames_that_were_added) {
  if (!has_ffmpeg()) GTEST_SKIP() << "the programs ffmpeg and ffprobe are not on PATH";
  const fs::path file = folder_ / "a film.mp4";
  VideoWriter video(file, 64, 48, 30);
  for (int i = 0; i < 13; ++i) video.add(pattern(64, 48, 10 * i));
  EXPECT_FALSE(fs::exists(file));
  video.finish();
  EXPECT_EQ(files(), 1);
  const std::string probe =
      "ffprobe -v error -count_frames -select_streams v -of csv=p=0 "
      "-show_entries stream=nb_read_frames,width,height,pix_fmt ";
  EXPECT_EQ(said_by(probe + "'" + file.string() + "'"), "64,48,yuv420p,13");
}

TEST_F(Capture, an_unfinished_video_leaves_nothing) {
  if (!has_ffmpeg()) GTEST_SKIP() << "the programs ffmpeg and ffprobe are not on PATH";
  {
    VideoWriter video(folder_ / "a.mp4", 64, 48, 30);
    video.add(pattern(64, 48));
  }
  EXPECT_EQ(files(), 0);
}

TEST_F(Capture, videos_that_cannot_be_written_are_refused) {
  EXPECT_EQ(thrown_by([&] { VideoWriter video(folder_ / "a.mp4", 63, 48, 30); }).code, 2);
  EXPECT_EQ(thrown_by([&] { VideoWriter video(folder_ / "missing" / "a.mp4", 64, 48, 30); }).code, 2);
  if (has_ffmpeg()) {
    VideoWriter video(folder_ / "a.mp4", 64, 48, 30);
    EXPECT_EQ(thrown_by([&] { video.add(pattern(48, 64)); }).code, 2);
  }
}

TEST_F(Capture, without_ffmpeg_it_is_named_as_missing) {
  const std::string path = std::getenv("PATH");
  setenv("PATH", folder_.c_str(), 1);
  const Thrown thrown = thrown_by([&] { VideoWriter video(folder_ / "a.mp4", 64, 48, 30); });
  setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(thrown.code, 3);
  EXPECT_NE(thrown.line.find("ffmpeg"), std::string::npos);
  EXPECT_EQ(files(), 0);
}

TEST_F(Capture, an_ffmpeg_that_gives_up_is_reported_in_its_own_words) {
  const fs::path tools = folder_ / "tools";
  fs::create_directory(tools);
  std::FILE* script = std::fopen((tools / "ffmpeg").c_str(), "w");
  std::fputs("#!/bin/sh\necho 'no such codec' >&2\necho 'and more' >&2\nexit 1\n", script);
  std::fclose(script);
  fs::permissions(tools / "ffmpeg", fs::perms::owner_all);
  const std::string path = std::getenv("PATH");
  setenv("PATH", (tools.string() + ":" + path).c_str(), 1);
  const Thrown thrown = thrown_by([&] {
    VideoWriter video(folder_ / "a.mp4", 640, 480, 30);
    for (int i = 0; i < 20; ++i) video.add(pattern(640, 480));
    video.finish();
  });
  setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(thrown.code, 1);
  EXPECT_NE(thrown.line.find("no such codec"), std::string::npos) << thrown.line;
  EXPECT_EQ(thrown.line.find('\n'), std::string::npos);
  EXPECT_EQ(files(), 1);  // the tools
}

}  // namespace
}  // namespace warplight::render
