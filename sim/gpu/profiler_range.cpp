#include "sim/gpu/profiler_range.h"

#if WARPLIGHT_HAS_CUDA && __has_include(<nvtx3/nvToolsExt.h>)
#include <nvtx3/nvToolsExt.h>

#include <algorithm>
#include <cstring>
#define WARPLIGHT_HAS_NVTX 1
#endif

namespace warplight::gpu {

#if WARPLIGHT_HAS_NVTX

namespace {

// NVTX is headers alone: a profiler that starts the program names its library in the environment, and only then is
// anything loaded.
nvtxDomainHandle_t domain() {
  static const nvtxDomainHandle_t kDomain = nvtxDomainCreateA("Warplight");
  return kDomain;
}

void push(std::string_view name, const std::int64_t* payload) {
  char text[64];
  const std::size_t length = std::min(name.size(), sizeof text - 1);
  std::memcpy(text, name.data(), length);
  text[length] = '\0';
  nvtxEventAttributes_t attributes{};
  attributes.version = NVTX_VERSION;
  attributes.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  attributes.messageType = NVTX_MESSAGE_TYPE_ASCII;
  attributes.message.ascii = text;
  if (payload != nullptr) {
    attributes.payloadType = NVTX_PAYLOAD_TYPE_INT64;
    attributes.payload.llValue = *payload;
  }
  nvtxDomainRangePushEx(domain(), &attributes);
}

}  // namespace

ProfilerRange::ProfilerRange(std::string_view name) { push(name, nullptr); }
ProfilerRange::ProfilerRange(std::string_view name, std::int64_t payload) { push(name, &payload); }
ProfilerRange::~ProfilerRange() { nvtxDomainRangePop(domain()); }

#else

ProfilerRange::ProfilerRange(std::string_view) {}
ProfilerRange::ProfilerRange(std::string_view, std::int64_t) {}
ProfilerRange::~ProfilerRange() = default;

#endif

}  // namespace warplight::gpu
