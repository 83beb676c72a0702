// Another program, started without a shell and fed through a pipe.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <string>
#include <vector>

namespace warplight::render {

class ChildProcess {
 public:
  // Looks for arguments[0] on PATH. Throws missing if it isn't there or is no program, failed if it
  // can't be started.
  explicit ChildProcess(std::vector<std::string> arguments);
  ~ChildProcess();  // ends it if it still runs
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // Blocks until the program has taken all; false when it no longer reads. Raises no SIGPIPE.
  bool write(const void* bytes, std::size_t size);
  // Ends its input and waits for it to end: its exit code, or -1 if a signal ended it.
  int wait();
  std::string output() const;  // what it wrote so far, to its standard output and its standard error together

 private:
  pid_t pid_ = -1;
  int input_ = -1, output_ = -1;
};

}  // namespace warplight::render
