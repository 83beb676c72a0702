#include "sim/measure/ceilings.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "sim/cache_folder.h"

namespace warplight::measure {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kFormat = 2;  // 1: without fp64 multiply-adds

constexpr CeilingInfo kInfos[kCeilings] = {
    {"copy", "B/s", "memory copied, bytes read and bytes written"},
    {"read", "B/s", "memory read"},
    {"l2", "B/s", "read again from the L2 cache"},
    {"multiply_add", "1/s", "fp32 multiply-adds"},
    {"multiply_add_fp64", "1/s", "fp64 multiply-adds"},
    {"root", "1/s", "reciprocal roots"},
    {"launch", "ms", "a launch of an empty kernel, one after another"},
    {"graph_node", "ms", "an empty kernel in a CUDA graph"},
    {"map", "ms", "an OpenGL buffer mapped into CUDA and back"},
};

}  // namespace

const CeilingInfo& info(Ceiling ceiling) { return kInfos[static_cast<std::size_t>(ceiling)]; }

void Ceilings::set(Ceiling ceiling, double value, std::string trust) {
  values[static_cast<std::size_t>(ceiling)] = {value, std::move(trust)};
}

std::string ceilings_text(const Ceilings& ceilings) {
  Json json{{"format", kFormat}, {"machine", ceilings.machine}, {"date", ceilings.date}};
  for (std::size_t i = 0; i < kCeilings; ++i) {
    const CeilingValue& value = ceilings.values[i];
    if (std::isnan(value.value)) continue;
    json["ceilings"][kInfos[i].name] = {{"value", value.value}, {"unit", kInfos[i].unit}, {"trust", value.trust}};
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::optional<Ceilings> read_ceilings(const std::string& text, const std::string& machine) {
  try {
    const Json json = Json::parse(text);
    if (json.at("format") != kFormat || json.at("machine") != machine) return {};
    Ceilings found{.machine = machine, .date = json.at("date").get<std::string>(), .values = {}};
    std::size_t known = 0;
    for (std::size_t i = 0; i < kCeilings; ++i) {
      if (!json.at("ceilings").contains(kInfos[i].name)) continue;
      const Json& kept = json["ceilings"][kInfos[i].name];
      const double value = kept.at("value").get<double>();
      if (!(std::isfinite(value) && value > 0) || kept.at("unit") != kInfos[i].unit) return {};
      found.values[i] = {value, kept.at("trust").get<std::string>()};
      ++known;
    }
    if (known == 0) return {};
    return found;
  } catch (const nlohmann::json::exception&) {
    return {};
  }
}

bool is_of_an_earlier_version(const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return false;
  const Json format = json.value("format", Json());
  return format.is_number_integer() && format.get<std::int64_t>() >= 1 && format.get<std::int64_t>() < kFormat;
}

std::string ceilings_file(const std::string& machine) { return "ceilings/" + file_name_of(machine) + ".json"; }

std::optional<Limit> limit_of(const Cost& cost, const Ceilings& ceilings, const LimitInputs& inputs) {
  const bool in_l2 = !inputs.cold && inputs.l2_bytes > 0 && inputs.state_bytes <= inputs.l2_bytes;
  const bool in_double = cost.in_double || inputs.in_double;
  const double multiply_adds = ceilings[in_double ? Ceiling::multiply_add_fp64 : Ceiling::multiply_add];
  const bool roots_known = inputs.l2_bytes > 0 || !std::isnan(ceilings[Ceiling::root]);
  const struct {
    double seconds;
    std::string_view by;
  } bounds[] = {
      {cost.bytes == 0 ? 0 : cost.bytes / ceilings[in_l2 ? Ceiling::l2 : Ceiling::copy], in_l2 ? "L2" : "memory"},
      {cost.flops == 0 ? 0 : cost.flops / (2 * multiply_adds), in_double ? "fp64 multiply-adds" : "multiply-adds"},
      {cost.roots == 0 || !roots_known ? 0 : cost.roots / ceilings[Ceiling::root], "reciprocal roots"},
      {inputs.launches ? ceilings[Ceiling::launch] / 1000 : 0, "launch"},
  };
  Limit limit;
  for (const auto& [seconds, by] : bounds) {
    if (std::isnan(seconds)) return {};
    if (seconds > limit.seconds) limit = {seconds, by};
  }
  if (limit.seconds == 0) return {};
  return limit;
}

}  // namespace warplight::measure
