// Every CUDA variant of every lab at its awkward sizes, under the lens with all checks on and against the reference.
#include <gtest/gtest.h>

#include <algorithm>

#include "sim/lens/lab_run.h"
#include "sim/lens/labs.h"

namespace warplight::lens_test {
namespace {

struct Rung {
  const Lab* lab;
  int variant;
};

std::vector<Rung> cuda_rungs() {
  std::vector<Rung> rungs;
  for (const Lab* lab : lens::labs()) {
    for (int v = 0; v < lab->variant_count(); ++v) {
      if (lab->variant(v).place == Place::device) rungs.push_back({lab, v});
    }
  }
  return rungs;
}

std::string test_name(const ::testing::TestParamInfo<Rung>& info) {
  std::string name(info.param.lab->info().name);
  name += "_" + std::string(info.param.lab->variant(info.param.variant).name);
  std::ranges::replace_if(name, [](char c) { return !isalnum(static_cast<unsigned char>(c)); }, '_');
  return name;
}

ParamBytes params_of(const Lab& lab, const CheckCase& start) {
  ParamBytes params = lab.defaults(Place::host);
  const auto set = [&](std::string_view name, double value) {
    find_knob(lab.knobs(), name).set(params.data(), value);
  };
  for (const SceneInfo& scene : lab.scenes()) {
    if (scene.name != start.scene) continue;
    for (const auto& [name, value] : scene.knobs) set(name, value);
  }
  for (const auto& [name, value] : start.knobs) set(name, value);
  return params;
}

class LadderUnderLens : public ::testing::TestWithParam<Rung> {};

TEST_P(LadderUnderLens, AgreesWithTheReferenceAndHasNoFault) {
  const auto [lab, variant] = GetParam();
  if (const std::string reason = lens::no_lens_reason(lab->variant(variant)); !reason.empty()) GTEST_SKIP() << reason;
  for (const CheckCase& start : lab->check_cases()) {
    ParamBytes params = params_of(*lab, start);
    const HostState state = lab->build(start.scene, params);
    const LaunchValues launch(lab->launch_knobs(variant));
    std::string text(start.scene);
    for (const auto& [name, value] : start.knobs) text += " " + std::string(name) + "=" + std::to_string(value);
    SCOPED_TRACE(text);
    try {
      const lens::LabRun run = lens::run_variant(*lab, variant, params, launch, state, {}, start.steps);
      for (const Comparison& c : run.comparisons) {
        EXPECT_TRUE(c.passed()) << c.output << " off by " << c.l2_error << ", worst " << c.max_error;
      }
      EXPECT_FALSE(run.kernels.empty());
    } catch (const Error& error) {
      ADD_FAILURE() << error.what();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, LadderUnderLens, ::testing::ValuesIn(cuda_rungs()), test_name);

TEST(LadderUnderLens, RecordsTenMillionAccessesASecondAndCore) {
  const Lab& lab = lens::find_lab("nbody");
  ParamBytes params = params_of(lab, {lab.scenes().front().name, {{"n", 2048}}});
  const HostState state = lab.build(lab.scenes().front().name, params);
  const int variant = lab.find_variant("direct");
  const lens::LabRun run = lens::run_variant(lab, variant, params, LaunchValues(lab.launch_knobs(variant)), state);
  double core_seconds = 0;
  for (const lens::KernelReport& kernel : run.kernels) core_seconds += kernel.core_seconds;
  EXPECT_GT(static_cast<double>(run.accesses()) / core_seconds, 10e6);
}

TEST(LadderUnderLens, IsNotEmpty) { EXPECT_GE(cuda_rungs().size(), 2u); }

}  // namespace
}  // namespace warplight::lens_test
