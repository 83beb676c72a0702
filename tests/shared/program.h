// Runs warplight-cli as a person would, in a folder of its own.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace warplight::test {

struct Finished {
  int exit_code = -1;  // -1: ended by a signal
  std::string out, err;

  std::size_t error_lines() const;
};

// A folder that is there for one test and holds nothing but what the test put there.
class CliTest : public testing::Test {
 protected:
  CliTest();
  ~CliTest() override;

  // `interrupt_after_s`: sends Ctrl-C's signal then; 0: never.
  Finished run(const std::vector<std::string>& arguments, double interrupt_after_s = 0) const;
  // A script for sh in the folder, for what only a shell can set up. "$CLI" is the program.
  Finished shell(const std::string& script) const;
  std::filesystem::path write(const std::string& name, const std::string& text) const;
  std::string read(const std::string& name) const;
  std::vector<std::string> names() const;  // of what is in the folder, sorted
  const std::filesystem::path& folder() const { return folder_; }

  // Expects the exit code, one line of plain text on standard error, and the words in it.
  static void expect_one_line(const Finished& finished, int exit_code, const std::string& words,
                              const std::string& typed);
  // Expects the exit code, one line on standard error, the words in it, and no file that was not there before.
  void expect_refused(const std::vector<std::string>& arguments, int exit_code, const std::string& words) const;

 private:
  Finished start(std::string program, std::vector<std::string> arguments, double interrupt_after_s) const;

  std::filesystem::path folder_;
};

}  // namespace warplight::test
