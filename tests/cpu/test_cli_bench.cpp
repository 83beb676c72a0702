#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/shared/program.h"

namespace warplight::test {
namespace {

using Json = nlohmann::json;

class CliBench : public CliTest {
 protected:
  Json benched(const std::vector<std::string>& arguments) const {
    std::vector<std::string> typed = {"bench", "nbody", "--json", "f.json"};
    typed.insert(typed.end(), arguments.begin(), arguments.end());
    const Finished finished = run(typed);
    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    EXPECT_TRUE(finished.err.empty()) << finished.err;
    return Json::parse(read("f.json"));
  }
};

TEST_F(CliBench, EveryNumberHasItsSampleAndItsCheck) {
  const Json found = benched({"--variants", "reference,cpu", "--set", "n=300", "--seconds", "3"});
  for (const char* key : {"version", "commit", "date", "machine", "labs"}) EXPECT_TRUE(found.contains(key)) << key;
  EXPECT_EQ(found["code"]["host_fnv1a"].get<std::string>().size(), 16u);
  EXPECT_EQ(found["code"]["sources_sha256"]["sim/nbody"].get<std::string>().size(), 64u);
  EXPECT_GT(found["ceilings"]["host"]["copy"].get<double>(), 0);
  EXPECT_TRUE(found["ceilings"]["host"]["root"].is_null()) << "what was not measured has no value";
  const Json& lab = found["labs"][0];
  EXPECT_EQ(lab["lab"], "nbody");
  EXPECT_EQ(lab["knobs"]["n"], 300);
  EXPECT_EQ(lab["cost"]["items"], 90000);
  EXPECT_EQ(lab["cost"]["flops"], 1800000);
  ASSERT_EQ(lab["rows"].size(), 2u);
  for (const Json& row : lab["rows"]) {
    EXPECT_EQ(row["place"], "host");
    EXPECT_EQ(row["problem"], "");
    ASSERT_FALSE(row["checks"].empty());
    for (const Json& check : row["checks"]) EXPECT_TRUE(check["passed"].get<bool>());
    for (const char* what : {"evaluate", "step"}) {
      const Json& timing = row[what];
      EXPECT_EQ(timing["samples_ms"].size(), timing["n"].get<std::size_t>());
      EXPECT_GT(timing["median_ms"].get<double>(), 0);
      EXPECT_LE(timing["p10_ms"].get<double>(), timing["median_ms"].get<double>());
      EXPECT_GE(timing["p90_ms"].get<double>(), timing["median_ms"].get<double>());
      EXPECT_GT(timing["first_ms"].get<double>(), 0);
      EXPECT_TRUE(timing["why"].get<std::string>().starts_with(timing["trust"].get<std::string>())) << timing["why"];
    }
    const double seconds = row["evaluate"]["median_ms"].get<double>() / 1000;
    EXPECT_NEAR(row["items_per_s"].get<double>() * seconds, 90000, 1);
    EXPECT_NEAR(row["gflops"].get<double>() * seconds, 0.0018, 1e-8);
    // The limit, calculated again from the ceiling: 1.8e6 flops, two a multiply-add (its bytes are too few to bind).
    const bool in_double = row["variant"] == "reference";
    const double least = 1.8e6 / (2 * found["ceilings"]["host"][in_double ? "multiply_add_fp64" : "multiply_add"].get<double>());
    EXPECT_EQ(row["limit_by"], in_double ? "fp64 multiply-adds" : "multiply-adds");
    EXPECT_NEAR(row["of_limit"].get<double>() * seconds, least, 1e-3 * least);
  }
  EXPECT_EQ(lab["rows"][0]["speed"], 1.0);
}

TEST_F(CliBench, CountsHaveMoreThan32Bits) {
  const Json found = benched({"--variants", "cpu", "--set", "n=65536", "--seconds", "0.01"});
  const Json& cost = found["labs"][0]["cost"];
  EXPECT_TRUE(cost["items"].is_number_integer());
  EXPECT_EQ(cost["items"].get<std::int64_t>(), 4294967296);
  EXPECT_EQ(cost["flops"].get<std::int64_t>(), 85899345920);
  const Json& row = found["labs"][0]["rows"][0];
  EXPECT_NEAR(row["items_per_s"].get<double>() * row["evaluate"]["median_ms"].get<double>() / 1000, 4294967296.0, 10);
}

TEST_F(CliBench, OneRunLongerThanTheBoundHasNoSpread) {
  const Json found = benched({"--variants", "reference", "--set", "n=4096", "--seconds", "0.01"});
  const Json& row = found["labs"][0]["rows"][0];
  EXPECT_EQ(row["evaluate"]["n"], 1);
  EXPECT_EQ(row["evaluate"]["stopped"], "one run");
  EXPECT_TRUE(row["evaluate"]["p10_ms"].is_null());
  EXPECT_TRUE(row["step"].is_null());
}

TEST_F(CliBench, AVariantThatCannotRunHasAReasonAndNoNumber) {
  const Json found = benched({"--set", "n=64", "--seconds", "0.05"});
  for (const Json& row : found["labs"][0]["rows"]) {
    EXPECT_NE(row["problem"].get<std::string>().empty(), row["evaluate"].is_null());
    EXPECT_EQ(row["evaluate"].is_null(), row["items_per_s"].is_null());
  }
}

TEST_F(CliBench, CsvHasARowAVariantAndAsManyCellsAsTitles) {
  const Finished finished = run({"bench", "nbody", "--variants", "cpu", "--set", "n=64", "--seconds", "0.05", "--csv",
                                 "f.csv", "--markdown", "f.md"});
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  std::istringstream csv(read("f.csv"));
  std::string titles, row, more;
  std::getline(csv, titles);
  std::getline(csv, row);
  EXPECT_FALSE(std::getline(csv, more));
  EXPECT_EQ(std::count(titles.begin(), titles.end(), ','), std::count(row.begin(), row.end(), ','));
  EXPECT_TRUE(titles.starts_with("lab,start,variant,place,n,dt,softening,seed,")) << titles;
  EXPECT_TRUE(row.starts_with("nbody,galaxy-collision,cpu,host,64,")) << row;
  EXPECT_NE(read("f.md").find("| cpu |"), std::string::npos);
  EXPECT_EQ(names(), (std::vector<std::string>{"f.csv", "f.md"}));
}

}  // namespace
}  // namespace warplight::test
