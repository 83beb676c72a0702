// A library with NVML's names and numbers of a test's choosing. FAKE_NVML_OLD: as drivers before 535 have it, with the
// old name for throttle reasons, without power and without texts for errors.
#include "fake_nvml.h"

#include <cstring>

namespace {

FakeNvml g_fake;

int answer(const void* device, int status, bool wanted = true) {
  return device != &g_fake || !wanted ? 2 : status;  // NVML_ERROR_INVALID_ARGUMENT
}

}  // namespace

extern "C" {

FakeNvml* fake_nvml() { return &g_fake; }

int nvmlInit_v2() {
  if (g_fake.init_status == 0) ++g_fake.open;
  return g_fake.init_status;
}
int nvmlShutdown() {
  --g_fake.open;
  return 0;
}
int nvmlDeviceGetHandleByPciBusId_v2(const char* id, void** device) {
  if (std::strcmp(id, "0000:5d:00.0") != 0) return 6;  // NVML_ERROR_NOT_FOUND
  *device = &g_fake;
  return 0;
}
int nvmlDeviceGetClockInfo(void* device, int type, unsigned* mhz) {
  *mhz = g_fake.sm_clock_mhz;
  return answer(device, g_fake.clock_status, type == 1);
}
int nvmlDeviceGetMaxClockInfo(void* device, int type, unsigned* mhz) {
  *mhz = 1980;
  return answer(device, 0, type == 1);
}
#ifdef FAKE_NVML_OLD
int nvmlDeviceGetCurrentClocksThrottleReasons(void* device, unsigned long long* reasons) {
#else
int nvmlDeviceGetCurrentClocksEventReasons(void* device, unsigned long long* reasons) {
#endif
  *reasons = g_fake.reasons;
  return answer(device, 0);
}
int nvmlDeviceGetTemperature(void* device, int sensor, unsigned* celsius) {
  *celsius = 61;
  return answer(device, 0, sensor == 0);
}
#ifndef FAKE_NVML_OLD
int nvmlDeviceGetPowerUsage(void* device, unsigned* milliwatts) {
  *milliwatts = 312500;
  return answer(device, 0);
}
const char* nvmlErrorString(int status) {
  return status == 3 ? "Not Supported" : status == 6 ? "Not Found" : "Unknown Error";
}
#endif
}
