// The entry points that the compiler's instrumentation calls (-fsanitize=thread, -fsanitize-coverage=trace-pc).
#include "sim/lens/event.h"
#include "sim/lens/runner.h"

namespace warplight::lens {

__thread Hot hot;

namespace {

inline std::uint32_t key_of(std::uintptr_t pc) {
  const int depth = hot.depth < Event::kDeepest ? hot.depth : Event::kDeepest;
  return static_cast<std::uint32_t>(Event::kDeepest - depth) << Event::kPlaceBits |
         static_cast<std::uint32_t>(pc - hot.text_start);
}

inline void append(const Event& event) {
  *hot.next = event;
  if (++hot.next == hot.end) hot.runner->log_full();
}

}  // namespace

// Also for what the shim records by itself.
static inline __attribute__((always_inline)) void record(void* pointer, std::size_t bytes, Access access,
                                                        void* return_address) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (address - hot.ignored_start < hot.ignored_bytes) return;
  const auto pc = reinterpret_cast<std::uintptr_t>(return_address);
  if ((address & (bytes - 1)) != 0) {
    hot.runner->find_region(address, bytes, access, pc);  // a nearer fault first
    hot.runner->stop_misaligned(address, bytes, access, pc);
  }
  std::uint16_t region = 0xffff;
  for (const Hot::Recent& recent : hot.recent) {
    const std::uintptr_t offset = address - recent.start;
    if (offset < recent.bytes && offset + bytes <= recent.bytes) region = recent.region;
  }
  if (region == 0xffff) {
    region = hot.runner->find_region(address, bytes, access, pc);
    if (region == 0xffff) return;
  }
  append({address, key_of(pc), static_cast<std::uint8_t>(bytes), access, region});
}

void record_volatile(void* pointer, std::size_t bytes, Access access, void* return_address) {
  record(pointer, bytes, access, return_address);
  if (hot.active) hot.runner->note_atomic();
}

void record_atomic(void* pointer, std::size_t bytes, Access access, void* return_address) {
  record(pointer, bytes, access, return_address);
  hot.runner->note_atomic();
}

// A copy of a plain struct of any size: as the GPU's compiler would, in the largest parts that its address allows.
void record_range(void* pointer, std::size_t bytes, Access access, void* return_address) {
  auto* at = static_cast<char*>(pointer);
  while (bytes > 0) {
    std::size_t part = 16;
    while (part > bytes || (reinterpret_cast<std::uintptr_t>(at) & (part - 1)) != 0) part /= 2;
    record(at, part, access, return_address);
    at += part, bytes -= part;
  }
}

}  // namespace warplight::lens

using warplight::lens::Access;
using warplight::lens::hot;

#define WARPLIGHT_LENS_HOOKS(size)                                                                                   \
  void __tsan_read##size(void* p) { warplight::lens::record(p, size, Access::read, __builtin_return_address(0)); }   \
  void __tsan_write##size(void* p) { warplight::lens::record(p, size, Access::write, __builtin_return_address(0)); } \
  void __tsan_unaligned_read##size(void* p) {                                                                        \
    warplight::lens::record(p, size, Access::read, __builtin_return_address(0));                                     \
  }                                                                                                                  \
  void __tsan_unaligned_write##size(void* p) {                                                                       \
    warplight::lens::record(p, size, Access::write, __builtin_return_address(0));                                    \
  }                                                                                                                  \
  void __tsan_volatile_read##size(void* p) {                                                                         \
    warplight::lens::record_volatile(p, size, Access::volatile_read, __builtin_return_address(0));                   \
  }                                                                                                                  \
  void __tsan_volatile_write##size(void* p) {                                                                        \
    warplight::lens::record_volatile(p, size, Access::volatile_write, __builtin_return_address(0));                  \
  }

extern "C" {
void __tsan_init() {}
void __tsan_func_entry(void*) { ++hot.depth; }
void __tsan_func_exit() { --hot.depth; }
void __tsan_vptr_update(void**, void*) {}
void __tsan_vptr_read(void**) {}
WARPLIGHT_LENS_HOOKS(1)
WARPLIGHT_LENS_HOOKS(2)
WARPLIGHT_LENS_HOOKS(4)
WARPLIGHT_LENS_HOOKS(8)
WARPLIGHT_LENS_HOOKS(16)
void __tsan_read_range(void* p, unsigned long bytes) {
  warplight::lens::record_range(p, bytes, Access::read, __builtin_return_address(0));
}
void __tsan_write_range(void* p, unsigned long bytes) {
  warplight::lens::record_range(p, bytes, Access::write, __builtin_return_address(0));
}
void* __tsan_memcpy(void* to, const void* from, unsigned long bytes) {
  warplight::lens::record_range(const_cast<void*>(from), bytes, Access::read, __builtin_return_address(0));
  warplight::lens::record_range(to, bytes, Access::write, __builtin_return_address(0));
  return __builtin_memcpy(to, from, bytes);
}
// Of a launcher's own objects (a stop token counts its owners): kernels have no other atomics than the shim's.
int __tsan_atomic32_fetch_add(volatile int* p, int value, int) { return __atomic_fetch_add(p, value, __ATOMIC_SEQ_CST); }
int __tsan_atomic32_fetch_sub(volatile int* p, int value, int) { return __atomic_fetch_sub(p, value, __ATOMIC_SEQ_CST); }
void __sanitizer_cov_trace_pc() {
  if (!hot.active) return;
  const auto pc = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
  warplight::lens::append({0, warplight::lens::key_of(pc), 0, Access::block, 0});
}
}
