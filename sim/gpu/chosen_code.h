// Which code a call of a variant chose: kernels, or the loops of a host variant. A check holds for the code that it ran,
// and a variant may choose other code when a parameter changes; so whoever checks listens.
#pragma once

#include <algorithm>
#include <vector>

namespace warplight::gpu {

class ChosenCode {
 public:
  void add(const void* code) {
    if (std::ranges::find(code_, code) == code_.end()) code_.push_back(code);
  }
  void add(const ChosenCode& other) {
    for (const void* code : other.code_) add(code);
  }
  bool has_all(const ChosenCode& of) const {
    return std::ranges::all_of(of.code_, [&](const void* code) { return std::ranges::find(code_, code) != code_.end(); });
  }
  void clear() { code_.clear(); }

 private:
  std::vector<const void*> code_;  // a handful
};

// Called by each launch, and by host variants that choose between loops.
void note_code(const void* code);

// While one lives, what its thread runs is noted in `heard`. The innermost one hears.
class CodeListener {
 public:
  explicit CodeListener(ChosenCode& heard);
  ~CodeListener();
  CodeListener(const CodeListener&) = delete;
  CodeListener& operator=(const CodeListener&) = delete;

 private:
  ChosenCode* outer_;
};

}  // namespace warplight::gpu
