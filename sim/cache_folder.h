// Where the program keeps what it measured of this machine; losing it costs nothing but measuring again.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace warplight {

// $XDG_CACHE_HOME/warplight, or ~/.cache/warplight; empty where neither is an absolute path.
std::filesystem::path cache_folder();

// "NVIDIA H200, driver 580.1" as part of a file's name: "NVIDIA-H200-driver-580.1".
std::string file_name_of(std::string_view words);

// The text that is kept under a name; "" where there is none, or it can't be read.
std::string read_cached(const std::filesystem::path& name);

// Makes the folders that are missing. Returns why it could not be written, in one line; "" if it was.
std::string write_cached(const std::filesystem::path& name, std::string_view text);

}  // namespace warplight
