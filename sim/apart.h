// Work in a process of its own: for a library that may crash, or never end, on a spoilt file.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace warplight {

// Memory that the process which makes it shares with those that it starts. Zeroed; only what is touched is taken.
class SharedBytes {
 public:
  explicit SharedBytes(std::size_t bytes);  // throws failed
  ~SharedBytes();
  SharedBytes(const SharedBytes&) = delete;
  SharedBytes& operator=(const SharedBytes&) = delete;

  std::byte* data() const { return data_; }

 private:
  std::byte* data_ = nullptr;
  std::size_t size_;
};

// Forks, works, and waits; what the work throws as an Error is thrown here. Throws bad_input with the line `crashed`
// where the process ends in any other way, or takes more than so many seconds of a processor. The work may use neither
// GPU nor other threads, and no lock that another thread may hold.
void run_apart(const std::function<void()>& work, double most_seconds, const std::string& crashed);

}  // namespace warplight
