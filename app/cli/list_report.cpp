#include "app/cli/list_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "app/cli/job.h"
#include "app/cli/table.h"
#include "sim/lane.h"
#include "sim/text.h"

namespace warplight::cli {
namespace {

using Json = nlohmann::ordered_json;

const char* word(Place place) { return place == Place::host ? "host" : "device"; }

const char* word(KnobKind kind) {
  switch (kind) {
    case KnobKind::real: return "real";
    case KnobKind::integer: return "integer";
    case KnobKind::toggle: return "toggle";
    case KnobKind::choice: return "choice";
  }
  return "";
}

Json knob_json(const Knob& knob) {
  Json json{{"name", knob.name},         {"unit", unit_text(knob.unit, {})}, {"min", knob.min}, {"max", knob.max},
            {"default", knob.default_value}, {"help", knob.help}, {"kind", word(knob.kind)}};
  if (knob.default_on(Place::host) != knob.default_value) json["host_default"] = knob.default_on(Place::host);
  if (!knob.choices.empty()) json["choices"] = knob.choices;
  return json;
}

std::string default_text(const Knob& knob) {
  const double device = knob.default_value, host = knob.default_on(Place::host);
  if (device == host) return format_knob(knob, device);
  return fmt::format("{} (host: {})", format_knob(knob, device), format_knob(knob, host));
}

Table knob_table(const Lab& lab) {
  Table table({{"knob"}, {"unit"}, {"least", true}, {"most", true}, {"default", true}, {"what it does"}});
  const auto add = [&](const Knob& knob, const std::string& help) {
    table.add({std::string(knob.name), unit_text(knob.unit, {}), format_knob(knob, knob.min),
               format_knob(knob, knob.max), default_text(knob), help});
  };
  for (const Knob& knob : lab.knobs()) add(knob, std::string(knob.help));
  for (int i = 0; i < lab.variant_count(); ++i) {
    for (const Knob& knob : lab.launch_knobs(i)) add(knob, fmt::format("{}: {}", lab.variant(i).name, knob.help));
  }
  return table;
}

Table variant_table(const Lab& lab) {
  Table table({{"variant"}, {"place"}, {"runs here"}, {"idea"}});
  for (int i = 0; i < lab.variant_count(); ++i) {
    const VariantInfo& info = lab.variant(i);
    table.add({std::string(info.name), word(info.place), unavailable_reason(info).empty() ? "yes" : "no",
               std::string(info.idea)});
  }
  return table;
}

Table scene_table(const Lab& lab) {
  Table table({{"scene"}, {"title"}, {"what to look for"}});
  for (const SceneInfo& scene : lab.scenes()) {
    table.add({std::string(scene.name), std::string(scene.title), std::string(scene.look)});
  }
  return table;
}

// Each reason once, with the variants that it holds for.
template <class Reason>
void add_reasons(std::vector<std::string>& lines, const Lab& lab, const char* what, Reason reason_of) {
  std::vector<std::pair<std::string, std::vector<std::string_view>>> grouped;
  for (int i = 0; i < lab.variant_count(); ++i) {
    const std::string reason = reason_of(lab.variant(i));
    if (reason.empty()) continue;
    const auto same = std::ranges::find(grouped, reason, [](const auto& group) { return group.first; });
    auto& names = same != grouped.end() ? same->second : grouped.emplace_back(reason, std::vector<std::string_view>()).second;
    names.push_back(lab.variant(i).name);
  }
  for (const auto& [reason, names] : grouped) {
    lines.push_back(fmt::format("{} can't run {}: {}", fmt::join(names, ", "), what, reason));
  }
}

std::vector<std::string> reasons(const Lab& lab) {
  std::vector<std::string> lines;
  add_reasons(lines, lab, "here", unavailable_reason);
  add_reasons(lines, lab, "under the lens", [](const VariantInfo& info) { return std::string(info.no_lens); });
  return lines;
}

}  // namespace

Json lab_json(const Lab& lab) {
  Json json{{"name", lab.info().name}, {"title", lab.info().title}, {"group", lab.info().group},
            {"what", lab.info().what}, {"variants", Json::array()}, {"knobs", Json::array()},
            {"scenes", Json::array()}};
  for (int i = 0; i < lab.variant_count(); ++i) {
    const VariantInfo& info = lab.variant(i);
    const std::string reason = unavailable_reason(info);
    Json variant{{"name", info.name},           {"idea", info.idea}, {"place", word(info.place)},
                 {"available", reason.empty()}, {"reason", reason},  {"no_lens", info.no_lens},
                 {"launch_knobs", Json::array()}};
    for (const Knob& knob : lab.launch_knobs(i)) variant["launch_knobs"].push_back(knob_json(knob));
    json["variants"].push_back(std::move(variant));
  }
  for (const Knob& knob : lab.knobs()) json["knobs"].push_back(knob_json(knob));
  for (const SceneInfo& scene : lab.scenes()) {
    json["scenes"].push_back({{"name", scene.name}, {"title", scene.title}, {"look", scene.look}});
  }
  return json;
}

std::string lab_text(const Lab& lab) {
  std::string text = fmt::format("{}: {} ({})\n\n{}\n", lab.info().name, lab.info().what, lab.info().group,
                                 variant_table(lab).text(2));
  for (const std::string& line : reasons(lab)) text += fmt::format("  {}\n\n", line);
  return text + fmt::format("{}\n{}\n", knob_table(lab).text(2), scene_table(lab).text(2));
}

std::string lab_markdown(const Lab& lab) {
  std::string text = fmt::format("## {}\n\n{}\n\n{}\n", lab.info().name, lab.info().what,
                                 variant_table(lab).markdown());
  for (const std::string& line : reasons(lab)) text += fmt::format("{}\n\n", line);
  return text + fmt::format("{}\n{}\n", knob_table(lab).markdown(), scene_table(lab).markdown());
}

}  // namespace warplight::cli
