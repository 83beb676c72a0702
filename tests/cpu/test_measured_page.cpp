// The page that docs/measured/ keeps: made from the bench's JSON, with what others reach beside it.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/shared/program.h"

namespace warplight::test {
namespace {

using Json = nlohmann::ordered_json;

class MeasuredPage : public CliTest {
 protected:
  void SetUp() override {
    if (shell("python3 -c 'import tomllib'").exit_code != 0) GTEST_SKIP() << "needs Python 3.11";
  }
  Finished make(const std::string& peers) const {
    write("peers.toml", peers);
    return shell("python3 " WARPLIGHT_SOURCE_DIR "/scripts/measured_page.py f.json --peers peers.toml --out page.md");
  }
};

TEST_F(MeasuredPage, PeersStandBesideTheRungsOfTheirSize) {
  ASSERT_EQ(run({"bench", "nbody", "--variants", "reference,cpu", "--set", "n=300", "--seconds", "0.1", "--json", "f.json"}).exit_code, 0);
  Json report = Json::parse(read("f.json"));
  report["machine"]["gpu"] = "A GPU";
  for (Json& row : report["labs"][0]["rows"]) row["gflops"] = 500;
  write("f.json", report.dump());
  const std::string peer =
      "gpu = \"A GPU\"\n[[peer]]\nwho = \"Somebody\"\nlab = \"nbody\"\nunit = \"TFLOP/s\"\nby_knob = { n = { 300 = 0.25, 400 = 9 } }\n"
      "[[peer]]\nwho = \"Slow\"\nlab = \"nbody\"\nunit = \"TFLOP/s\"\nnear = { n = 310 }\nvalue = 0.125\n"
      "[[peer]]\nwho = \"Another lab's\"\nlab = \"heat2d\"\nunit = \"GCell/s\"\nvalue = 1000\n";
  const Finished made = make(peer);
  ASSERT_EQ(made.exit_code, 0) << made.err;
  const std::string page = read("page.md");
  EXPECT_NE(page.find("| 2.00 × Somebody |"), std::string::npos) << page;
  EXPECT_NE(page.find("Peers at this size: Somebody 0.25 TFLOP/s; Slow 0.125 TFLOP/s (n = 310)."), std::string::npos) << page;
  EXPECT_EQ(page.find("Another lab's"), std::string::npos);
  // Titles, lines and rows have as many cells.
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_TRUE(!line.starts_with("|") || std::count(line.begin(), line.end(), '|') == 14) << line;
  }
  ASSERT_EQ(make("gpu = \"Another GPU\"\n" + peer.substr(peer.find('\n') + 1)).exit_code, 0);
  EXPECT_EQ(read("page.md").find("Somebody"), std::string::npos) << "figures of another GPU say nothing here";
  for (const char* wrong : {"gpu = ", "gpu = \"A GPU\"\n", "gpu = \"A GPU\"\n[[peer]]\nwho = \"X\"\nlab = \"nbody\"\nunit = \"parsec\"\nvalue = 1\n"}) {
    const Finished refused = make(wrong);
    EXPECT_NE(refused.exit_code, 0);
    EXPECT_EQ(refused.error_lines(), 1u) << refused.err;
    EXPECT_NE(refused.err.find("peers.toml"), std::string::npos) << refused.err;
  }
}

TEST_F(MeasuredPage, TheFiguresOfTheH200CanBeRead) {
  const Finished found = shell("python3 -B -c \"import sys, pathlib; sys.path.insert(0, '" WARPLIGHT_SOURCE_DIR "/scripts'); import measured_page as m; "
                               "p = m.read_peers(pathlib.Path('" WARPLIGHT_SOURCE_DIR "/docs/measured/peers-h200.toml'), 'NVIDIA H200'); "
                               "lab = dict(lab='heat2d', knobs=dict(width=16384, height=16384, precision='fp32')); "
                               "print(len(p), m.peers_of(lab, p)[0]['who'])\"");
  EXPECT_EQ(found.exit_code, 0) << found.err;
  EXPECT_EQ(found.out, "23 AN5D\n");
}

}  // namespace
}  // namespace warplight::test
