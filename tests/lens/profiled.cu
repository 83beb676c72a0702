// Launches each of kernels/profiled.cuh once, for a profiler to look at: see scripts/lens_profile.
#include <cstdio>

#include "sim/gpu/buffer.h"
#include "sim/gpu/launch.h"
#include "tests/lens/kernels/profiled.cuh"

using namespace warplight;

int main() {
  try {
    const gpu::Stream stream = gpu::Stream::create();
    constexpr int kSide = 256, kN = kSide * kSide;
    const gpu::Buffer in(4LL * kN * 8), out(4LL * kN * 8);
    gpu::fill_device(in.data(), 0, in.bytes(), stream);
    auto* from = static_cast<float*>(in.data());
    auto* to = static_cast<float*>(out.data());
    const gpu::Shape rows = {.grid = {kN / 256}, .block = {256}};
    const gpu::Shape tiles = {.grid = {kSide / 32, kSide / 32}, .block = {32, 32}};
    for (const int stride : {1, 2, 8}) gpu::launch(profiled::strided_copy_kernel, rows, stream, to, from, kN, stride);
    gpu::launch(profiled::vector_copy_kernel, rows, stream, static_cast<float4*>(out.data()),
                static_cast<float4*>(in.data()), kN);
    gpu::launch(profiled::transpose_naive_kernel, tiles, stream, to, from, kSide);
    gpu::launch(profiled::transpose_tile_kernel<0>, tiles, stream, to, from, kSide);
    gpu::launch(profiled::transpose_tile_kernel<1>, tiles, stream, to, from, kSide);
    gpu::launch(profiled::sum_interleaved_kernel, rows, stream, to, from, kN);
    gpu::launch(profiled::shifted_copy_kernel, rows, stream, to, from, kN);
    gpu::launch(profiled::odd_even_kernel, rows, stream, to, from, kN);
    stream.wait();
  } catch (const Error& error) {
    std::fprintf(stderr, "profiled: %s\n", error.what());
    return static_cast<int>(error.code());
  }
  return 0;
}
