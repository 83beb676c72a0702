// Pictures that are made here, each with something to look for.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "sim/error.h"
#include "sim/host_threads.h"
#include "sim/image/photo.h"
#include "sim/scene.h"
#include "sim/text.h"

namespace warplight::image {
namespace {

struct Place {
  double x, y, width, height;  // of the pixel's top left, and of the picture
};

// splitmix64 (Steele, Lea and Flood 2014)
double chance(std::uint64_t seed, std::uint64_t item) {
  std::uint64_t z = seed * 0xD1B54A32D192ED03u + (item + 1) * 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

void grey(double* to, double value) { to[0] = to[1] = to[2] = value; }

// Five letters of 5 x 7 points, a row a byte.
constexpr std::uint8_t kLetters[5][7] = {{30, 17, 17, 30, 20, 18, 17},   // R
                                         {14, 17, 17, 31, 17, 17, 17},   // A
                                         {17, 17, 10, 4, 4, 4, 4},       // Y
                                         {14, 17, 16, 14, 1, 17, 14},    // S
                                         {4, 4, 4, 4, 4, 0, 4}};         // !

bool is_text(double u, double v) {
  const double row = (v - 0.78) * 60, column = (u - 0.1) * 60;
  if (row < 0 || row >= 7 || column < 0 || column >= 30) return false;
  const int letter = static_cast<int>(column) / 6, point = static_cast<int>(column) % 6;
  return point < 5 && (kLetters[letter][static_cast<int>(row)] >> (4 - point) & 1) != 0;
}

void lanterns(const Place& p, const Params& params, double* to) {
  const double u = p.x / p.width, v = p.y / p.height;
  to[0] = 0.10 + 0.25 * v, to[1] = 0.12 + 0.10 * (1 - v), to[2] = 0.35 - 0.2 * v;
  constexpr double kLamps[6][6] = {{0.18, 0.30, 0.10, 1.0, 0.35, 0.1}, {0.42, 0.22, 0.07, 0.2, 0.9, 0.4}, {0.62, 0.40, 0.12, 0.2, 0.5, 1.0},
                                   {0.84, 0.25, 0.09, 1.0, 0.9, 0.3},  {0.30, 0.58, 0.06, 0.9, 0.2, 0.8}, {0.78, 0.62, 0.08, 0.3, 1.0, 1.0}};
  for (const auto& lamp : kLamps) {
    const double distance = std::hypot(u - lamp[0], (v - lamp[1]) * p.height / p.width);
    const double share = distance < lamp[2] ? 1 - 0.5 * distance / lamp[2] : 0;
    for (int c = 0; c < 3; ++c) to[c] += share * (lamp[3 + c] - to[c]);
  }
  if (is_text(u, v)) grey(to, 0.97);
  const auto pixel = static_cast<std::uint64_t>(p.y * p.width + p.x);
  for (int c = 0; c < 3; ++c) {
    const double noise = chance(static_cast<std::uint64_t>(params.seed), 3 * pixel + static_cast<std::uint64_t>(c)) - 0.5;
    to[c] = std::clamp(to[c] + (u > 0.5 ? 0.15 : 0.0) * noise, 0.0, 1.0);
  }
}

void zone_plate(const Place& p, const Params&, double* to) {
  const double x = p.x + 0.5 - p.width / 2, y = p.y + 0.5 - p.height / 2, half = std::max(p.width, p.height) / 2;
  grey(to, 0.5 + 0.5 * std::cos(std::numbers::pi / 2 * (x * x + y * y) / half));
}

void chart(const Place& p, const Params&, double* to) {
  const int column = static_cast<int>(8 * p.x / p.width), row = static_cast<int>(4 * p.y / p.height);
  const auto wave = static_cast<std::int64_t>(1) << column;  // lines of 1, 2, 4 ... pixels
  const auto x = static_cast<std::int64_t>(p.x), y = static_cast<std::int64_t>(p.y);
  const bool dark = row == 0 ? x / wave % 2 : row == 1 ? y / wave % 2 : row == 2 ? (x + y) / wave % 2 : (x / wave + y / wave) % 2;
  grey(to, dark ? 0 : 1);
}

void gradient(const Place& p, const Params&, double* to) { grey(to, 0.2 + 0.02 * p.x / std::max(1.0, p.width - 1)); }
void checkerboard(const Place& p, const Params&, double* to) { grey(to, std::fmod(p.x + p.y, 2)); }
void impulse(const Place& p, const Params&, double* to) {
  grey(to, p.x == std::floor(p.width / 2) && p.y == std::floor(p.height / 2) ? 1 : 0);
}
void flat(const Place&, const Params&, double* to) { grey(to, 1); }
void noise(const Place& p, const Params& params, double* to) {
  const auto pixel = static_cast<std::uint64_t>(p.y * p.width + p.x);
  for (int c = 0; c < 3; ++c) to[c] = chance(static_cast<std::uint64_t>(params.seed), 3 * pixel + static_cast<std::uint64_t>(c));
}

constexpr std::pair<std::string_view, double> kSixteenBits[] = {{"type", 1}};

struct Maker {
  SceneInfo info;
  void (*make)(const Place&, const Params&, double* to);
};

const Maker kMakers[] = {
    {{.name = "lanterns", .title = "Lanterns", .look = "Edges, text and flat colour; the right half is noisy. What a blur takes with the noise."}, lanterns},
    {{.name = "zone-plate", .title = "Zone plate", .look = "Every frequency in every direction: a good blur leaves no rings and no squares."}, zone_plate},
    {{.name = "chart", .title = "Resolution chart", .look = "Lines of 1, 2, 4 ... pixels: which are still apart?"}, chart},
    {{.name = "gradient", .title = "16-bit gradient", .look = "2% of the range over the whole width: no steps may be seen.", .knobs = kSixteenBits}, gradient},
    {{.name = "checkerboard", .title = "Checkerboard of single pixels", .look = "Blurred wide it is 128 as coded and 188 in linear light."}, checkerboard},
    {{.name = "impulse", .title = "One white pixel", .look = "What comes out is the filter's own kernel."}, impulse},
    {{.name = "flat", .title = "White", .look = "A blur leaves it as it is, up to the edges; with a constant border it darkens there."}, flat},
    {{.name = "noise", .title = "Noise", .look = "Every pixel by chance, for checks and timings."}, noise},
};

}  // namespace

std::span<const SceneInfo> Filter::scenes() {
  static const std::vector<SceneInfo> kScenes = [] {
    std::vector<SceneInfo> scenes;
    for (const Maker& maker : kMakers) scenes.push_back(maker.info);
    return scenes;
  }();
  return kScenes;
}

HostState Filter::build(std::string_view scene, Params& params, std::stop_token stop) {
  const Maker* const maker = std::ranges::find(kMakers, scene, [](const Maker& m) { return m.info.name; });
  if (maker == std::end(kMakers)) {
    std::vector<std::string_view> names;
    for (const SceneInfo& known : scenes()) names.push_back(known.name);
    throw_bad_input("there is no scene '" + std::string(scene) + "'; there is " + list_of(names));
  }
  params.file_channels = 0;
  HostState state = empty_state(params);
  const auto put = [&](std::int64_t x, std::int64_t y) {
    double colour[4] = {0, 0, 0, 1};
    maker->make({static_cast<double>(x), static_cast<double>(y), static_cast<double>(params.width), static_cast<double>(params.height)}, params, colour);
    set_pixel(params, state, x, y, colour);
  };
#pragma omp parallel for schedule(dynamic, 16) num_threads(host_threads())
  for (std::int64_t y = 0; y < params.height; ++y) {
    if (stop.stop_requested()) continue;
    for (std::int64_t x = 0; x < params.width; ++x) put(x, y);
  }
  return state;
}

}  // namespace warplight::image
