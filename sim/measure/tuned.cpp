#include "sim/measure/tuned.h"

#include <nlohmann/json.hpp>

#include "sim/cache_folder.h"
#include "sim/error.h"
#include "sim/gpu/device.h"
#include "sim/this_machine.h"

namespace warplight::measure {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kFormat = 1;

// "" where the variant can't run here at all.
std::string machine_of(const VariantInfo& info) {
  if (info.place == Place::host) return host_key();
  return gpu::machine().usable() ? device_key() : "";
}

std::string file_of(const std::string& machine) { return "tuned/" + file_name_of(machine) + ".json"; }

std::string key_of(const Lab& lab, int variant) {
  return std::string(lab.info().name) + "/" + std::string(lab.variant(variant).name);
}

// All that is kept for a machine; what is damaged counts as nothing.
Json kept_for(const std::string& machine) {
  const Json kept = Json::parse(read_cached(file_of(machine)), nullptr, false);
  const bool good = kept.is_object() && kept.value("format", Json()) == kFormat &&
                    kept.value("machine", Json()) == machine && kept.value("rungs", Json()).is_object();
  return good ? kept : Json{{"format", kFormat}, {"machine", machine}, {"rungs", Json::object()}};
}

std::string change(const Lab& lab, int variant, const Json& entry) {
  const std::string machine = machine_of(lab.variant(variant));
  if (machine.empty()) return "there is no GPU";
  Json kept = kept_for(machine);
  if (entry.is_null()) {
    kept["rungs"].erase(key_of(lab, variant));
  } else {
    kept["rungs"][key_of(lab, variant)] = entry;
  }
  return write_cached(file_of(machine), kept.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

}  // namespace

std::optional<Tuned> find_tuned(const Lab& lab, int variant) {
  if (lab.launch_knobs(variant).empty()) return {};
  const std::string machine = machine_of(lab.variant(variant));
  if (machine.empty()) return {};
  try {
    const Json kept = kept_for(machine);
    const auto entry = kept["rungs"].find(key_of(lab, variant));
    if (entry == kept["rungs"].end()) return {};
    Tuned tuned{.launch = LaunchValues(lab.launch_knobs(variant)),
                .problem = entry->at("problem").get<std::string>(),
                .date = entry->at("date").get<std::string>()};
    for (const auto& [name, value] : entry->at("launch").items()) {
      tuned.launch.set(name, check_knob(find_knob(lab.launch_knobs(variant), name), value.get<double>()));
    }
    return tuned;
  } catch (const nlohmann::json::exception&) {
    return {};
  } catch (const Error&) {
    return {};
  }
}

std::string keep_tuned(const Lab& lab, int variant, const Tuned& tuned) {
  Json entry{{"launch", Json::object()}, {"problem", tuned.problem}, {"date", tuned.date}};
  for (const Knob& knob : tuned.launch.knobs()) entry["launch"][std::string(knob.name)] = tuned.launch[knob.name];
  return change(lab, variant, entry);
}

std::string forget_tuned(const Lab& lab, int variant) { return change(lab, variant, nullptr); }

}  // namespace warplight::measure
