#include "tests/lens/ncu/cases.h"

#include "sim/gpu/buffer.h"
#include "sim/gpu/launch.h"
#include "sim/nbody/kernels/direct.cuh"
#include "sim/nbody/kernels/energy.cuh"
#include "sim/nbody/kernels/leapfrog.cuh"
#include "sim/nbody/kernels/tiled.cuh"
#include "tests/lens/kernels/figures.cuh"

namespace warplight::lens_ncu {
namespace {

using namespace lens_test;

constexpr int kSide = 1024;   // of a matrix
constexpr int kBodies = 2000;  // no multiple of a block

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

template <int kStride>
void strided_copy(gpu::Stream& stream) {
  constexpr int n = 1 << 16;
  const Array<float> in(n * kStride, stream), out(n, stream);
  run(stream, strided_copy_kernel, line(n, 256), in.data(), out.data(), n, kStride);
}

void float4_copy(gpu::Stream& stream) {
  constexpr int n = 100000;
  const Array<float4> in(n, stream), out(n, stream);
  run(stream, float4_copy_kernel, line(n, 256), in.data(), out.data(), n);
}

using Transpose = void (*)(const float*, float*, int);
template <Transpose kernel>
void transpose(gpu::Stream& stream) {
  const Array<float> in(kSide * kSide, stream), out(kSide * kSide, stream);
  run(stream, kernel, {.grid = {kSide / 32, kSide / 32}, .block = {32, 32}}, in.data(), out.data(), kSide);
}

void reduce_strided(gpu::Stream& stream) {
  constexpr unsigned blocks = 256;
  const Array<float> in(blocks * 256, stream), out(blocks, stream);
  run(stream, reduce_strided_kernel, {.grid = {blocks}, .block = {256}}, in.data(), out.data());
}

void parting(gpu::Stream& stream) {
  const Array<float> out(256, stream);
  run(stream, parting_kernel, {.grid = {1}, .block = {256}}, out.data(), 1000);
}

void direct(gpu::Stream& stream) {
  const Array<float4> position(kBodies, stream), acceleration(kBodies, stream);
  run(stream, nbody::direct_kernel, line(kBodies, 256), position.data(), acceleration.data(), kBodies, 0.01f);
}
void tiled(gpu::Stream& stream) {
  const Array<float4> position(kBodies, stream), acceleration(kBodies, stream);
  run(stream, nbody::tiled_kernel<false>, line(kBodies, 256, 256 * sizeof(float4)), position.data(),
      acceleration.data(), kBodies, 0.01f);
}
void kick_drift(gpu::Stream& stream) {
  const Array<float4> position(kBodies, stream), velocity(kBodies, stream), acceleration(kBodies, stream);
  run(stream, nbody::kick_drift_kernel, line(kBodies, 256), position.data(), velocity.data(), acceleration.data(),
      kBodies, 0.01f);
}
void energy(gpu::Stream& stream) {
  const Array<float4> position(kBodies, stream), velocity(kBodies, stream);
  const Array<double> sums(6, stream);
  run(stream, nbody::energy_kernel, line(kBodies, nbody::kEnergyBlock), position.data(), velocity.data(), kBodies, 0.01f,
      0, 1, sums.data());
}

constexpr Case kCases[] = {
    {"copy, stride 1", strided_copy<1>},
    {"copy, stride 2", strided_copy<2>},
    {"copy, stride 9", strided_copy<9>},
    {"copy of float4", float4_copy},
    {"transpose, naive", transpose<transpose_naive_kernel>},
    {"transpose, tiled", transpose<transpose_tiled_kernel<0>>},
    {"transpose, padded", transpose<transpose_tiled_kernel<1>>},
    {"reduction, strided", reduce_strided},
    {"parting warps", parting},
    {"nbody direct", direct},
    {"nbody tiled", tiled},
    {"nbody kick and drift", kick_drift},
    {"nbody energy", energy},
};

}  // namespace

std::span<const Case> cases() { return kCases; }

}  // namespace warplight::lens_ncu
