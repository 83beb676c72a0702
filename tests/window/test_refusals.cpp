// What a person can type wrongly: one line, the right exit code, nothing left behind, no window.
#include <unistd.h>

#include "sim/gpu/device.h"
#include "tests/window/window_test.h"

namespace warplight::test {
namespace {

class WindowRefusals : public WindowTest {
 protected:
  void refused(const std::vector<std::string>& arguments, const std::string& words, int exit_code = 2) {
    expect_no_window(arguments, exit_code, words, environment());
  }
};

TEST_F(WindowRefusals, Numbers) {
  for (const char* value : {"n=0", "n=-5", "n=2e12", "n=abc", "n=nan", "n=1.5", "n=", "n", "dt=nan", "dt=inf"}) {
    refused({"--set", value, "--screenshot", "shot.png"}, std::string(value).substr(0, 1));
  }
  for (const char* value : {"0", "-1", "abc", "nan", "1.5", "2e12", ""}) refused({"--frames", value}, "--frames");
  for (const char* value : {"0x0", "1x", "x1", "abc", "1600", "-5x10", "99999x100", "1x2x3", ""}) {
    refused({"--size", value}, "--size");
  }
}

TEST_F(WindowRefusals, Names) {
  refused({"nbdy"}, "nbody");
  refused({"nbody", "again"}, "again");
  refused({"--variant", "refrence"}, "reference");
  refused({"--scene", "galaxy-colision"}, "galaxy-collision");
  refused({"--scene", "missing.toml"}, "missing.toml");
  refused({"--set", "sofening=1"}, "softening");
  refused({"--interop", "maybe"}, "auto, on or off");
  refused({"--frame", "5"}, "--frames");
  refused({"--gpu", "abc"}, "--gpu");
}

TEST_F(WindowRefusals, Files) {
  write("half.npy", std::string("\x93NUMPY\x01\x00v\x00{'descr': '<f4'", 25));
  write("half.csv", "x,y,z,vx,vy,vz,m\n0,0,0,0,0,0,1\n1,2,3,0");
  write("bad.toml", "lab = = 3\n");
  write("file", "this is no folder");
  for (const char* name : {"missing.npy", "half.npy", "half.csv"}) refused({"--in", name, "--frames", "3"}, name);
  refused({"--scene", "bad.toml"}, "bad.toml");
  for (const char* place : {"/nowhere/f.png", "/proc/f.png", "file/f.png"}) refused({"--screenshot", place}, place);
}

TEST_F(WindowRefusals, JudgedBeforeAWindowIsAskedFor) {
  const Environment nowhere = {{"DISPLAY", std::nullopt}, {"WAYLAND_DISPLAY", std::nullopt}};
  expect_no_window({"--set", "n=0"}, 2, "n = 0", nowhere);
  expect_no_window({"--screenshot", "/nowhere/f.png"}, 2, "/nowhere/f.png", nowhere);
}

TEST_F(WindowRefusals, WhatThisMachineLacks) {
  refused({"--gpu", "999"}, "999", 3);
  if (gpu::machine().usable()) GTEST_SKIP() << "this machine has a GPU";
  refused({"--gpu", "7"}, "7", 3);
  refused({"--interop", "on"}, "--interop on", 3);
  refused({"--interop", "on", "--frames", "3", "--screenshot", "shot.png"}, "--interop on", 3);
  for (int i = 0; i < variant_count(); ++i) {
    if (!can_run(i)) refused({"--variant", variant_name(i)}, variant_name(i), 3);
  }
}

TEST_F(WindowRefusals, HelpAndVersionNeedNoDisplay) {
  const Environment nowhere = {{"DISPLAY", std::nullopt}, {"WAYLAND_DISPLAY", std::nullopt}};
  for (const char* option : {"--help", "--version"}) {
    const Finished finished = run_window({option}, nowhere);
    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    EXPECT_TRUE(finished.err.empty()) << finished.err;
    EXPECT_NE(finished.out.find("warplight"), std::string::npos) << finished.out;
  }
}

}  // namespace
}  // namespace warplight::test
