#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "app/cli/job.h"
#include "app/cli/options.h"
#include "app/cli/table.h"
#include "sim/catalog.h"
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
  Json json{{"name", knob.name},         {"unit", knob.unit}, {"min", knob.min}, {"max", knob.max},
            {"default", knob.default_value}, {"help", knob.help}, {"kind", word(knob.kind)}};
  if (knob.default_on(Place::host) != knob.default_value) json["host_default"] = knob.default_on(Place::host);
  if (!knob.choices.empty()) json["choices"] = knob.choices;
  return json;
}

Json lab_json(const Lab& lab) {
  Json json{{"name", lab.info().name}, {"title", lab.info().title}, {"group", lab.info().group},
            {"what", lab.info().what}, {"variants", Json::array()}, {"knobs", Json::array()},
            {"scenes", Json::array()}};
  for (int i = 0; i < lab.variant_count(); ++i) {
    const VariantInfo& info = lab.variant(i);
    const std::string reason = unavailable_reason(info);
    Json variant{{"name", info.name},           {"idea", info.idea}, {"place", word(info.place)},
                 {"available", reason.empty()}, {"reason", reason},  {"launch_knobs", Json::array()}};
    for (const Knob& knob : lab.launch_knobs(i)) variant["launch_knobs"].push_back(knob_json(knob));
    json["variants"].push_back(std::move(variant));
  }
  for (const Knob& knob : lab.knobs()) json["knobs"].push_back(knob_json(knob));
  for (const SceneInfo& scene : lab.scenes()) {
    json["scenes"].push_back({{"name", scene.name}, {"title", scene.title}, {"look", scene.look}});
  }
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
    table.add({std::string(knob.name), std::string(knob.unit), format_knob(knob, knob.min),
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
std::vector<std::string> reasons(const Lab& lab) {
  std::vector<std::pair<std::string, std::vector<std::string_view>>> grouped;
  for (int i = 0; i < lab.variant_count(); ++i) {
    const std::string reason = unavailable_reason(lab.variant(i));
    if (reason.empty()) continue;
    if (grouped.empty() || grouped.back().first != reason) grouped.push_back({reason, {}});
    grouped.back().second.push_back(lab.variant(i).name);
  }
  std::vector<std::string> lines;
  for (const auto& [reason, names] : grouped) {
    lines.push_back(fmt::format("{} can't run here: {}", fmt::join(names, ", "), reason));
  }
  return lines;
}

void print_text(const Lab& lab) {
  fmt::print("{}: {} ({})\n\n", lab.info().name, lab.info().what, lab.info().group);
  fmt::print("{}\n", variant_table(lab).text(2));
  for (const std::string& line : reasons(lab)) fmt::print("  {}\n\n", line);
  fmt::print("{}\n{}\n", knob_table(lab).text(2), scene_table(lab).text(2));
}

void print_markdown(const Lab& lab) {
  fmt::print("## {}\n\n{}\n\n", lab.info().name, lab.info().what);
  fmt::print("{}\n", variant_table(lab).markdown());
  for (const std::string& line : reasons(lab)) fmt::print("{}\n\n", line);
  fmt::print("{}\n{}\n", knob_table(lab).markdown(), scene_table(lab).markdown());
}

class List final : public Command {
 public:
  explicit List(CLI::App& command) {
    add_lab_argument(command, lab_, "one lab; without it all");
    CLI::Option* json = command.add_flag("--json", json_, "for programs")->option_text(" ");
    command.add_flag("--markdown", markdown_, "for pages")->option_text(" ")->excludes(json);
  }

  ExitCode run(std::stop_token) override {
    std::vector<const Lab*> labs(catalog().begin(), catalog().end());
    if (!lab_.empty() && lab_ != "all") labs = {&find_lab(lab_)};
    Json json{{"labs", Json::array()}};
    for (const Lab* lab : labs) {
      if (json_) json["labs"].push_back(lab_json(*lab));
      if (markdown_) print_markdown(*lab);
      if (!json_ && !markdown_) print_text(*lab);
    }
    if (json_) fmt::print("{}\n", json.dump(2));
    return ExitCode::done;
  }

 private:
  std::string lab_;
  bool json_ = false, markdown_ = false;
};

}  // namespace

std::unique_ptr<Command> make_list(CLI::App& command) { return std::make_unique<List>(command); }

}  // namespace warplight::cli
