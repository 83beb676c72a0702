// What a shell puts around the program: streams that are closed or full, signals, limits, an odd environment.
#include "tests/shared/program.h"

namespace warplight::test {
namespace {

class CliSurroundings : public CliTest {
 protected:
  void expect(const std::string& script, int exit_code, const std::string& words) const {
    expect_one_line(shell(script), exit_code, words, script);
  }
};

const std::string kRun = "\"$CLI\" run nbody --variant cpu --set n=10 --steps 1 ";
const std::string kUnwritable = "standard output can't be written";

TEST_F(CliSurroundings, AFullStandardOutputIsSaid) {
  for (const char* command : {"list", "list --json", "check nbody --variant cpu", "doctor", "--help", "--version",
                              "run nbody --set n=10 --variant cpu --steps 1",
                              "bench nbody --set n=10 --variants cpu --seconds 0.01"}) {
    expect("\"$CLI\" " + std::string(command) + " >/dev/full", 1, kUnwritable);
  }
}

TEST_F(CliSurroundings, AClosedStandardOutputNeverEndsUpInAnotherFile) {
  expect(kRun + "--out a.csv >&-", 1, kUnwritable);
  EXPECT_TRUE(read("a.csv").starts_with("x,y,z,vx,vy,vz,m\n"));
  EXPECT_EQ(read("a.csv").find("energy"), std::string::npos);
  expect("\"$CLI\" bench nbody --set n=10 --variants cpu --seconds 0.01 --json a.json >&-", 1, kUnwritable);
  EXPECT_TRUE(read("a.json").starts_with("{"));
}

TEST_F(CliSurroundings, AClosedStandardErrorChangesNothingElse) {
  const Finished refused = shell("\"$CLI\" run nbody --steps x --out a.csv 2>&-");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_TRUE(names().empty());
  const Finished finished = shell(kRun + "--out a.csv <&- 2>&-");
  EXPECT_EQ(finished.exit_code, 0);
  EXPECT_TRUE(read("a.csv").starts_with("x,y,z,vx,vy,vz,m\n"));
}

TEST_F(CliSurroundings, AReaderThatLeavesEndsIt) {
  EXPECT_EQ(shell("\"$CLI\" list | head -n 1").out.find("nbody"), 0u);
  expect("trap '' PIPE; { sleep 0.3; \"$CLI\" list --json; echo $? >code; } | true; exit $(cat code)", 1, kUnwritable);
}

TEST_F(CliSurroundings, SignalsThatWereIgnoredStayIgnored) {
  // nohup, and what a script starts in the background.
  const Finished finished = shell("trap '' HUP INT; \"$CLI\" run nbody --variant cpu --set n=4000 --steps 1500 & p=$!;"
                                  "sleep 0.3; kill -HUP $p 2>/dev/null; kill -INT $p 2>/dev/null; wait $p");
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_TRUE(finished.err.empty()) << finished.err;
}

TEST_F(CliSurroundings, ALimitOnFilesLeavesNoHalfFile) {
  write("a.csv", "old");
  expect("ulimit -f 20; \"$CLI\" run nbody --variant cpu --scene uniform-cube --set n=5000 --steps 0 --out a.csv", 1,
         "a.csv: File too large");
  EXPECT_EQ(names(), std::vector<std::string>{"a.csv"});
  EXPECT_EQ(read("a.csv"), "old");
}

TEST_F(CliSurroundings, ALimitOnMemoryIsFoundBeforeTheWork) {
  const std::string much = "run nbody --scene uniform-cube --variant cpu --steps 0 --set n=";
  expect("ulimit -v 2000000; \"$CLI\" " + much + "5e7", 1, "not enough host memory: 5.6 GB needed");
  expect("\"$CLI\" " + much + "1e9", 1, "not enough host memory: 112 GB needed");
}

TEST_F(CliSurroundings, AnyNumberOfThreadsIsSurvived) {
  const Finished plain = shell("\"$CLI\" check nbody --variant cpu");
  for (const char* threads : {"1", "100000", "2147483647"}) {
    const Finished finished = shell(std::string("OMP_NUM_THREADS=") + threads + " \"$CLI\" check nbody --variant cpu");
    EXPECT_EQ(finished.exit_code, 0) << threads << finished.err;
    EXPECT_EQ(finished.out, plain.out) << threads;
  }
}

TEST_F(CliSurroundings, NoLocaleNorHomeIsNeeded) {
  const Finished plain = shell(kRun);
  for (const char* surroundings : {"LC_ALL=de_DE.UTF-8", "LC_ALL=none", "HOME=/nowhere", "TMPDIR=/nowhere", "PATH="}) {
    EXPECT_EQ(shell(std::string(surroundings) + " " + kRun).out, plain.out) << surroundings;
  }
  EXPECT_EQ(shell("env -i \"$CLI\" list").exit_code, 0);
}

}  // namespace
}  // namespace warplight::test
