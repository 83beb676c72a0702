// Prints what the lens measures of every case, as JSON: by the names of the profiler's metrics where there is one.
#include <cstdio>
#include <nlohmann/json.hpp>

#include "sim/lens/session.h"
#include "tests/lens/ncu/cases.h"

namespace {

using namespace warplight;

lens::Figures sum(const lens::KernelReport& report, lens::Space space, lens::Access access) {
  lens::Figures figures;
  for (const lens::LineReport& line : report.lines) {
    if (line.space == space && line.access == access) figures.add(line.figures);
  }
  return figures;
}

nlohmann::ordered_json measure(const lens_ncu::Case& one) {
  lens::Session session;
  gpu::Stream stream;
  one.run(stream);
  const lens::KernelReport report = session.reports().at(0);
  nlohmann::ordered_json json{{"case", one.name}, {"kernel", report.kernel}};
  const char* suffix[] = {"ld", "st"};
  for (int i = 0; i < 2; ++i) {
    const lens::Access access = i == 0 ? lens::Access::read : lens::Access::write;
    const lens::Figures global = sum(report, lens::Space::global, access);
    const lens::Figures shared = sum(report, lens::Space::shared, access);
    json[std::string("sectors_") + suffix[i]] = global.sectors_a_request();
    json[std::string("conflicts_") + suffix[i]] = shared.wavefronts - shared.ideal_wavefronts;
    json[std::string("wavefronts_") + suffix[i]] = shared.wavefronts;
  }
  json["branches_uniform"] = 100 * report.branch_efficiency();
  return json;
}

}  // namespace

int main() {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  try {
    for (const lens_ncu::Case& one : lens_ncu::cases()) all.push_back(measure(one));
  } catch (const Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  std::printf("%s\n", all.dump(1).c_str());
  return 0;
}
