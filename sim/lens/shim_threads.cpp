// Defines what shim_threads.h declares: every call hands its part to the runner and waits for the others.
#include "sim/lens/shim_threads.h"

#include <cstring>

#include "sim/lens/runner.h"

using warplight::lens::Call;
using warplight::lens::FaultKind;
using warplight::lens::hot;
using warplight::lens::Together;

#define HERE reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))

namespace {

template <class T>
std::uint64_t bits_of(T value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

template <class T>
T from_bits(std::uint64_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

std::uint64_t together(Call call) {
  if (call.what > Together::grid && call.what != Together::active_mask) {
    const int lane = static_cast<int>((threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % 32);
    if ((call.mask >> lane & 1) == 0) {
      hot.runner->stop_fiber(FaultKind::wrong_mask, call.pc,
                             std::string(name_of(call.what)) + " is given mask " + warplight::lens::hex(call.mask) +
                                 " by lane " + std::to_string(lane) + ", which is not in it");
    }
    if (call.width <= 0 || call.width > 32 || (call.width & (call.width - 1)) != 0) {
      hot.runner->stop_fiber(FaultKind::wrong_mask, call.pc, "a width of " + std::to_string(call.width) +
                                                                 " is no power of two up to 32");
    }
  }
  return hot.runner->take_part(call);
}

}  // namespace

void* shim_dynamic_shared() noexcept { return hot.runner->dynamic_shared(); }

void __syncthreads() noexcept { together({.what = Together::barrier, .pc = HERE}); }
int __syncthreads_count(int predicate) noexcept {
  return static_cast<int>(together({.what = Together::barrier_count, .pc = HERE, .value = bits_of(predicate)}));
}
int __syncthreads_and(int predicate) noexcept {
  return static_cast<int>(together({.what = Together::barrier_and, .pc = HERE, .value = bits_of(predicate)}));
}
int __syncthreads_or(int predicate) noexcept {
  return static_cast<int>(together({.what = Together::barrier_or, .pc = HERE, .value = bits_of(predicate)}));
}
void __syncwarp(unsigned mask) noexcept { together({.what = Together::sync_warp, .pc = HERE, .mask = mask}); }

int __all_sync(unsigned mask, int predicate) noexcept {
  return static_cast<int>(together({.what = Together::all, .pc = HERE, .mask = mask, .value = bits_of(predicate)}));
}
int __any_sync(unsigned mask, int predicate) noexcept {
  return static_cast<int>(together({.what = Together::any, .pc = HERE, .mask = mask, .value = bits_of(predicate)}));
}
unsigned __ballot_sync(unsigned mask, int predicate) noexcept {
  return static_cast<unsigned>(
      together({.what = Together::ballot, .pc = HERE, .mask = mask, .value = bits_of(predicate)}));
}
unsigned __activemask() noexcept {
  return static_cast<unsigned>(together({.what = Together::active_mask, .pc = HERE}));
}

void __threadfence() noexcept { hot.runner->note_fence(); }
void __threadfence_block() noexcept {}

void shim_sync_grid() noexcept {
  if (!hot.runner->cooperative()) {
    hot.runner->stop_fiber(FaultKind::divergent_barrier, HERE,
                           "waits for the whole grid, but the launch is not cooperative: its blocks need not all be there");
  }
  together({.what = Together::grid, .pc = HERE});
}

#define SHUFFLE(T, name, op, Argument)                                                                         \
  T name(unsigned mask, T value, Argument argument, int width) noexcept {                                      \
    return from_bits<T>(together({.what = op, .pc = HERE, .mask = mask, .value = bits_of(value),               \
                                  .argument = static_cast<int>(argument), .width = width}));                   \
  }
#define DEFINE(T)                                                                                              \
  SHUFFLE(T, __shfl_sync, Together::shuffle, int)                                                              \
  SHUFFLE(T, __shfl_up_sync, Together::shuffle_up, unsigned)                                                   \
  SHUFFLE(T, __shfl_down_sync, Together::shuffle_down, unsigned)                                               \
  SHUFFLE(T, __shfl_xor_sync, Together::shuffle_xor, int)                                                      \
  unsigned __match_any_sync(unsigned mask, T value) noexcept {                                                 \
    return static_cast<unsigned>(                                                                              \
        together({.what = Together::match_any, .pc = HERE, .mask = mask, .value = bits_of(value)}));           \
  }                                                                                                            \
  unsigned __match_all_sync(unsigned mask, T value, int* all) noexcept {                                       \
    const auto lanes = static_cast<unsigned>(                                                                  \
        together({.what = Together::match_all, .pc = HERE, .mask = mask, .value = bits_of(value)}));           \
    *all = lanes != 0;                                                                                         \
    return lanes;                                                                                              \
  }
WARPLIGHT_LENS_SHUFFLED_TYPES(DEFINE)

#define REDUCE(T, name, op)                                                                                    \
  T name(unsigned mask, T value) noexcept {                                                                    \
    return static_cast<T>(together(                                                                            \
        {.what = op, .pc = HERE, .mask = mask, .value = bits_of(value), .is_signed = static_cast<T>(-1) < 0})); \
  }
#define DEFINE_REDUCTIONS(T)                     \
  REDUCE(T, __reduce_add_sync, Together::reduce_add) \
  REDUCE(T, __reduce_min_sync, Together::reduce_min) \
  REDUCE(T, __reduce_max_sync, Together::reduce_max)
DEFINE_REDUCTIONS(int)
DEFINE_REDUCTIONS(unsigned)
