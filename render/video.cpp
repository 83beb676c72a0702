#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "render/capture.h"
#include "render/child_process.h"
#include "sim/error.h"
#include "sim/whole_file.h"

namespace warplight::render {
namespace {

// The best encoder that this ffmpeg was built with, with its settings.
std::vector<std::string> encoder() {
  ChildProcess ffmpeg({"ffmpeg", "-hide_banner", "-loglevel", "error", "-encoders"});
  ffmpeg.wait();
  if (ffmpeg.output().find(" libx264 ") != std::string::npos) {
    return {"-c:v", "libx264", "-preset", "medium", "-crf", "18"};
  }
  return {"-c:v", "mpeg4", "-q:v", "2"};
}

std::vector<std::string> command(const std::string& file, int width, int height, int frames_per_second) {
  const std::string size = std::to_string(width) + "x" + std::to_string(height);
  std::vector<std::string> arguments = {"ffmpeg", "-y", "-hide_banner", "-loglevel", "error", "-f", "rawvideo",
                                        "-pix_fmt", "rgb24", "-s", size, "-r", std::to_string(frames_per_second),
                                        "-i", "pipe:0"};
  for (const std::string& setting : encoder()) arguments.push_back(setting);
  for (const char* setting : {"-pix_fmt", "yuv420p", "-movflags", "+faststart", "-f", "mp4"}) {
    arguments.push_back(setting);
  }
  arguments.push_back("file:" + file);
  return arguments;
}

void require_size(const std::filesystem::path& file, int width, int height) {
  if (width > 0 && height > 0 && width % 2 == 0 && height % 2 == 0) return;
  throw_bad_input("cannot write " + file.string() + ": a video needs even sides, not " + std::to_string(width) + "x" +
                  std::to_string(height));
}

}  // namespace

struct VideoWriter::Impl {
  Impl(const std::filesystem::path& file, int width, int height, int frames_per_second)
      : place(file), width(width), height(height), output(file),
        ffmpeg(command(output.partial().string(), width, height, frames_per_second)) {}

  [[noreturn]] void give_up() {
    ffmpeg.wait();
    std::string words = ffmpeg.output();
    words.erase(std::min(words.find('\n'), words.size()));
    throw_failed("ffmpeg gave up on " + place.string() + ": " + (words.empty() ? "it said nothing" : words));
  }

  std::filesystem::path place;
  int width, height;
  WholeFile output;  // outlives the program that writes it
  ChildProcess ffmpeg;
  bool finished = false;
};

VideoWriter::VideoWriter(const std::filesystem::path& file, int width, int height, int frames_per_second) {
  require_size(file, width, height);
  impl_ = std::make_unique<Impl>(file, width, height, frames_per_second);
}

VideoWriter::~VideoWriter() = default;

void VideoWriter::add(const Pixels& frame) {
  if (frame.width != impl_->width || frame.height != impl_->height) {
    throw_bad_input("a frame of " + std::to_string(frame.width) + "x" + std::to_string(frame.height) +
                    " does not fit a video of " + std::to_string(impl_->width) + "x" + std::to_string(impl_->height));
  }
  if (!impl_->ffmpeg.write(frame.rgb.data(), frame.rgb.size())) impl_->give_up();
}

void VideoWriter::finish() {
  if (std::exchange(impl_->finished, true)) return;
  if (impl_->ffmpeg.wait() != 0) impl_->give_up();
  std::error_code unknown;
  if (std::filesystem::file_size(impl_->output.partial(), unknown) == 0) impl_->give_up();
  impl_->output.commit();
}

}  // namespace warplight::render
