// Defines what shim_atomics.h declares: recorded as an atomic access, then done by the CPU's own atomics, since blocks
// run on several cores.
#include "sim/lens/shim_atomics.h"

#include <atomic>

#include "sim/lens/event.h"

namespace warplight::lens {

void record_atomic(void* pointer, std::size_t bytes, Access access, void* return_address);

namespace {

template <class T, class F>
T update(T* address, F next) {
  std::atomic_ref<T> cell(*address);
  T before = cell.load();
  while (!cell.compare_exchange_weak(before, next(before))) {
  }
  return before;
}

}  // namespace
}  // namespace warplight::lens

using warplight::lens::Access;
using warplight::lens::record_atomic;
using warplight::lens::update;

#define RECORD_AS(access) record_atomic(address, sizeof *address, access, __builtin_return_address(0))
#define RECORD RECORD_AS(Access::atomic)

#define DEFINE(T)                                                    \
  T atomicAdd(T* address, T value) noexcept {                        \
    RECORD;                                                          \
    return update(address, [&](T before) { return before + value; }); \
  }                                                                  \
  T atomicExch(T* address, T value) noexcept {                       \
    RECORD;                                                          \
    return std::atomic_ref<T>(*address).exchange(value);             \
  }
WARPLIGHT_LENS_ATOMIC_TYPES(DEFINE)

#define UPDATE(T, name, expression)                                  \
  T name(T* address, T value) noexcept {                             \
    RECORD;                                                          \
    return update(address, [&](T before) -> T { return expression; }); \
  }
#define DEFINE_INTEGER(T)                                            \
  UPDATE(T, atomicSub, before - value)                               \
  UPDATE(T, atomicMin, before < value ? before : value)              \
  UPDATE(T, atomicMax, before > value ? before : value)              \
  UPDATE(T, atomicAnd, before & value)                               \
  UPDATE(T, atomicOr, before | value)                                \
  UPDATE(T, atomicXor, before ^ value)                               \
  T atomicCAS(T* address, T expected, T value) noexcept {            \
    RECORD;                                                          \
    std::atomic_ref<T>(*address).compare_exchange_strong(expected, value); \
    return expected;                                                 \
  }
WARPLIGHT_LENS_INTEGER_ATOMIC_TYPES(DEFINE_INTEGER)

unsigned atomicInc(unsigned* address, unsigned limit) noexcept {
  RECORD;
  return update(address, [&](unsigned before) { return before >= limit ? 0 : before + 1; });
}

unsigned atomicDec(unsigned* address, unsigned limit) noexcept {
  RECORD;
  return update(address, [&](unsigned before) { return before == 0 || before > limit ? limit : before - 1; });
}

float2 atomicAdd(float2* address, float2 value) noexcept {
  RECORD_AS(Access::vector_atomic);
  const auto add = [](float* to, float part) { return update(to, [&](float before) { return before + part; }); };
  const float x = add(&address->x, value.x), y = add(&address->y, value.y);
  return {x, y};
}
float4 atomicAdd(float4* address, float4 value) noexcept {
  RECORD_AS(Access::vector_atomic);
  const auto add = [](float* to, float part) { return update(to, [&](float before) { return before + part; }); };
  const float x = add(&address->x, value.x), y = add(&address->y, value.y);
  const float z = add(&address->z, value.z), w = add(&address->w, value.w);
  return {x, y, z, w};
}
