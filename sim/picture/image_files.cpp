// Pictures from and to files, by way of the image module and in a process of its own.
#include <algorithm>
#include <cstring>
#include <mutex>
#include <new>
#include <utility>

#include "sim/apart.h"
#include "sim/error.h"
#include "sim/loaded_module.h"
#include "sim/picture/image.h"
#include "sim/storage.h"
#include "sim/text.h"
#include "sim/whole_file.h"

namespace warplight::picture {
namespace {

constexpr int kRoom = 600;
constexpr double kSeconds = 10, kBytesASecond = 5e6, kPixelsASecond = 1e6;  // of a processor, at most

#if WARPLIGHT_HAS_OPENIMAGEIO
constexpr bool kIsBuiltIn = true;
#else
constexpr bool kIsBuiltIn = false;
#endif
constexpr const char* kNotBuiltIn =
    "this program was built without OpenImageIO (Debian and Ubuntu: libopenimageio-dev, then build again)";

const Module& module_for(const std::filesystem::path& file) {
  static const LoadedModule kLoaded =
      kIsBuiltIn ? load_module("warplight-image.so", kModuleSymbol, kInterfaceVersion, "OpenImageIO", "libopenimageio-dev")
                 : LoadedModule{nullptr, kNotBuiltIn};
  if (kLoaded.table == nullptr) throw_missing(file.string() + ": " + kLoaded.problem);
  return *static_cast<const Module*>(kLoaded.table);
}

// Held about each use, since a process that is started while another thread is in the library would find it locked.
std::unique_lock<std::mutex> turn() {
  static std::mutex one_at_a_time;
  return std::unique_lock(one_at_a_time);
}

// What the library says in its own way, as part of a line.
std::string reason_of(const char* problem) {
  std::string line = one_line(problem, 300);
  while (!line.empty() && (line.back() == ' ' || line.back() == '.')) line.pop_back();
  return line.empty() ? "it is damaged, or no picture" : line;
}

void require_end_of_jpeg(const std::filesystem::path& file) {
  const std::string bytes = read_whole(file);
  if (bytes.starts_with("\xFF\xD8") && !jpeg_is_whole(bytes)) {
    throw_bad_input(file.string() + ": is cut short: its end marker is missing");
  }
}

void require_room(const std::filesystem::path& file, const Facts& facts, const Limits& limits) {
  const std::string size = grouped_plain(facts.width) + " x " + grouped_plain(facts.height);
  if (facts.width > limits.pixels / facts.height) {
    throw_bad_input(file.string() + ": has " + size + " pixels; at most " + grouped_plain(limits.pixels) + " are read");
  }
  // The library's own copy, the one that is shared, and the one that is kept.
  const std::int64_t bytes = 3 * facts.width * facts.height * facts.channels * static_cast<std::int64_t>(sizeof(float));
  try {
    require_host_memory(bytes);
  } catch (const Error& error) {
    throw Error(error.code(), file.string() + ": has " + size + " pixels: " + error.what());
  }
}

// EXIF's eight ways for a picture to lie: where the pixel of the turned one is found.
struct Turn {
  int orientation;
  std::int64_t width, height;  // as it lies
  bool swaps() const { return orientation >= 5; }
  std::int64_t from(std::int64_t x, std::int64_t y) const {
    if (swaps()) std::swap(x, y);
    const bool flips_x = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
    const bool flips_y = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
    return (flips_y ? height - 1 - y : y) * width + (flips_x ? width - 1 - x : x);
  }
};

void keep_turned(Image& image, const Facts& facts, const float* samples) {
  const Turn turn{facts.orientation, facts.width, facts.height};
  image.width = turn.swaps() ? facts.height : facts.width;
  image.height = turn.swaps() ? facts.width : facts.height;
  const std::int64_t channels = facts.channels;
  image.samples.resize(static_cast<std::size_t>(image.width * image.height * channels));
  float* to = image.samples.data();
  if (facts.orientation == 1) {
    std::memcpy(to, samples, image.samples.size() * sizeof(float));
    return;
  }
  for (std::int64_t y = 0; y < image.height; ++y) {
    for (std::int64_t x = 0; x < image.width; ++x, to += channels) std::copy_n(samples + turn.from(x, y) * channels, channels, to);
  }
  image.notes.push_back("turned by its EXIF orientation, " + std::to_string(facts.orientation));
}

Image read_apart(const std::filesystem::path& file, const Limits& limits) {
  const std::uint64_t bytes = readable_bytes(file);
  const auto held = turn();
  const Module& module = module_for(file);
  require_end_of_jpeg(file);
  const SharedBytes found(sizeof(Facts));
  auto& facts = *new (found.data()) Facts;
  const auto apart = [&](double pixels, const auto& step) {
    const double seconds = kSeconds + static_cast<double>(bytes) / kBytesASecond + pixels / kPixelsASecond;
    run_apart(
        [&] {
          char problem[kRoom] = "";
          if (!step(problem)) throw_bad_input(file.string() + ": " + reason_of(problem));
        },
        seconds, file.string() + ": is damaged: OpenImageIO fails on it");
  };
  apart(0, [&](char* problem) { return module.look(file.c_str(), &facts, problem, kRoom); });
  require_room(file, facts, limits);
  const std::int64_t pixels = facts.width * facts.height;
  const SharedBytes samples(static_cast<std::size_t>(pixels * facts.channels) * sizeof(float));
  auto* values = reinterpret_cast<float*>(samples.data());
  apart(static_cast<double>(pixels), [&](char* problem) { return module.read(file.c_str(), &facts, values, problem, kRoom); });
  Image image{.channels = facts.channels,
              .sample = facts.sample,
              .coding = facts.coding,
              .gamma = facts.gamma,
              .premultiplied = facts.premultiplied != 0};
  if (facts.several != 0) image.notes.push_back("the first of several pictures in the file");
  if (facts.cmyk != 0) image.notes.push_back("converted from CMYK");
  keep_turned(image, facts, values);
  return image;
}

}  // namespace

std::string why_missing() { return kIsBuiltIn ? "" : kNotBuiltIn; }

Image read_image(const std::filesystem::path& file, const Limits& limits) {
  try {
    return read_apart(file, limits);
  } catch (const std::bad_alloc&) {
    throw_failed("no memory to read " + file.string());
  }
}

void write_image(const std::filesystem::path& file, Plan plan, const void* samples) {
  const auto held = turn();
  const Module& module = module_for(file);
  const std::string format = file.extension().string().substr(1);
  plan.format = format.c_str();
  WholeFile out(file);
  run_apart(
      [&] {
        char problem[kRoom] = "";
        if (module.write(out.partial().c_str(), &plan, samples, problem, kRoom)) return;
        throw_bad_input("cannot write " + file.string() + ": " + reason_of(problem));
      },
      kSeconds + static_cast<double>(plan.width * plan.height) / kPixelsASecond,
      "cannot write " + file.string() + ": OpenImageIO fails");
  out.commit();
}

}  // namespace warplight::picture
