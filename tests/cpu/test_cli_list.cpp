#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/cli/list_report.h"
#include "sim/catalog.h"
#include "sim/lab_adapter.h"
#include "sim/lane.h"
#include "tests/planted_lab.h"
#include "tests/shared/program.h"

namespace warplight::test {
namespace {

using Json = nlohmann::json;

class CliList : public CliTest {
 protected:
  Json listed(const std::vector<std::string>& arguments) const {
    const Finished finished = run(arguments);
    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    EXPECT_TRUE(finished.err.empty()) << finished.err;
    return Json::parse(finished.out);
  }
};

std::vector<std::string> keys(const Json& object) {
  std::vector<std::string> names;
  for (const auto& [key, value] : object.items()) names.push_back(key);
  return names;
}

bool has_all(const Json& object, const std::vector<std::string>& wanted) {
  const std::vector<std::string> there = keys(object);
  return std::ranges::all_of(wanted, [&](const std::string& key) { return std::ranges::count(there, key) == 1; });
}

TEST_F(CliList, JsonSaysWhatTheCatalogSays) {
  const Json labs = listed({"list", "--json"}).at("labs");
  ASSERT_EQ(labs.size(), catalog().size());
  for (std::size_t l = 0; l < labs.size(); ++l) {
    const Lab& lab = *catalog()[l];
    EXPECT_EQ(labs[l].at("name"), lab.info().name);
    ASSERT_EQ(labs[l].at("variants").size(), static_cast<std::size_t>(lab.variant_count()));
    for (int i = 0; i < lab.variant_count(); ++i) {
      const Json& variant = labs[l]["variants"][static_cast<std::size_t>(i)];
      EXPECT_TRUE(has_all(variant, {"name", "idea", "place", "available", "reason", "no_lens"})) << variant;
      EXPECT_EQ(variant.at("name"), lab.variant(i).name);
      EXPECT_EQ(variant.at("idea"), lab.variant(i).idea);
      EXPECT_EQ(variant.at("place"), lab.variant(i).place == Place::host ? "host" : "device");
      EXPECT_EQ(variant.at("available").get<bool>(), unavailable_reason(lab.variant(i)).empty());
      EXPECT_EQ(variant.at("available").get<bool>(), variant.at("reason").get<std::string>().empty());
    }
    ASSERT_EQ(labs[l].at("knobs").size(), lab.knobs().size());
    for (std::size_t k = 0; k < lab.knobs().size(); ++k) {
      const Json& knob = labs[l]["knobs"][k];
      EXPECT_TRUE(has_all(knob, {"name", "unit", "min", "max", "default", "help"})) << knob;
      EXPECT_EQ(knob.at("name"), lab.knobs()[k].name);
      EXPECT_EQ(knob.at("min").get<double>(), lab.knobs()[k].min);
      EXPECT_EQ(knob.at("max").get<double>(), lab.knobs()[k].max);
      EXPECT_EQ(knob.at("default").get<double>(), lab.knobs()[k].default_value);
    }
    ASSERT_EQ(labs[l].at("scenes").size(), lab.scenes().size());
    EXPECT_EQ(labs[l]["scenes"][0].at("name"), lab.scenes()[0].name);
  }
}

TEST_F(CliList, OneLabAndItsNames) {
  const Json labs = listed({"list", "nbody", "--json"}).at("labs");
  ASSERT_EQ(labs.size(), 1u);
  std::vector<std::string> variants, knobs;
  for (const Json& variant : labs[0]["variants"]) variants.push_back(variant["name"]);
  for (const Json& knob : labs[0]["knobs"]) knobs.push_back(knob["name"]);
  for (const char* name : {"reference", "cpu", "direct", "tiled"}) EXPECT_EQ(std::ranges::count(variants, name), 1);
  for (const char* name : {"n", "dt", "softening", "seed"}) EXPECT_EQ(std::ranges::count(knobs, name), 1);
}

TEST_F(CliList, TextAndMarkdownNameEveryVariant) {
  for (const std::vector<std::string>& typed : {std::vector<std::string>{"list"}, {"list", "--markdown"}}) {
    const Finished finished = run(typed);
    EXPECT_EQ(finished.exit_code, 0);
    for (const Lab* lab : catalog()) {
      for (int i = 0; i < lab->variant_count(); ++i) {
        EXPECT_NE(finished.out.find(lab->variant(i).name), std::string::npos);
        EXPECT_NE(finished.out.find(lab->variant(i).idea), std::string::npos);
      }
    }
    EXPECT_EQ(finished.out.find('\x1b'), std::string::npos) << "colour where there is no terminal";
  }
}

// A lab of which two variants need what the lens does not model.
struct NoLensLab : NBody {
  static std::span<const Variant<NoLensLab>> ladder() {
    static const auto row = [](std::string_view name, std::string_view no_lens) {
      return Variant<NoLensLab>{.info = {.name = name, .idea = "Planted.", .tolerance = {}, .no_lens = no_lens},
                                .launch_knobs = {},
                                .prepare = nullptr,
                                .evaluate = nullptr,
                                .advance = nullptr};
    };
    static const Variant<NoLensLab> rows[] = {row("first", ""), row("second", "it needs tensor cores"),
                                              row("third", ""), row("fourth", "it needs tensor cores")};
    return rows;
  }
};

TEST(CliListPlanted, ReasonsOfTheLensAreToldInEveryForm) {
  const LabAdapter<NoLensLab> lab;
  const std::string line = "second, fourth can't run under the lens: it needs tensor cores\n";
  EXPECT_NE(cli::lab_text(lab).find(line), std::string::npos) << cli::lab_text(lab);
  EXPECT_NE(cli::lab_markdown(lab).find(line), std::string::npos) << cli::lab_markdown(lab);
  const auto variants = cli::lab_json(lab).at("variants");
  EXPECT_EQ(variants[0].at("no_lens"), "");
  EXPECT_EQ(variants[1].at("no_lens"), "it needs tensor cores");
}

TEST(CliListPlanted, NothingIsSaidWhereTheLensRunsAll) {
  const LabAdapter<planted::DeviceLab> lab;
  EXPECT_EQ(cli::lab_text(lab).find("under the lens"), std::string::npos);
}

}  // namespace
}  // namespace warplight::test
