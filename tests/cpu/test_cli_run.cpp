#include <cmath>
#include <sstream>

#include "tests/shared/program.h"

namespace warplight::test {
namespace {

class CliRun : public CliTest {
 protected:
  Finished done(const std::vector<std::string>& arguments) const {
    const Finished finished = run(arguments);
    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    EXPECT_TRUE(finished.err.empty()) << finished.err;
    return finished;
  }
};

std::size_t lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

// The number after a meter's label in what run prints.
double meter(const std::string& out, const std::string& label) {
  const std::size_t at = out.find(label);
  return at == std::string::npos ? std::nan("") : std::stod(out.substr(at + label.size()));
}

TEST_F(CliRun, AStateComesBackAsItWasWritten) {
  for (const std::string ending : {".csv", ".npy"}) {
    done({"run", "nbody", "--variant", "cpu", "--set", "n=257", "--steps", "3", "--out", "a" + ending});
    done({"run", "nbody", "--variant", "cpu", "--in", "a" + ending, "--steps", "0", "--out", "b" + ending});
    EXPECT_FALSE(read("a" + ending).empty());
    EXPECT_TRUE(read("a" + ending) == read("b" + ending)) << ending;
  }
  EXPECT_EQ(lines(read("a.csv")), 258u);
  EXPECT_TRUE(read("a.csv").starts_with("x,y,z,vx,vy,vz,m\n"));
}

TEST_F(CliRun, StepsInTwoRunsAreStepsInOne) {
  const std::vector<std::string> knobs = {"--variant", "cpu", "--set", "dt=0.01", "--set", "softening=0.05"};
  const auto with = [&](std::vector<std::string> words) {
    words.insert(words.end(), knobs.begin(), knobs.end());
    return words;
  };
  done(with({"run", "nbody", "--scene", "plummer-sphere", "--set", "n=100", "--steps", "0", "--out", "start.npy"}));
  done(with({"run", "nbody", "--in", "start.npy", "--steps", "8", "--out", "eight.npy"}));
  done(with({"run", "nbody", "--in", "start.npy", "--steps", "5", "--out", "five.npy"}));
  done(with({"run", "nbody", "--in", "five.npy", "--steps", "3", "--out", "again.npy"}));
  EXPECT_TRUE(read("eight.npy") == read("again.npy"));
}

TEST_F(CliRun, TruthOfTheKeplerPair) {
  write("pair.csv", "x,y,z,vx,vy,vz,m\n-0.5,0,0,0,-0.70710678,0,1\n0.5,0,0,0,0.70710678,0,1\n");
  const auto energy_error = [&](const char* variant) {
    const Finished finished = done({"run", "nbody", "--in", "pair.csv", "--variant", variant, "--set", "dt=0.01",
                                    "--set", "softening=0", "--steps", "444"});
    return std::fabs(meter(finished.out, "energy error"));
  };
  EXPECT_LE(energy_error("reference"), 2e-8);
  EXPECT_LE(energy_error("cpu"), 5e-6);
}

TEST_F(CliRun, NanIsNamedWithItsStepAndBody) {
  // Two bodies so heavy that their pull leaves single precision at once.
  write("heavy.csv", "x,y,z,vx,vy,vz,m\n0,0,0,0,0,0,3e38\n1e-15,0,0,0,0,0,3e38\n5,0,0,0,0,0,1\n");
  expect_refused({"run", "nbody", "--in", "heavy.csv", "--variant", "cpu", "--set", "softening=0", "--steps", "200",
                  "--out", "f.csv"},
                 1, "nbody cpu: step 1: body 0 is not a number (");
}

TEST_F(CliRun, ASceneFileSaysWhatToRun) {
  write("scene.toml",
        "lab = \"nbody\"\nscene = \"uniform-cube\"\nvariant = \"reference\"\n[knobs]\nn = 33\nseed = 5\n");
  const Finished finished = done({"run", "--scene", "scene.toml", "--steps", "1", "--set", "seed=6"});
  EXPECT_NE(finished.out.find("nbody uniform-cube reference"), std::string::npos) << finished.out;
  EXPECT_NE(finished.out.find("n = 33"), std::string::npos) << finished.out;
  EXPECT_NE(finished.out.find("seed = 6"), std::string::npos) << finished.out;
  for (const char* name : {"kepler-reference", "small-collision"}) {
    const std::string file = std::string(WARPLIGHT_SOURCE_DIR "/assets/scenes/") + name + ".toml";
    done({"run", "--scene", file, "--steps", "1", "--variant", "cpu"});
  }
}

TEST_F(CliRun, CtrlCStopsItAndLeavesNothing) {
  const std::vector<std::string> endless = {"run", "nbody", "--set", "n=2000", "--steps", "1e9", "--out", "f.csv"};
  const Finished finished = run(endless, 1.0);
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_EQ(finished.error_lines(), 1u) << finished.err;
  EXPECT_NE(finished.err.find("of 1 000 000 000; nothing was written"), std::string::npos) << finished.err;
  EXPECT_TRUE(names().empty());
}

TEST_F(CliRun, CheckPassesAndCountsWhatIsNotHere) {
  const Finished one = done({"check", "nbody", "--variant", "cpu"});
  EXPECT_NE(one.out.find(" of the allowed error"), std::string::npos);
  EXPECT_EQ(one.out.find("uniform-cube n=257"), std::string::npos) << "each comparison only when asked";
  const Finished all = done({"check", "nbody", "--variant", "cpu", "--rows"});
  EXPECT_NE(all.out.find("uniform-cube n=257"), std::string::npos) << all.out;
  EXPECT_NE(all.out.find("ok"), std::string::npos);
  EXPECT_EQ(all.out.find("FAILED"), std::string::npos);
  EXPECT_NE(one.out.find("0 failed"), std::string::npos) << one.out;
}

}  // namespace
}  // namespace warplight::test
