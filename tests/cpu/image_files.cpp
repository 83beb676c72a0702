#include "tests/cpu/image_files.h"

namespace warplight::test {

// An APP1 segment behind the start marker: one TIFF directory with one entry, tag 0x0112.
std::string jpeg_turned(const std::string& jpeg, int orientation) {
  const auto bytes = [](std::initializer_list<int> values) {
    std::string text;
    for (const int value : values) text += static_cast<char>(value);
    return text;
  };
  std::string exif = bytes({'E', 'x', 'i', 'f', 0, 0, 'I', 'I', 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0,
                            0, 0, 0, 0});
  const int length = static_cast<int>(exif.size()) + 2;
  return jpeg.substr(0, 2) + bytes({0xFF, 0xE1, length >> 8, length & 255}) + exif + jpeg.substr(2);
}

}  // namespace warplight::test
