#include "sim/gpu/chosen_code.h"

#include <utility>

namespace warplight::gpu {
namespace {

thread_local ChosenCode* heard_by = nullptr;

}  // namespace

void note_code(const void* code) {
  if (heard_by != nullptr) heard_by->add(code);
}

CodeListener::CodeListener(ChosenCode& heard) : outer_(std::exchange(heard_by, &heard)) {}
CodeListener::~CodeListener() { heard_by = outer_; }

}  // namespace warplight::gpu
