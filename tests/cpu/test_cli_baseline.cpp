// bench: against an earlier run, two rungs in turns, swept knobs, and what Ctrl-C leaves.
#include <nlohmann/json.hpp>

#include "tests/shared/program.h"

namespace warplight::test {
namespace {

using Json = nlohmann::ordered_json;
using Words = std::vector<std::string>;

class CliBaseline : public CliTest {
 protected:
  Words bench(Words more) const {
    Words typed = {"bench", "nbody", "--variants", "reference", "--set", "n=300", "--seconds", "1"};
    typed.insert(typed.end(), more.begin(), more.end());
    return typed;
  }

  Json measured() const {
    EXPECT_EQ(run(bench({"--json", "before.json"})).exit_code, 0);
    return Json::parse(read("before.json"));
  }

  // The same run, as if everything had taken `factor` times as long.
  static Json slowed(Json report, double factor) {
    for (Json& lab : report["labs"]) {
      for (Json& row : lab["rows"]) {
        for (Json& ms : row["evaluate"]["samples_ms"]) ms = ms.get<double>() * factor;
      }
    }
    return report;
  }

  Finished against(const Json& report) const {
    write("changed.json", report.dump());
    return run(bench({"--baseline", "changed.json"}));
  }
};

TEST_F(CliBaseline, SlowerEndsWithOneAndFasterWithZero) {
  const Json before = measured();
  const Finished slower = against(slowed(before, 1.0 / 3));
  expect_one_line(slower, 1, "slower than the baseline by more than 2%", "--baseline");
  EXPECT_NE(slower.out.find("SLOWER: "), std::string::npos) << slower.out;
  const Finished faster = against(slowed(before, 3));
  EXPECT_EQ(faster.exit_code, 0) << faster.err;
  EXPECT_NE(faster.out.find("FASTER: "), std::string::npos) << faster.out;
}

TEST_F(CliBaseline, TheThresholdIsInPercent) {
  const Json before = measured();
  write("changed.json", slowed(before, 1.0 / 3).dump());
  const Finished finished = run(bench({"--baseline", "changed.json", "--threshold", "900%"}));
  EXPECT_EQ(finished.exit_code, 0) << "three times as long is within 900%: " << finished.out;
  EXPECT_NE(finished.out.find("SAME: "), std::string::npos) << finished.out;
}

TEST_F(CliBaseline, WhatDoesNotMatchIsSaidAndNotCompared) {
  const Json before = slowed(measured(), 1.0 / 3);
  const auto expect_said = [&](const char* where, const Json& value, const std::string& words) {
    Json report = before;
    report[Json::json_pointer(where)] = value;
    const Finished finished = against(report);
    EXPECT_EQ(finished.exit_code, 0) << where << finished.err;
    EXPECT_NE(finished.out.find("not compared: " + words), std::string::npos) << finished.out;
  };
  expect_said("/labs/0/knobs/n", 299, "n = 299 there, 300 here");
  expect_said("/labs/0/start", "two-galaxies", "start = two-galaxies there");
  expect_said("/machine/processor", "another", "processor = another there");
  expect_said("/machine/host_threads", 4096, "host_threads = 4096 there");
  expect_said("/labs/0/rows/0/variant", "cpu", "it is not in the baseline");
  expect_said("/labs/0/rows/0/launch/block", 64, "other knobs there");
}

TEST_F(CliBaseline, WhatIsNoResultIsRefusedBeforeAnythingIsTimed) {
  const Json before = measured();
  const std::string text = before.dump();
  expect_refused(bench({"--baseline", "nowhere.json"}), 2, "nowhere.json");
  for (const std::size_t length : {std::size_t{0}, text.size() / 3, text.size() - 1}) {
    write("half.json", text.substr(0, length));
    expect_refused(bench({"--baseline", "half.json"}), 2, "half.json: not a result of bench --json");
  }
  const auto refuse = [&](const char* where, const Json& value) {
    Json report = before;
    report[Json::json_pointer(where)] = value;
    write("wrong.json", report.dump());
    expect_refused(bench({"--baseline", "wrong.json"}), 2, "wrong.json: not a result");
  };
  refuse("/labs/0/rows/0/evaluate/samples_ms/0", nullptr);
  refuse("/labs/0/rows/0/evaluate/samples_ms/0", -1);
  refuse("/labs/0/rows/0/evaluate/samples_ms/0", 0);
  refuse("/labs/0/rows/0/evaluate/samples_ms", Json::array());
  refuse("/labs/0/rows/0/evaluate/batch", "many");
  refuse("/labs", 3);
  refuse("/labs/0/knobs", "n");
  refuse("/machine", nullptr);
  write("list.json", "[]");
  expect_refused(bench({"--baseline", "list.json"}), 2, "list.json: not a result");
  expect_refused(bench({"--baseline", "before.json", "--json", "before.json"}), 2, "--baseline reads that file");
  for (const char* value : {"nan", "0", "-2", "inf", "two", "%"}) {
    expect_refused(bench({"--threshold", value}), 2, "--threshold");
  }
}

TEST_F(CliBaseline, TwoInTurnsHaveARatio) {
  const Finished finished = run({"bench", "nbody", "--compare", "cpu,reference", "--set", "n=500", "--json", "f.json"});
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_NE(finished.out.find("reference against cpu"), std::string::npos) << finished.out;
  const Json compared = Json::parse(read("f.json"))["compared"];
  EXPECT_EQ(compared["verdict"], "SLOWER") << "double on one thread against float on all: " << compared;
  EXPECT_LT(compared["interval"][0], compared["ratio"]);
  EXPECT_GT(compared["interval"][1], compared["ratio"]);
  expect_refused({"bench", "nbody", "--compare", "cpu"}, 2, "two rungs are needed");
  expect_refused({"bench", "nbody", "--compare", "cpu,refrence"}, 2, "did you mean 'reference'?");
  expect_refused({"bench", "--compare", "cpu,reference"}, 2, "one lab is needed");
  expect_refused({"bench", "nbody", "--compare", "cpu,cpu", "--variants", "cpu"}, 2, "excludes");
}

TEST_F(CliBaseline, ASweepSaysWhoWinsWhere) {
  const Finished finished = run({"bench", "nbody", "--variants", "reference,cpu", "--sweep", "n=2..2048:x32", "--sweep",
                                 "softening=0.05,0.1", "--seconds", "0.3", "--json", "f.json", "--plot", "f.svg"});
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  const Json found = Json::parse(read("f.json"));
  ASSERT_EQ(found["labs"].size(), 6u) << "2, 64 and 2048, each with two softenings";
  EXPECT_EQ(found["labs"][0]["knobs"]["n"], 2);
  EXPECT_EQ(found["labs"][1]["knobs"]["softening"], 0.1);
  EXPECT_EQ(found["labs"][5]["knobs"]["n"], 2048);
  EXPECT_NE(finished.out.find("softening = 0.05: "), std::string::npos) << finished.out;
  EXPECT_NE(finished.out.find(" win"), std::string::npos) << finished.out;
  const std::string plot = read("f.svg");
  EXPECT_TRUE(plot.starts_with("<svg ") && plot.ends_with("</svg>\n"));
  EXPECT_NE(plot.find(">cpu, softening = 0.1</text>"), std::string::npos);
  const Finished picture = run({"bench", "nbody", "--variants", "cpu", "--sweep", "n=2,64", "--seconds", "0.05", "--plot", "f.png"});
  ASSERT_EQ(picture.exit_code, 0) << picture.err;
  EXPECT_TRUE(read("f.png").starts_with("\x89PNG")) << read("f.png").size();
}

TEST_F(CliBaseline, SweepsThatMakeNoPoints) {
  const auto refuse = [&](const std::string& sweep, const std::string& words) {
    expect_refused({"bench", "nbody", "--variants", "cpu", "--sweep", sweep, "--json", "f.json"}, 2, words);
  };
  for (const char* sweep :
       {"n", "n=", "=3", "n=1..8", "n=1..8:2", "n=8..1:x2", "n=1..8:x1", "n=1..8:x0", "n=1..8:x-2", "n=1..8:xnan",
        "n=nan..8:x2", "n=1..inf:x2", "n=0..8:x2", "n=1..8:+0", "n=1..8:+-1", "n=1..100000:+1", "n=1,,2", "n=4,4"}) {
    refuse(sweep, std::string("--sweep ") + sweep);
  }
  refuse("n=0,8", "n = 0 is out of range");
  refuse("n=nan,8", "n = nan is not a number");
  refuse("n=-1..8:+4", "n = -1 is out of range");
  refuse("sofening=0.1,0.2", "did you mean 'softening'?");
  expect_refused({"bench", "nbody", "--sweep", "n=1,2", "--sweep", "n=3,4"}, 2, "swept more than once");
  expect_refused({"bench", "nbody", "--sweep", "n=1,2", "--set", "n=3"}, 2, "n is set more than once");
  expect_refused({"bench", "nbody", "--sweep", "n=1,2", "--plot", "f.txt"}, 2, "ends in .svg or .png");
  expect_refused({"bench", "nbody", "--plot", "f.svg"}, 2, "--sweep");
  expect_refused({"bench", "--sweep", "n=1,2"}, 2, "one lab is needed");
}

TEST_F(CliBaseline, AnInterruptKeepsWhatWasMeasured) {
  const Finished finished = run({"bench", "nbody", "--set", "n=60000", "--variants", "cpu,reference", "--seconds", "1",
                                 "--json", "f.json", "--csv", "f.csv"},
                                7);
  expect_one_line(finished, 1, "stopped: what was measured until then is above, and in the files", "bench");
  const Json rows = Json::parse(read("f.json"))["labs"][0]["rows"];
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_GT(rows[0]["evaluate"]["n"], 0);
  EXPECT_EQ(rows[1]["problem"], "interrupted");
  EXPECT_FALSE(read("f.csv").empty());
}

TEST_F(CliBaseline, TuneRefusesWhatHasNothingToTune) {
  expect_refused({"tune", "nbody"}, 2, "--variant is required");
  expect_refused({"tune", "nbody", "--variant", "cpu"}, 2, "nbody cpu has no launch knobs to tune");
  expect_refused({"tune", "nbdy", "--variant", "cpu"}, 2, "did you mean 'nbody'?");
  expect_refused({"tune", "nbody", "--variant", "tilde"}, 2, "tiled");
  expect_refused({"tune", "nbody", "--variant", "cpu", "--seconds", "nan"}, 2, "--seconds");
  expect_refused({"tune", "nbody", "--variant", "cpu", "--skip", "0"}, 2, "--skip");
  expect_refused({"tune", "nbody", "--variant", "cpu", "--plot", "f.txt"}, 2, "ends in .svg or .png");
}

TEST_F(CliBaseline, CeilingsAreKeptAndDamagedOnesMeasuredAnew) {
  const std::string bench_it = "\"$CLI\" bench nbody --variants cpu --set n=64 --seconds 0.05";
  const std::string with_cache = "export XDG_CACHE_HOME=$PWD/cache; ";
  const Finished first = shell(with_cache + bench_it + " && cat cache/warplight/ceilings/*.json");
  EXPECT_EQ(first.exit_code, 0) << first.err;
  EXPECT_TRUE(first.err.empty()) << first.err;
  EXPECT_NE(first.out.find("multiply_add"), std::string::npos);
  const Finished damaged = shell(with_cache + "for f in cache/warplight/ceilings/*; do echo '{' > \"$f\"; done; " +
                                 bench_it + " && cat cache/warplight/ceilings/*.json");
  expect_one_line(damaged, 0, "are damaged: measured anew", "damaged");
  EXPECT_NE(damaged.out.find("multiply_add"), std::string::npos) << "kept anew";
  const Finished unwritable = shell("export XDG_CACHE_HOME=/proc/nowhere; " + bench_it);
  expect_one_line(unwritable, 0, "ceilings can't be kept", "unwritable");
}

}  // namespace
}  // namespace warplight::test
