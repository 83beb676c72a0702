// What the image module offers to the program: pictures in files, in plain C types. It is a library of its own that is
// loaded on first use, since OpenImageIO brings 260 others.
#pragma once

#include <cstdint>

namespace warplight::picture {

inline constexpr int kInterfaceVersion = 1;
inline constexpr const char* kModuleSymbol = "warplight_image_module";

// What a sample is in the file.
enum class Sample : int { u8, u16, f16, f32, other };
// How a sample stands for light: by sRGB's curve, as its power `gamma`, or in proportion.
enum class Coding : int { srgb, power, linear };

// Of the first picture in a file, as it lies there.
struct Facts {
  std::int64_t width = 0, height = 0;
  int first_channel = 0;  // of those in the file
  int channels = 0;       // 1: grey, 2: grey and alpha, 3: red, green and blue, 4: those and alpha
  Sample sample = Sample::other;
  Coding coding = Coding::srgb;
  float gamma = 1;
  int orientation = 1;     // EXIF's, 1 to 8; 1: as it lies
  int premultiplied = 0;   // colours are multiplied by alpha
  int several = 0;         // the file holds more pictures
  int cmyk = 0;            // colours were converted from cyan, magenta, yellow and black
};

// A picture to be written.
struct Plan {
  const char* format;       // "png"
  const char* description;  // in the file's text
  std::int64_t width, height;
  int channels;             // as in Facts
  Sample sample;            // u8, u16 or f32: of the samples given, and of the file
  Coding coding;            // srgb or linear
};

// Where a function returns false, `problem` holds a line of at most `room` bytes, its ending 0 counted. Numbers are
// samples as they are coded: of whole numbers, 1 is the largest.
struct Module {
  int interface_version;
  bool (*look)(const char* file, Facts* found, char* problem, int room);
  // All samples: [y][x][channel]. `facts`: as look() found them.
  bool (*read)(const char* file, const Facts* facts, float* samples, char* problem, int room);
  bool (*write)(const char* file, const Plan* plan, const void* samples, char* problem, int room);
};

}  // namespace warplight::picture

extern "C" const warplight::picture::Module* warplight_image_module();
