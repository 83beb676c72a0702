// What is timed, by the host's clock or by the GPU's own: hot, run after run, or cold, the L2 cache emptied before
// each.
#pragma once

#include <functional>
#include <memory>

#include "sim/gpu/buffer.h"
#include "sim/measure/sampling.h"

namespace warplight::measure {

using Work = std::function<void()>;

// By the steady clock. The work has ended when it returns.
std::unique_ptr<Sampler> host_sampler(Work work);

// By CUDA's events. The work queues on the stream. Something short is queued before the first event, so that the GPU
// does not wait for the host between the event and the first launch: 3 to 5 µs that are no part of the work.
std::unique_ptr<Sampler> device_sampler(Work work, gpu::Stream& stream);

// Before each run `flush` is overwritten, outside of the timing: with bytes of flush_bytes() nothing that the work
// reads is in the L2 cache. `stream` and `flush` must outlive it.
std::unique_ptr<Sampler> cold_sampler(Work work, gpu::Stream& stream, const gpu::Buffer& flush);
std::int64_t flush_bytes();  // twice the L2 cache of the selected device; throws missing without one

}  // namespace warplight::measure
