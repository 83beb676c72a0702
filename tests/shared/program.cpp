#include "tests/shared/program.h"

#include <cstdlib>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <thread>

extern char** environ;

namespace warplight::test {
namespace {

std::filesystem::path make_folder() {
  std::string name = (std::filesystem::temp_directory_path() / "warplight-test-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  return name;
}

std::string text_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

// Where the tests were carried to another machine, the program is not where it was built.
std::string cli_program() {
  const char* carried = std::getenv("WARPLIGHT_CLI");
  return carried != nullptr ? carried : WARPLIGHT_CLI_PROGRAM;
}

struct Actions {
  posix_spawn_file_actions_t actions;
  Actions() { posix_spawn_file_actions_init(&actions); }
  ~Actions() { posix_spawn_file_actions_destroy(&actions); }
  void send(int descriptor, const std::filesystem::path& file) {
    posix_spawn_file_actions_addopen(&actions, descriptor, file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  }
};

}  // namespace

std::size_t Finished::error_lines() const { return static_cast<std::size_t>(std::ranges::count(err, '\n')); }

// What the program keeps of this machine is kept for all tests of this process, and away from the person's own.
CliTest::CliTest() : folder_(make_folder()) {
  static const std::filesystem::path cache = [] {
    const std::filesystem::path made = make_folder();
    std::atexit([] { std::filesystem::remove_all(std::getenv("XDG_CACHE_HOME")); });
    setenv("XDG_CACHE_HOME", made.c_str(), 1);
    return made;
  }();
}

CliTest::~CliTest() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

Finished CliTest::run(const std::vector<std::string>& arguments, double interrupt_after_s) const {
  return start(cli_program(), arguments, interrupt_after_s);
}

Finished CliTest::shell(const std::string& script) const {
  return start("/bin/sh", {"-c", "CLI='" + cli_program() + "'; " + script}, 0);
}

Finished CliTest::start(std::string program, std::vector<std::string> arguments,
                        double interrupt_after_s) const {
  const std::filesystem::path out = folder_.string() + ".out", err = folder_.string() + ".err";
  Actions actions;
  posix_spawn_file_actions_addopen(&actions.actions, 0, "/dev/null", O_RDONLY, 0);
  actions.send(1, out);
  actions.send(2, err);
  posix_spawn_file_actions_addchdir_np(&actions.actions, folder_.c_str());

  std::vector<char*> argv{program.data()};
  for (std::string& text : arguments) argv.push_back(text.data());
  argv.push_back(nullptr);
  pid_t pid = 0;
  if (posix_spawn(&pid, program.c_str(), &actions.actions, nullptr, argv.data(), environ) != 0) {
    throw std::runtime_error("can't start " + program);
  }
  if (interrupt_after_s > 0) {
    std::this_thread::sleep_for(std::chrono::duration<double>(interrupt_after_s));
    kill(pid, SIGINT);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  const Finished finished{WIFEXITED(status) ? WEXITSTATUS(status) : -1, text_of(out), text_of(err)};
  std::filesystem::remove(out);
  std::filesystem::remove(err);
  return finished;
}

std::filesystem::path CliTest::write(const std::string& name, const std::string& text) const {
  std::ofstream(folder_ / name, std::ios::binary) << text;
  return folder_ / name;
}

std::string CliTest::read(const std::string& name) const { return text_of(folder_ / name); }

std::vector<std::string> CliTest::names() const {
  std::vector<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator(folder_)) found.push_back(entry.path().filename());
  std::ranges::sort(found);
  return found;
}

void CliTest::expect_one_line(const Finished& finished, int exit_code, const std::string& words,
                              const std::string& typed) {
  EXPECT_EQ(finished.exit_code, exit_code) << typed << "\n" << finished.err;
  EXPECT_EQ(finished.error_lines(), 1u) << typed << "\n" << finished.err;
  EXPECT_TRUE(finished.err.starts_with("warplight-cli: ")) << typed << "\n" << finished.err;
  EXPECT_NE(finished.err.find(words), std::string::npos) << typed << "\n" << finished.err << "lacks: " << words;
  const auto obeyed = [](unsigned char c) { return (c < 0x20 && c != '\n') || c == 0x7f; };
  const bool plain = std::ranges::none_of(finished.err, obeyed);
  EXPECT_TRUE(plain) << "a terminal would obey: " << testing::PrintToString(finished.err);
}

void CliTest::expect_refused(const std::vector<std::string>& arguments, int exit_code, const std::string& words) const {
  std::string typed;
  for (const std::string& argument : arguments) typed += argument + " ";
  const std::vector<std::string> before = names();
  expect_one_line(run(arguments), exit_code, words, typed);
  EXPECT_EQ(names(), before) << typed;
}

}  // namespace warplight::test
