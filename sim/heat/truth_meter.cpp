// placeholder
#include "sim/heat/heat2d.h"
namespace warplight {
std::unique_ptr<TruthMeter> Heat2d::make_truth_meter() { return nullptr; }
HostState Heat2d::read(const std::filesystem::path&, Params&) { return {}; }
void Heat2d::write(const std::filesystem::path&, const Params&, const HostState&, const Prepared*) {}
}
