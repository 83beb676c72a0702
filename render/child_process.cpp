#include "render/child_process.h"

#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "sim/error.h"

extern char** environ;

namespace warplight::render {

ChildProcess::ChildProcess(std::vector<std::string> arguments) {
  // A socket instead of a pipe: a send can be told not to raise SIGPIPE, a write can't. A file in memory instead of a
  // second pipe: the program never waits for its words to be read.
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw_failed("can't talk to " + arguments[0] + ": " + std::strerror(errno));
  }
  input_ = ends[0];
  output_ = memfd_create("warplight-output", MFD_CLOEXEC);

  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
  if (output_ >= 0) {
    posix_spawn_file_actions_adddup2(&actions, output_, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output_, STDERR_FILENO);
  }
  const int problem = posix_spawnp(&pid_, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  if (problem == 0) return;
  pid_ = -1;
  close(std::exchange(input_, -1));
  if (output_ >= 0) close(std::exchange(output_, -1));
  if (problem == ENOENT) {
    throw_missing("the program " + arguments[0] + " is not on PATH: install the package " + arguments[0]);
  }
  const std::string line = "can't start " + arguments[0] + ": " + std::strerror(problem);
  if (problem == EACCES || problem == ENOEXEC) throw_missing(line);
  throw_failed(line);
}

ChildProcess::~ChildProcess() {
  if (pid_ > 0) {
    kill(pid_, SIGKILL);
    wait();
  }
  if (output_ >= 0) close(output_);
}

bool ChildProcess::write(const void* bytes, std::size_t size) {
  const char* rest = static_cast<const char*>(bytes);
  while (size > 0) {
    const ssize_t taken = send(input_, rest, size, MSG_NOSIGNAL);
    if (taken < 0 && errno == EINTR) continue;
    if (taken <= 0) return false;
    rest += taken;
    size -= static_cast<std::size_t>(taken);
  }
  return true;
}

int ChildProcess::wait() {
  if (input_ >= 0) close(std::exchange(input_, -1));
  if (pid_ <= 0) return -1;
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::string ChildProcess::output() const {
  std::string text;
  std::array<char, 4096> part{};
  for (off_t at = 0; output_ >= 0;) {
    const ssize_t read = pread(output_, part.data(), part.size(), at);
    if (read <= 0) break;
    text.append(part.data(), static_cast<std::size_t>(read));
    at += read;
  }
  return text;
}

}  // namespace warplight::render
