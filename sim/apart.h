// Work in a process of its own: for a library that may crash, or never end, on a spoilt file.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace warplight {

// Memory that two processes share. Zeroed, and only what is touched is taken.
class SharedBytes {
 public:
  SharedBytes();  // empty
  ~SharedBytes();
  SharedBytes(const SharedBytes&) = delete;
  SharedBytes& operator=(const SharedBytes&) = delete;

  void resize(std::size_t bytes);  // once. Throws failed
  void see();                      // as large as the other process made it
  std::byte* data() const { return data_; }
  std::size_t size() const { return size_; }

 private:
  int descriptor_ = -1;
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

// Forks, works, and waits; what the work throws as an Error is thrown here. Throws bad_input with the line `crashed`
// where the process ends in any other way, or takes more than so many seconds of a processor. The work may use neither
// GPU nor other threads, and no lock that another thread may hold.
void run_apart(const std::function<void()>& work, double most_seconds, const std::string& crashed);

}  // namespace warplight
