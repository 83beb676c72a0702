// What the fake NVML answers, set by the test that has loaded it.
#pragma once

struct FakeNvml {
  int init_status = 0, clock_status = 0;
  unsigned sm_clock_mhz = 1755;
  unsigned long long reasons = 0;
  int open = 0;  // inits without a shutdown
};

extern "C" FakeNvml* fake_nvml();
