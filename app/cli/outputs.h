// Files that a command leaves behind: whole, or not at all.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "sim/lab.h"

namespace warplight::cli {

// A file that an option names; empty: not given.
struct NamedFile {
  std::string_view option;
  std::filesystem::path file;
};

// All throw bad_input, before the work starts, if the file could not be written at its end. Empty: not asked for.
void require_output(const std::filesystem::path& file);
// Of several; throws too where two of them are one file, or one is a file that is read.
void require_outputs(const std::vector<NamedFile>& written, const std::vector<NamedFile>& read);
void require_state_output(const Lab& lab, const std::filesystem::path& file);  // its ending too

// ".png", in small letters; "" where there is none.
std::string ending_of(const std::filesystem::path& file);

// Written beside, then renamed. Throws bad_input naming file and reason.
void write_text(const std::filesystem::path& file, std::string_view text);

}  // namespace warplight::cli
