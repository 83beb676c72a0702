#include "tests/window/process.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <thread>

extern char** environ;

namespace warplight::test {
namespace {

std::filesystem::path new_file() {
  std::string name = (std::filesystem::temp_directory_path() / "warplight-words-XXXXXX").string();
  const int file = mkstemp(name.data());
  if (file < 0) throw std::runtime_error("no temporary file");
  close(file);
  return name;
}

std::string text_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<std::string> changed_environment(const Environment& changes) {
  std::vector<std::string> texts;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    if (!changes.contains(text.substr(0, text.find('=')))) texts.push_back(text);
  }
  for (const auto& [name, value] : changes) {
    if (value) texts.push_back(name + "=" + *value);
  }
  return texts;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> found;
  for (std::string& text : texts) found.push_back(text.data());
  found.push_back(nullptr);
  return found;
}

}  // namespace

Process::Process(const std::vector<std::string>& words, const Environment& environment,
                 const std::filesystem::path& folder)
    : out_(new_file()), err_(new_file()) {
  std::vector<std::string> typed = words, variables = changed_environment(environment);
  const std::vector<char*> arguments = pointers(typed), entries = pointers(variables);
  id_ = fork();
  if (id_ < 0) throw std::runtime_error("can't start " + words.front());
  if (id_ > 0) return;
  // Only calls that are safe after a fork.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  dup2(open("/dev/null", O_RDONLY), 0);
  dup2(open(out_.c_str(), O_WRONLY | O_TRUNC), 1);
  dup2(open(err_.c_str(), O_WRONLY | O_TRUNC), 2);
  if (chdir(folder.c_str()) == 0) execvpe(arguments[0], arguments.data(), entries.data());
  _exit(127);
}

Process::~Process() {
  if (running()) {
    kill(id_, SIGKILL);
    waitpid(id_, nullptr, 0);
  }
  std::error_code ignored;
  std::filesystem::remove(out_, ignored);
  std::filesystem::remove(err_, ignored);
}

bool Process::running() {
  if (ended_) return false;
  int status = 0;
  if (waitpid(id_, &status, WNOHANG) != id_) return true;
  ended_ = WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
  return false;
}

std::optional<int> Process::end_within(double seconds) {
  within(seconds, [&] { return !running(); });
  return ended_;
}

std::string Process::out() const { return text_of(out_); }

std::string Process::err() const { return text_of(err_); }

double Process::processor_seconds() const {
  // After the name in brackets: state is the 3rd field, utime the 14th, stime the 15th.
  const std::string text = text_of("/proc/" + std::to_string(id_) + "/stat");
  std::istringstream fields(text.substr(text.rfind(')') + 2));
  std::string skipped;
  for (int i = 3; i < 14; ++i) fields >> skipped;
  double user = 0, system = 0;
  fields >> user >> system;
  return (user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

bool on_path(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (access((folder + "/" + program).c_str(), X_OK) == 0) return true;
  }
  return false;
}

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void sleep_for(double seconds) { std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); }

}  // namespace warplight::test
