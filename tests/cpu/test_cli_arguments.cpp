// What a person can type wrongly, to every command: one line, the right exit code, nothing left behind.
#include <unistd.h>

#include "sim/gpu/device.h"
#include "tests/shared/program.h"

namespace warplight::test {
namespace {

using Words = std::vector<std::string>;

struct Wrong {
  const char* value;
  const char* said;
};

class CliArguments : public CliTest {};

TEST_F(CliArguments, CommandsAndOptionsThatAreNotThere) {
  expect_refused({}, 2, "a command is needed: list, run");
  expect_refused({"lst"}, 2, "did you mean list?");
  expect_refused({"xyzzy"}, 2, "unknown command 'xyzzy'; known are list, run");
  expect_refused({"list", "--jsn"}, 2, "did you mean --json?");
  expect_refused({"run", "nbody", "--step", "3"}, 2, "did you mean --steps?");
  expect_refused({"run", "nbody", "--steps"}, 2, "--steps needs a value");
  expect_refused({"run", "nbody", "again"}, 2, "'again' is one argument too many");
  expect_refused({"list", "--json", "--markdown"}, 2, "--json excludes --markdown");
  expect_refused({"render", "nbody"}, 2, "--out");
}

TEST_F(CliArguments, NamesThatAreNotThere) {
  for (const char* command : {"list", "run", "check", "bench"}) {
    expect_refused({command, "nbdy"}, 2, "did you mean 'nbody'?");
  }
  expect_refused({"render", "nbdy", "--out", "f.png"}, 2, "did you mean 'nbody'?");
  for (const Words& command : {Words{"run", "nbody"}, Words{"check", "nbody"}, Words{"render", "--out", "f.png"}}) {
    Words typed = command;
    typed.insert(typed.end(), {"--variant", "refrence"});
    expect_refused(typed, 2, "did you mean 'reference'?");
  }
  expect_refused({"bench", "nbody", "--variants", "cpu,refrence"}, 2, "did you mean 'reference'?");
  expect_refused({"bench", "nbody", "--variants", "cpu,,"}, 2, "--variants cpu,,");
  expect_refused({"run", "nbody", "--scene", "plumer-sphere"}, 2, "did you mean 'plummer-sphere'?");
  expect_refused({"run"}, 2, "a lab is needed");
}

TEST_F(CliArguments, KnobValuesThatAreNotAllowed) {
  const Wrong wrongs[] = {{"n=0", "n = 0 is out of range: 1 to"}, {"n=-5", "n = -5 is out of range"},
                          {"n=2e12", "n = 2e12 is out of range"}, {"n=abc", "n = abc is not a number"},
                          {"n=nan", "n = nan is not a number"},   {"n=1.5", "must be a whole number"},
                          {"n=", "n has no value"},               {"n=inf", "n = inf is"},
                          {"n=12x", "n = 12x is not a number"},   {"dt=nan", "dt = nan is not a number"},
                          {"dt=-1", "dt = -1 is out of range"},   {"sofening=1", "did you mean 'softening'?"},
                          {"n", "NAME=VALUE is needed"},          {"=3", "NAME=VALUE is needed"}};
  for (const Wrong& wrong : wrongs) {
    expect_refused({"run", "nbody", "--set", wrong.value, "--out", "f.csv"}, 2, wrong.said);
    expect_refused({"bench", "nbody", "--set", wrong.value, "--json", "f.json"}, 2, wrong.said);
    expect_refused({"render", "nbody", "--set", wrong.value, "--out", "f.png"}, 2, wrong.said);
  }
  expect_refused({"run", "nbody", "--scene", "kepler-pair", "--set", "n=100"}, 2, "n = 100 was set, but");
}

TEST_F(CliArguments, OptionValuesThatAreNotAllowed) {
  for (const char* value : {"-5", "2e12", "abc", "nan", "1.5", ""}) {
    expect_refused({"run", "nbody", "--steps", value}, 2, "--steps");
    expect_refused({"render", "--out", "f.png", "--steps", value}, 2, "--steps");
    expect_refused({"render", "--out", "f.mp4", "--frames", value}, 2, "--frames");
    expect_refused({"list", "--gpu", value}, 2, "--gpu");
  }
  for (const char* value : {"-5", "0", "abc", "nan", "inf"}) {
    expect_refused({"bench", "--seconds", value}, 2, "--seconds");
    expect_refused({"render", "--out", "f.png", "--zoom", value}, 2, "--zoom");
  }
  for (const char* value : {"0x0", "-5x10", "abc", "1600", "1600x", "x900", "99999x100", "100x100x100"}) {
    expect_refused({"render", "--out", "f.png", "--size", value}, 2, "--size");
  }
  expect_refused({"render", "--out", "f.mp4", "--size", "321x200"}, 2, "even sides");
  expect_refused({"render", "--out", "f.png", "--interop", "maybe"}, 2, "auto, on or off");
  expect_refused({"render", "--out", "f.png", "--follow", "me"}, 2, "centre or the number of a body");
  expect_refused({"render", "--out", "f.png", "--trails", "-1"}, 2, "out of range");
  expect_refused({"render", "--out", "f.png", "--time-drawing"}, 2, "makes no picture");
  expect_refused({"render", "--out", "f.png", "--colour-by", "red"}, 2, "group, speed or mass");
  expect_refused({"render", "--out", "f.gif"}, 2, "ends in .png or .mp4");
  expect_refused({"render", "--out", "f.png", "--frames", "3"}, 2, "only for a video");
}

TEST_F(CliArguments, GpusThatAreNotThere) {
  const bool some = gpu::machine().usable();
  expect_refused({"list", "--gpu", "999"}, 3, some ? "there is no GPU 999" : "GPU 999 can't be used");
}

TEST_F(CliArguments, VariantsThatCannotRunHere) {
  if (gpu::machine().usable()) GTEST_SKIP() << "this machine has a GPU";
  const std::string why = gpu::machine().problem;
  expect_refused({"run", "nbody", "--variant", "tiled"}, 3, why);
  expect_refused({"check", "nbody", "--variant", "tiled"}, 3, why);
  expect_refused({"bench", "nbody", "--variants", "cpu,tiled"}, 3, why);
  expect_refused({"render", "--variant", "tiled", "--out", "f.png"}, 3, why);
  expect_refused({"render", "--interop", "on", "--out", "f.png"}, 3, "--interop on");
}

TEST_F(CliArguments, OutputsThatCannotBeWritten) {
  const Words places = {"/nowhere/f", "/proc/f", "file/f"};
  write("file", "this is no folder");
  for (const std::string& place : places) {
    expect_refused({"run", "nbody", "--out", place + ".csv"}, 2, place);
    expect_refused({"bench", "nbody", "--json", place + ".json"}, 2, place);
    expect_refused({"bench", "nbody", "--csv", place + ".csv"}, 2, place);
    expect_refused({"bench", "nbody", "--markdown", place + ".md"}, 2, place);
    expect_refused({"render", "--out", place + ".png"}, 2, place);
    expect_refused({"render", "--out", place + ".mp4"}, 2, place);
  }
  expect_refused({"run", "nbody", "--out", "f.txt"}, 2, "ends in .csv, .npy, ");
  expect_refused({"run", "nbody", "--out", "f"}, 2, "ends in .csv, .npy, ");
}

TEST_F(CliArguments, ReadOnlyFolders) {
  if (geteuid() == 0) GTEST_SKIP() << "root writes everywhere";
  std::filesystem::permissions(folder(), std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  expect_refused({"run", "nbody", "--out", "f.csv"}, 2, "f.csv");
  expect_refused({"bench", "nbody", "--json", "f.json"}, 2, "f.json");
  expect_refused({"render", "--out", "f.png"}, 2, "f.png");
  std::filesystem::permissions(folder(), std::filesystem::perms::owner_all);
}

TEST_F(CliArguments, StateFilesThatAreMissingOrBroken) {
  write("half.csv", "x,y,z,vx,vy,vz,m\n0,0,0,0,0,0,1\n1,2,3,0");
  write("nan.csv", "x,y,z,vx,vy,vz,m\n0,0,nan,0,0,0,1\n");
  write("empty.csv", "");
  write("header.csv", "x,y,z,vx,vy,vz,m\n");
  write("half.npy", std::string("\x93NUMPY\x01\x00", 8));
  write("state.txt", "x,y,z,vx,vy,vz,m\n0,0,0,0,0,0,1\n");
  for (const char* name : {"missing.csv", "half.csv", "nan.csv", "empty.csv", "header.csv", "half.npy", "state.txt"}) {
    expect_refused({"run", "nbody", "--in", name, "--out", "f.csv"}, 2, name);
    expect_refused({"bench", "nbody", "--in", name, "--variants", "cpu"}, 2, name);
    expect_refused({"render", "--in", name, "--out", "f.png"}, 2, name);
  }
  expect_refused({"run", "nbody", "--in", "missing.csv", "--scene", "kepler-pair"}, 2, "--scene and --in");
}

TEST_F(CliArguments, HelpAndVersionAreNoErrors) {
  for (const Words& typed : {Words{"--help"}, Words{"run", "--help"}, Words{"bench", "-h"}, Words{"--version"}}) {
    const Finished finished = run(typed);
    EXPECT_EQ(finished.exit_code, 0);
    EXPECT_TRUE(finished.err.empty()) << finished.err;
    EXPECT_FALSE(finished.out.empty());
  }
  const Finished version = run({"--version"});
  EXPECT_NE(version.out.find("warplight-cli "), std::string::npos) << version.out;
  EXPECT_NE(version.out.find("commit "), std::string::npos) << version.out;
  EXPECT_NE(version.out.find("CUDA"), std::string::npos) << version.out;
}

}  // namespace
}  // namespace warplight::test
