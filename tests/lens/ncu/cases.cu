#include "tests/lens/ncu/cases.h"

#include "sim/gpu/buffer.h"
#include "sim/gpu/launch.h"
#include "sim/nbody/kernels/direct.cuh"
#include "sim/nbody/kernels/leapfrog.cuh"
#include "sim/nbody/kernels/tiled.cuh"
#include "tests/lens/kernels/profiled.cuh"

namespace warplight::lens_ncu {
namespace {

constexpr int kSide = 256;  // of a matrix
constexpr int kN = kSide * kSide;
constexpr int kBodies = 1000;  // no multiple of a block

// Zeroed memory of n items.
template <class T>
class Array {
 public:
  Array(std::int64_t n, gpu::Stream& stream) : buffer_(n * static_cast<std::int64_t>(sizeof(T))) {
    gpu::fill_device(buffer_.data(), 0, buffer_.bytes(), stream);
    stream.wait();
  }
  T* data() const { return static_cast<T*>(buffer_.data()); }

 private:
  gpu::Buffer buffer_;
};

template <class... Parameters, class... Arguments>
void run(gpu::Stream& stream, void (*kernel)(Parameters...), gpu::Shape shape, Arguments... arguments) {
  gpu::launch(kernel, shape, stream, arguments...);
  stream.wait();
}
gpu::Shape line(int n, unsigned block, std::size_t shared_bytes = 0) {
  return {.grid = {gpu::blocks_for(n, static_cast<int>(block))}, .block = {block}, .shared_bytes = shared_bytes};
}

// Enough for every kernel of profiled.cuh.
struct Arrays {
  Array<float> in, out;
  explicit Arrays(gpu::Stream& stream) : in(8 * kN, stream), out(8 * kN, stream) {}
};

template <int kStride>
void strided_copy(gpu::Stream& stream) {
  const Arrays arrays(stream);
  run(stream, profiled::strided_copy_kernel, line(kN, 256), arrays.out.data(), arrays.in.data(), kN, kStride);
}

void vector_copy(gpu::Stream& stream) {
  const Array<float4> in(kN, stream), out(kN, stream);
  run(stream, profiled::vector_copy_kernel, line(kN, 256), out.data(), in.data(), kN);
}

using Copy = void (*)(float*, const float*, int);
template <Copy kernel>
void transpose(gpu::Stream& stream) {
  const Arrays arrays(stream);
  run(stream, kernel, {.grid = {kSide / 32, kSide / 32}, .block = {32, 32}}, arrays.out.data(), arrays.in.data(), kSide);
}
template <Copy kernel>
void rows(gpu::Stream& stream) {
  const Arrays arrays(stream);
  run(stream, kernel, line(kN, 256), arrays.out.data(), arrays.in.data(), kN);
}

void direct(gpu::Stream& stream) {
  const Array<float4> position(kBodies, stream), acceleration(kBodies, stream);
  run(stream, nbody::direct_kernel, line(kBodies, 256), position.data(), acceleration.data(), kBodies, 0.01f);
}
// What comes after n softens; all positions are zero.
template <class... Softening>
void run_tiled(gpu::Stream& stream, void (*kernel)(const float4*, float4*, int, Softening...)) {
  const Array<float4> position(kBodies, stream), acceleration(kBodies, stream);
  run(stream, kernel, line(kBodies, 256, 256 * sizeof(float4)), position.data(), acceleration.data(), kBodies,
      Softening{}...);
}
void tiled(gpu::Stream& stream) { run_tiled(stream, nbody::tiled_kernel<false>); }
void kick_drift(gpu::Stream& stream) {
  const Array<float4> position(kBodies, stream), velocity(kBodies, stream), acceleration(kBodies, stream);
  run(stream, nbody::kick_drift_kernel, line(kBodies, 256), position.data(), velocity.data(), acceleration.data(),
      kBodies, 0.01f);
}
void kick(gpu::Stream& stream) {
  const Array<float4> velocity(kBodies, stream), acceleration(kBodies, stream);
  run(stream, nbody::kick_kernel, line(kBodies, 256), velocity.data(), acceleration.data(), kBodies, 0.01f);
}
constexpr Case kCases[] = {
    {"copy, stride 1", strided_copy<1>},
    {"copy, stride 2", strided_copy<2>},
    {"copy, stride 8", strided_copy<8>},
    {"copy of float4", vector_copy},
    {"transpose, naive", transpose<profiled::transpose_naive_kernel>},
    {"transpose, tiled", transpose<profiled::transpose_tile_kernel<0>>},
    {"transpose, padded", transpose<profiled::transpose_tile_kernel<1>>},
    {"sum, interleaved", rows<profiled::sum_interleaved_kernel>},
    {"copy, shifted by one", rows<profiled::shifted_copy_kernel>},
    {"nbody direct", direct},
    {"nbody tiled", tiled},
    {"nbody kick and drift", kick_drift},
    {"nbody kick", kick},
};

}  // namespace

std::span<const Case> cases() { return kCases; }

}  // namespace warplight::lens_ncu
