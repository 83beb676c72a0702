// Pictures out: PNG files (written beside, then renamed) and frames piped to ffmpeg.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

namespace warplight::render {

// 8 bits, RGB, top row first.
struct Pixels {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgb;
};

Pixels read_texture(unsigned texture);           // RGBA8, bottom row first; texture 0 gives an empty picture
Pixels read_framebuffer(int width, int height);  // of the default framebuffer's back buffer
// Throws bad_input naming file and reason. Nothing is left behind on failure.
void write_png(const std::filesystem::path& file, const Pixels& pixels);
// Throws bad_input if a file can't be written at that place: call it before the work starts. Leaves nothing behind.
void require_writable(const std::filesystem::path& file);

// H.264 in .mp4 through the program ffmpeg (throws missing if it isn't on PATH). Frames must all have the same, even
// size. Throws bad_input for an odd size or an unwritable place, failed with ffmpeg's own words when it gives up.
class VideoWriter {
 public:
  VideoWriter(const std::filesystem::path& file, int width, int height, int frames_per_second);
  ~VideoWriter();  // without finish(): the partial file is removed
  VideoWriter(const VideoWriter&) = delete;
  VideoWriter& operator=(const VideoWriter&) = delete;
  void add(const Pixels& frame);
  void finish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace warplight::render
