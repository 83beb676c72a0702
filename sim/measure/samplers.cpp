#include "sim/measure/samplers.h"

#include <algorithm>
#include <utility>

#include "sim/gpu/ceilings.h"
#include "sim/gpu/device.h"

namespace warplight::measure {
namespace {

constexpr double kEventStepMs = 0.0005;  // the CUDA Runtime API's manual, cudaEventElapsedTime: around 0.5 µs

class HostSampler final : public Sampler {
 public:
  explicit HostSampler(Work work) : work_(std::move(work)) {}

  double batch_ms(int runs) override {
    const double start = steady_seconds();
    for (int i = 0; i < runs; ++i) work_();
    return 1000 * (steady_seconds() - start);
  }

 private:
  Work work_;
};

class DeviceSampler final : public Sampler {
 public:
  DeviceSampler(Work work, gpu::Stream& stream, const gpu::Buffer* flush)
      : work_(std::move(work)), stream_(&stream), flush_(flush) {}

  double batch_ms(int runs) override {
    if (!cold()) gpu::launch_delay(*stream_);  // emptying the cache takes longer than that
    start_.record(*stream_);
    for (int i = 0; i < runs; ++i) work_();
    end_.record(*stream_);
    end_.wait();
    return static_cast<double>(end_.ms_since(start_));
  }
  bool cold() const override { return flush_ != nullptr; }
  void prepare() override { gpu::fill_device(flush_->data(), 0, flush_->bytes(), *stream_); }
  double clock_step_ms() const override { return kEventStepMs; }

 private:
  Work work_;
  gpu::Stream* stream_;
  const gpu::Buffer* flush_;  // null: hot
  gpu::Event start_, end_;
};

}  // namespace

std::unique_ptr<Sampler> host_sampler(Work work) { return std::make_unique<HostSampler>(std::move(work)); }

std::unique_ptr<Sampler> device_sampler(Work work, gpu::Stream& stream) {
  return std::make_unique<DeviceSampler>(std::move(work), stream, nullptr);
}

std::unique_ptr<Sampler> cold_sampler(Work work, gpu::Stream& stream, const gpu::Buffer& flush) {
  return std::make_unique<DeviceSampler>(std::move(work), stream, &flush);
}

std::int64_t flush_bytes() {
  constexpr std::int64_t kLeast = std::int64_t{32} << 20;  // where the cache's size is not told
  return std::max(kLeast, 2 * gpu::selected_device().l2_bytes);
}

}  // namespace warplight::measure
