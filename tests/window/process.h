// A program started by a test: its environment, its end, its words and the processor time it took.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warplight::test {

// What differs from the test's own environment; no value: the variable is not there.
using Environment = std::map<std::string, std::optional<std::string>>;

class Process {
 public:
  // The first word is looked up in PATH. The process dies with the test.
  Process(const std::vector<std::string>& words, const Environment& environment, const std::filesystem::path& folder);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  pid_t id() const { return id_; }
  bool running();
  // Its exit code; nothing if it still runs after that time, 1000 + N if signal N ended it.
  std::optional<int> end_within(double seconds);
  std::string out() const;
  std::string err() const;
  double processor_seconds() const;  // used so far by all of its threads

 private:
  pid_t id_ = -1;
  std::optional<int> ended_;
  std::filesystem::path out_, err_;
};

bool on_path(const std::string& program);

// Asks every few milliseconds, that long at most; whether the answer was yes at last.
template <class Question>
bool within(double seconds, Question question);

double seconds_now();
void sleep_for(double seconds);

template <class Question>
bool within(double seconds, Question question) {
  const double end = seconds_now() + seconds;
  while (!question()) {
    if (seconds_now() > end) return false;
    sleep_for(0.02);
  }
  return true;
}

}  // namespace warplight::test
