#include "app/cli/lens_report.h"

namespace warplight::cli {
namespace {

using Json = nlohmann::ordered_json;
using lens::Access;
using lens::KernelReport;
using lens::LineReport;
using lens::Space;

const char* word(Access access) {
  return access == Access::read ? "load" : access == Access::write ? "store" : "atomic";
}

void add_figures(Json& json, const lens::Figures& f, Space space) {
  json["requests"] = f.requests;
  json["active_lanes"] = f.active_lanes();
  json["bytes_asked"] = f.bytes_asked;
  if (space == Space::global) {
    json["sectors"] = f.sectors;
    json["bytes_moved"] = f.bytes_moved();
    json["sectors_a_request"] = f.sectors_a_request();
    json["ideal_sectors_a_request"] = f.ideal_sectors_a_request();
  } else {
    json["wavefronts"] = f.wavefronts;
    json["ideal_wavefronts"] = f.ideal_wavefronts;
    json["bank_conflicts"] = f.wavefronts - f.ideal_wavefronts;
    json["conflict_degree"] = f.conflict_degree();
  }
}

Json requests_json(const KernelReport& kernel) {
  Json list = Json::array();
  for (const lens::WarpRequest& request : kernel.requests) {
    Json offsets = Json::array();
    for (int lane = 0; lane < 32; ++lane) {
      offsets.push_back((request.active >> lane & 1) != 0 ? Json(request.offset[lane]) : Json(nullptr));
    }
    list.push_back({{"line", request.line}, {"space", request.space == Space::global ? "global" : "shared"},
                    {"access", word(request.access)}, {"bytes", request.bytes}, {"buffer", request.buffer},
                    {"offsets", std::move(offsets)}});
  }
  return list;
}

Json kernel_json(const KernelReport& kernel) {
  Json json{{"kernel", kernel.kernel},
            {"launches", kernel.launches},
            {"grid", {kernel.grid.x, kernel.grid.y, kernel.grid.z}},
            {"block", {kernel.block.x, kernel.block.y, kernel.block.z}},
            {"shared_bytes", kernel.shared_bytes},
            {"branches", kernel.branches},
            {"branch_efficiency", kernel.branch_efficiency()},
            {"accesses", kernel.accesses}};
  for (const Space space : {Space::global, Space::shared}) {
    Json total;
    add_figures(total, kernel.total(space), space);
    json[space == Space::global ? "global" : "shared"] = std::move(total);
  }
  const LineReport* worst = kernel.worst();
  json["worst_line"] = worst == nullptr ? Json(nullptr) : Json(worst->line);
  json["lines"] = Json::array();
  for (const LineReport& line : kernel.lines) {
    Json entry{{"file", line.file}, {"line", line.line}, {"space", line.space == Space::global ? "global" : "shared"},
               {"access", word(line.access)}};
    add_figures(entry, line.figures, line.space);
    json["lines"].push_back(std::move(entry));
  }
  if (!kernel.requests.empty()) json["warp"] = requests_json(kernel);
  return json;
}

}  // namespace

Json lens_json(const std::vector<LensResult>& results) {
  Json json{{"runs", Json::array()}};
  for (const LensResult& result : results) {
    const Lab& lab = *result.job.lab;
    Json run{{"lab", lab.info().name}, {"variant", result.job.info().name}, {"arch", result.arch}};
    for (const Knob& knob : lab.knobs()) run["knobs"][std::string(knob.name)] = knob.get(result.job.params.data());
    for (const Knob& knob : result.job.launch.knobs()) {
      run["launch"][std::string(knob.name)] = result.job.launch[knob.name];
    }
    run["passed"] = result.run.passed();
    double core_seconds = 0;
    for (const KernelReport& kernel : result.run.kernels) {
      run["kernels"].push_back(kernel_json(kernel));
      core_seconds += kernel.core_seconds;
    }
    run["accesses"] = result.run.accesses();
    run["accesses_a_second_and_core"] = static_cast<double>(result.run.accesses()) / core_seconds;
    json["runs"].push_back(std::move(run));
  }
  return json;
}

}  // namespace warplight::cli
