#include "sim/lens/report.h"

#include <utility>

namespace warplight::lens {
namespace {

double ratio(std::int64_t a, std::int64_t b, double none) {
  return b == 0 ? none : static_cast<double>(a) / static_cast<double>(b);
}

}  // namespace

void Figures::add(const Figures& other) {
  requests += other.requests;
  lanes += other.lanes;
  bytes_asked += other.bytes_asked;
  sectors += other.sectors;
  ideal_sectors += other.ideal_sectors;
  wavefronts += other.wavefronts;
  ideal_wavefronts += other.ideal_wavefronts;
}

double Figures::sectors_a_request() const { return ratio(sectors, requests, 0); }
double Figures::ideal_sectors_a_request() const { return ratio(ideal_sectors, requests, 0); }
double Figures::conflict_degree() const { return ratio(wavefronts, ideal_wavefronts, 1); }

std::int64_t LineReport::waste() const {
  return figures.sectors - figures.ideal_sectors + figures.wavefronts - figures.ideal_wavefronts;
}

Figures KernelReport::total(Space space) const {
  Figures sum;
  for (const LineReport& line : lines) {
    if (line.space == space) sum.add(line.figures);
  }
  return sum;
}

double KernelReport::branch_efficiency() const { return 1 - ratio(divergent_branches, branches, 0); }

const LineReport* KernelReport::worst() const {
  const LineReport* worst = nullptr;
  for (const LineReport& line : lines) {
    if (worst == nullptr || std::pair(line.waste(), line.traffic()) > std::pair(worst->waste(), worst->traffic())) {
      worst = &line;
    }
  }
  return worst;
}

}  // namespace warplight::lens
