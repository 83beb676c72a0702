#include "sim/apart.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <new>
#include <system_error>

#include "sim/error.h"

namespace warplight {
namespace {

std::string reason(int error) { return std::generic_category().message(error); }

// How the work ended, written by the child.
struct Report {
  bool ended;
  int code;
  char line[1024];
};

void write_line(Report& report, ExitCode code, const char* line) {
  report.code = static_cast<int>(code);
  std::strncpy(report.line, line, sizeof report.line - 1);
  report.ended = true;
}

// A crash leaves no core file, nothing in the terminal, and no process behind if the program ends first.
void become_quiet(double most_seconds, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  setsid();
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (nothing >= 0) {
    dup2(nothing, STDOUT_FILENO);
    dup2(nothing, STDERR_FILENO);
  }
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXCPU, SIGTERM, SIGINT}) {
    std::signal(signal, SIG_DFL);
  }
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  const auto seconds = static_cast<rlim_t>(std::max(1.0, most_seconds));
  const rlimit time{seconds, seconds + 1};
  setrlimit(RLIMIT_CPU, &time);
}

[[noreturn]] void work_in_child(const std::function<void()>& work, Report& report) {
  try {
    work();
    write_line(report, ExitCode::done, "");
  } catch (const Error& error) {
    write_line(report, error.code(), error.what());
  } catch (const std::bad_alloc&) {
    write_line(report, ExitCode::failed, "no memory to read it");
  } catch (...) {
  }
  _exit(0);  // no destructor of the program's runs twice
}

}  // namespace

SharedBytes::SharedBytes(std::size_t bytes) : size_(bytes) {
  void* const place = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (place == MAP_FAILED) throw_failed("no memory to share: " + reason(errno));
  data_ = static_cast<std::byte*>(place);
}

SharedBytes::~SharedBytes() { munmap(data_, size_); }

void run_apart(const std::function<void()>& work, double most_seconds, const std::string& crashed) {
  const SharedBytes memory(sizeof(Report));
  auto& report = *reinterpret_cast<Report*>(memory.data());
  const pid_t parent = getpid(), child = fork();
  if (child < 0) throw_failed("no process can be started: " + reason(errno));
  if (child == 0) {
    become_quiet(most_seconds, parent);
    work_in_child(work, report);
  }
  while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
  if (!report.ended) throw_bad_input(crashed);
  if (report.code != static_cast<int>(ExitCode::done)) throw Error(static_cast<ExitCode>(report.code), report.line);
}

}  // namespace warplight
