#include "app/cli/baseline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/cli/profile.h"
#include "app/cli/table.h"
#include "sim/error.h"
#include "sim/text.h"
#include "sim/whole_file.h"

namespace warplight::cli {
namespace {

using Json = nlohmann::ordered_json;
using measure::Conditions;
using measure::Samples;

measure::Stopped stopped_of(const std::string& text) {
  for (const auto why : {measure::Stopped::quiet, measure::Stopped::time_bound, measure::Stopped::most_samples,
                         measure::Stopped::one_run}) {
    if (text == measure::word(why)) return why;
  }
  return measure::Stopped::interrupted;
}

double positive(const Json& value) {
  const double number = value.get<double>();
  if (!(std::isfinite(number) && number > 0)) throw_bad_input(fmt::format("{} is no time", value.dump()));
  return number;
}

Conditions conditions_of(const Json& timing, std::size_t i) {
  const Json &clock = timing.at("sm_clock_mhz").at(i), &throttle = timing.at("throttle").at(i);
  Conditions seen;
  if (clock.is_number()) seen.sm_clock_mhz = clock.get<double>();
  if (throttle.is_number_unsigned()) {
    seen.throttle = throttle.get<std::uint32_t>();
    seen.throttle_known = true;
  }
  return seen;
}

Samples samples_of(const Json& timing) {
  Samples samples;
  samples.first_ms = positive(timing.at("first_ms"));
  samples.batch = std::max(1, timing.at("batch").get<int>());
  samples.cold = timing.at("cold").get<bool>();
  samples.clock_step_ms = std::fmax(0, timing.at("clock_step_ms").get<double>());
  samples.stopped = stopped_of(timing.at("stopped").get<std::string>());
  for (const Json& ms : timing.at("samples_ms")) samples.ms.push_back(positive(ms));
  if (samples.ms.empty()) throw_bad_input("a timing without samples");
  if (timing.contains("sm_clock_mhz")) {
    for (std::size_t i = 0; i < samples.ms.size(); ++i) samples.conditions.push_back(conditions_of(timing, i));
  }
  return samples;
}

void require_object(const Json& json) {
  if (!json.is_object()) throw_bad_input(fmt::format("{} in place of names and values", shown(json.dump())));
}

// What a row is compared by; null where it has no number.
const Json& timed(const Json& row) {
  if (!row.at("evaluate").is_null()) return row["evaluate"];
  return !row.at("step").is_null() ? row["step"] : row.at("cold");
}

struct Place {
  const Json *machine, *lab, *row;
};

std::string shown_json(const Json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

// "n = 65536 there, 1024 here"; "" where both say the same.
std::string difference(const Json& there, const Json& here, const char* name) {
  const Json &a = there.value(name, Json()), &b = here.value(name, Json());
  return a == b ? "" : fmt::format("{} = {} there, {} here", name, shown(shown_json(a)), shown(shown_json(b)));
}

std::string difference_of_all(const Json& there, const Json& here) {
  for (const auto& [name, value] : here.items()) {
    if (std::string text = difference(there, here, name.c_str()); !text.empty()) return text;
  }
  return there.size() == here.size() ? "" : "other knobs there";
}

// Why two rows of one lab and variant can't be compared; "" if they can.
std::string why_not(const Place& there, const Place& here) {
  const bool device = here.row->at("place") == "device";
  for (const char* what : {"gpu", "processor", "host_threads"}) {
    if ((what == std::string_view("gpu")) != device) continue;
    if (std::string text = difference(*there.machine, *here.machine, what); !text.empty()) return text;
  }
  if (std::string text = difference(*there.lab, *here.lab, "start"); !text.empty()) return text;
  if (std::string text = difference_of_all(there.lab->at("knobs"), here.lab->at("knobs")); !text.empty()) return text;
  if (std::string text = difference_of_all(there.row->at("launch"), here.row->at("launch")); !text.empty()) return text;
  if (std::string text = difference(*there.row, *here.row, "steps_a_call"); !text.empty()) return text;
  const Json &before = timed(*there.row), &now = timed(*here.row);
  if (now.is_null()) return "no number here: " + here.row->at("problem").get<std::string>();
  if (before.is_null()) return "no number there: " + there.row->at("problem").get<std::string>();
  return difference(before, now, "cold");
}

template <class Visit>
void for_each_row(const Json& report, Visit visit) {
  for (const Json& lab : report.at("labs")) {
    for (const Json& row : lab.at("rows")) visit(Place{&report.at("machine"), &lab, &row});
  }
}

// By the hashes of their sources (code_hash.h).
std::string kernel_change(const Json& there, const Json& here) {
  const Json before = there.value("kernels", Json::array()), now = here.value("kernels", Json::array());
  const auto hash = [](const Json& kernel) { return kernel.value("source_sha256", Json("")); };
  const auto known = [&](const Json& kernels) {
    return kernels.is_array() && !kernels.empty() && std::ranges::all_of(kernels, [&](const Json& kernel) {
      return kernel.is_object() && hash(kernel).is_string() && hash(kernel) != "" && kernel.value("name", Json()).is_string();
    });
  };
  if (!known(before) || !known(now)) return "";
  for (const Json& kernel : now) {
    const bool unchanged = std::ranges::any_of(before, [&](const Json& other) { return hash(other) == hash(kernel); });
    if (!unchanged) return "kernel changed: " + plain_kernel_name(kernel["name"].get<std::string>());
  }
  return "kernel unchanged";
}

BaselineRow compare_rows(const Place& there, const Place& here, double threshold) {
  const Samples before = samples_of(timed(*there.row)), now = samples_of(timed(*here.row));
  const measure::Summary a = measure::summarize(before), b = measure::summarize(now);
  BaselineRow row;
  row.before_ms = a.median;
  row.now_ms = b.median;
  row.ratio = measure::independent_ratio(a, b);
  row.verdict = measure::compare(row.ratio, measure::judge(before).trust, measure::judge(now).trust, threshold);
  row.kernel = kernel_change(*there.row, *here.row);
  return row;
}

}  // namespace

Baseline::Baseline(const std::filesystem::path& file) {
  const std::string text = read_whole(file, 8);
  try {
    report_ = Json::parse(text);
    report_.at("date").get<std::string>();
    report_.at("commit").get<std::string>();
    for_each_row(report_, [](const Place& place) {
      place.lab->at("lab").get<std::string>();
      place.row->at("variant").get<std::string>();
      place.row->at("problem").get<std::string>();
      place.row->at("place").get<std::string>();
      for (const Json* each : {place.machine, &place.lab->at("knobs"), &place.row->at("launch")}) require_object(*each);
      place.row->at("steps_a_call").get<int>();
      if (const Json& timing = timed(*place.row); !timing.is_null()) samples_of(timing);
    });
  } catch (const nlohmann::json::exception& error) {
    throw_bad_input(fmt::format("{}: not a result of bench --json ({})", file.string(), one_line(error.what(), 200)));
  } catch (const Error& error) {
    throw_bad_input(fmt::format("{}: not a result of bench --json ({})", file.string(), error.what()));
  }
}

std::vector<BaselineRow> Baseline::compare(const std::string& now, double threshold) const {
  std::vector<BaselineRow> rows;
  const Json report = Json::parse(now);
  for_each_row(report, [&](const Place& here) {
    BaselineRow found;
    found.not_compared = "it is not in the baseline";
    bool compared = false;
    for_each_row(report_, [&](const Place& there) {
      const bool same_rung =
          there.lab->at("lab") == here.lab->at("lab") && there.row->at("variant") == here.row->at("variant");
      if (!same_rung || compared) return;
      found.not_compared = why_not(there, here);
      compared = found.not_compared.empty();
      if (compared) found = compare_rows(there, here, threshold);
    });
    found.lab = here.lab->at("lab").get<std::string>();
    found.variant = here.row->at("variant").get<std::string>();
    rows.push_back(std::move(found));
  });
  return rows;
}

std::string Baseline::origin() const {
  const Json driver = report_.at("machine").value("driver", Json(""));
  return fmt::format("{}, commit {}{}", shown(report_["date"].get<std::string>()),
                     shown(report_["commit"].get<std::string>()),
                     driver.is_string() && driver != "" ? ", driver " + shown(driver.get<std::string>()) : "");
}

std::string baseline_text(const std::vector<BaselineRow>& rows, const std::string& origin, double threshold) {
  Table table({{"variant"}, {"before", true}, {"now", true}, {""}});
  for (const BaselineRow& row : rows) {
    const std::string name = row.lab + " " + row.variant;
    if (!row.not_compared.empty()) {
      table.add({name, "–", "–", "not compared: " + one_line(row.not_compared, 160)});
    } else {
      table.add({name, duration_text(row.before_ms), duration_text(row.now_ms),
                 sentence(row.verdict, row.ratio) + (row.kernel.empty() ? "" : "; " + row.kernel)});
    }
  }
  return fmt::format("against the baseline of {}, threshold {}%\n\n{}", origin, significant(100 * threshold),
                     table.text(2));
}

}  // namespace warplight::cli
