// Names that somebody may give to break a terminal or to lose a file.
#include <sys/stat.h>

#include "tests/shared/program.h"

namespace warplight::test {
namespace {

const std::string kPair = "x,y,z,vx,vy,vz,m\n0,0,0,0,0,0,1\n1,0,0,0,0,0,1\n";

class CliNames : public CliTest {};

TEST_F(CliNames, NothingThatATerminalWouldObeyIsEchoed) {
  const std::string evil = "\x1b[31m\xff\x07", shown = "?[31m??";
  expect_refused({evil}, 2, "unknown command '" + shown);
  expect_refused({"list", evil}, 2, "there is no lab '" + shown);
  expect_refused({"run", "nbody", "--" + evil}, 2, "unknown option --" + shown);
  expect_refused({"run", "nbody", evil}, 2, "one argument too many");
  for (const char* option : {"--variant", "--scene", "--set", "--in", "--out", "--steps"}) {
    expect_refused({"run", "nbody", option, evil}, 2, shown);
  }
  expect_refused({"run", "--scene", evil + ".toml"}, 2, shown + ".toml");
  expect_refused({"run", "nbody", "--set", evil + "=1"}, 2, "has no knob '" + shown);
  expect_refused({"bench", "nbody", "--variants", evil}, 2, shown);
  for (const char* option : {"--size", "--colour-by", "--interop", "--zoom"}) {
    expect_refused({"render", "--out", "f.png", option, evil}, 2, shown);
  }
  write("s.toml", "lab = \"nbody\"\n\"\\u001b[31m\" = 1\n");
  expect_refused({"run", "--scene", "s.toml"}, 2, "unknown key '?[31m'");
  expect_refused({"run", std::string(100000, 'x')}, 2, "there is nbody");
}

TEST_F(CliNames, FilesMayHaveAnyName) {
  for (const std::string name : {"sp ace", "new\nline", "Größe", "\x1b[31m", "\xff", "-dash", "100%"}) {
    write(name + ".csv", kPair);
    const Finished ran =
        run({"run", "nbody", "--variant", "cpu", "--steps", "0", "--in=" + name + ".csv", "--out=o.csv"});
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    EXPECT_EQ(ran.out.find('\x1b'), std::string::npos);
    EXPECT_EQ(read("o.csv").size(), read("o.csv").find_last_of('\n') + 1);
    const Finished benched = run({"bench", "nbody", "--variants", "cpu", "--seconds", "0.01", "--in=" + name + ".csv",
                                  "--json=" + name + ".json", "--csv=o.table", "--markdown=o.md"});
    EXPECT_EQ(benched.exit_code, 0) << benched.err;
    EXPECT_NE(read(name + ".json").find("\"rows\""), std::string::npos);
  }
}

TEST_F(CliNames, WhatIsNoFileIsNotRead) {
  for (const char* ending : {".csv", ".npy", ".toml"}) {
    const std::string pipe = std::string("pipe") + ending, endless = std::string("endless") + ending;
    ASSERT_EQ(mkfifo((folder() / pipe).c_str(), 0600), 0);
    std::filesystem::create_symlink("/dev/zero", folder() / endless);
    for (const std::string& name : {pipe, endless}) {
      if (name.ends_with(".toml")) {
        expect_refused({"run", "--scene", name}, 2, name + ": not a file");
      } else {
        expect_refused({"run", "nbody", "--in", name}, 2, name + ": not a file");
        expect_refused({"bench", "nbody", "--in", name}, 2, name + ": not a file");
      }
    }
  }
}

TEST_F(CliNames, OneFileIsNotAskedForTwice) {
  write("a.csv", kPair);
  write("s.toml", "lab = \"nbody\"\nin = \"a.csv\"\n");
  std::filesystem::create_symlink("a.csv", folder() / "link.csv");
  expect_refused({"bench", "nbody", "--json", "f", "--csv", "f"}, 2, "--json writes the same file");
  expect_refused({"bench", "nbody", "--json", "f", "--markdown", "./f"}, 2, "--json writes the same file");
  expect_refused({"bench", "nbody", "--in", "a.csv", "--csv", "a.csv"}, 2, "--in reads that file");
  expect_refused({"bench", "nbody", "--in", "a.csv", "--csv", "link.csv"}, 2, "--in reads that file");
  expect_refused({"bench", "--scene", "s.toml", "--markdown", "s.toml"}, 2, "--scene reads that file");
  EXPECT_EQ(read("a.csv"), kPair);
  const Finished onward = run({"run", "nbody", "--variant", "cpu", "--in", "a.csv", "--out", "a.csv"});
  EXPECT_EQ(onward.exit_code, 0) << "a run may go on in place: " << onward.err;
  EXPECT_NE(read("a.csv"), kPair);
}

TEST_F(CliNames, NothingIsNamedTwice) {
  expect_refused({"run", "nbody", "--set", "n=10", "--set", "n=20"}, 2, "n is set more than once");
  expect_refused({"bench", "nbody", "--variants", "cpu,reference,cpu"}, 2, "cpu is named more than once");
  expect_refused({"run", "nbody", "--steps", "1", "--steps", "2"}, 2, "--steps is given more than once");
  expect_refused({"run", "nbody", "--variant", "cpu", "--variant", "cpu"}, 2, "--variant is given more than once");
  expect_refused({"list", "--json=yes please"}, 2, "--json takes no value");
  expect_refused({"render", "--out", "f.png", "--fps", "30"}, 2, "only for a video");
}

TEST_F(CliNames, AnInterruptedBenchWritesNoFile) {
  write("f.json", "old");
  const Finished finished =
      run({"bench", "nbody", "--set", "n=200000", "--variants", "reference", "--json", "f.json"}, 1);
  expect_one_line(finished, 1, "no file was written", "bench");
  EXPECT_EQ(read("f.json"), "old");
  EXPECT_EQ(names(), std::vector<std::string>{"f.json"});
}

}  // namespace
}  // namespace warplight::test
