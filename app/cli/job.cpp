#include "app/cli/job.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "sim/catalog.h"
#include "sim/error.h"
#include "sim/gpu/device.h"
#include "sim/measure/tuned.h"
#include "sim/text.h"

namespace warplight::cli {
namespace {

// The request together with what its scene file says.
struct Wish {
  const Lab* lab;
  std::string variant, scene;
  std::filesystem::path in;
  std::vector<KnobText> file_knobs = {}, typed_knobs = {};
  bool untuned = false;
};

KnobText split_set(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw_bad_input(fmt::format("--set {}: NAME=VALUE is needed, such as --set n=1000", text));
  }
  return {text.substr(0, equals), text.substr(equals + 1), ""};
}

// Which of two values was meant is not for the program to say.
void add_typed(std::vector<KnobText>& typed, KnobText text) {
  if (std::ranges::find(typed, text.name, &KnobText::name) != typed.end()) {
    throw_bad_input(fmt::format("--set {}={}: {} is set more than once", text.name, text.value, text.name));
  }
  typed.push_back(std::move(text));
}

Wish read_request(const Request& request) {
  Wish wish{.lab = nullptr, .variant = request.variant, .scene = request.scene, .in = request.in, .untuned = request.untuned};
  std::string lab = request.lab;
  if (names_scene_file(request.scene)) {
    SceneFile file = read_scene(request.scene);
    if (!lab.empty() && lab != file.lab) {
      throw_bad_input(fmt::format("{}: is a scene of {}, not of {}", request.scene, file.lab, lab));
    }
    lab = file.lab;
    wish.scene = request.in.empty() ? file.scene : "";
    if (wish.variant.empty()) wish.variant = file.variant;
    if (wish.in.empty()) wish.in = file.in;
    wish.file_knobs = std::move(file.knobs);
  } else if (!request.scene.empty() && !request.in.empty()) {
    throw_bad_input("--scene and --in: one is allowed, a state comes from a scene or from a file");
  }
  if (catalog().empty()) throw_failed("this program holds no lab");
  wish.lab = lab.empty() ? catalog().front() : &find_lab(lab);
  for (const std::string& set : request.sets) add_typed(wish.typed_knobs, split_set(set));
  if (wish.in.empty() && wish.scene.empty()) wish.scene = wish.lab->scenes().front().name;
  return wish;
}

const Knob* find(std::span<const Knob> knobs, std::string_view name) {
  const auto found = std::ranges::find(knobs, name, &Knob::name);
  return found == knobs.end() ? nullptr : &*found;
}

double value_of(const Knob& knob, const KnobText& text) {
  try {
    return parse_knob(knob, text.value);
  } catch (const Error& error) {
    if (text.where.empty()) throw;
    throw Error(error.code(), text.where + ": " + error.what(), error.where());
  }
}

void add_unknown(std::vector<std::string_view>& names, std::span<const Knob> knobs) {
  for (const Knob& knob : knobs) {
    if (std::ranges::find(names, knob.name) == names.end()) names.push_back(knob.name);
  }
}

[[noreturn]] void refuse_knob(const std::vector<Job>& jobs, const KnobText& text) {
  std::vector<std::string_view> known;
  add_unknown(known, jobs.front().lab->knobs());
  for (const Job& job : jobs) add_unknown(known, job.lab->launch_knobs(job.variant));
  const std::string near = nearest(text.name, known);
  const std::string who = jobs.size() == 1 ? fmt::format("{} {}", jobs[0].lab->info().name, jobs[0].info().name)
                                           : std::string(jobs[0].lab->info().name);
  throw_bad_input(fmt::format("{} has no knob '{}'; {}", who, text.name,
                              near.empty() ? "known are " + list_of(known) : "did you mean '" + near + "'?"));
}

// True if some job has the knob.
bool set_knob(std::vector<Job>& jobs, const KnobText& text) {
  const Lab& lab = *jobs.front().lab;
  if (const Knob* knob = find(lab.knobs(), text.name)) {
    const double value = value_of(*knob, text);
    for (Job& job : jobs) {
      knob->set(job.params.data(), value);
      job.set_knobs.push_back(text.name);
    }
    return true;
  }
  bool known = false;
  for (Job& job : jobs) {
    const Knob* knob = find(lab.launch_knobs(job.variant), text.name);
    if (knob == nullptr) continue;
    job.launch.set(knob->name, value_of(*knob, text));
    job.tuned.clear();
    known = true;
  }
  return known;
}

void set_scene_knobs(std::vector<Job>& jobs, const Wish& wish) {
  if (wish.scene.empty()) return;
  const SceneInfo& scene = find_scene(*wish.lab, wish.scene);
  for (const auto& [name, value] : scene.knobs) {
    const Knob& knob = find_knob(wish.lab->knobs(), name);
    for (Job& job : jobs) knob.set(job.params.data(), check_knob(knob, value));
  }
}

void use_tuned(Job& job) {
  const std::optional<measure::Tuned> tuned = measure::find_tuned(*job.lab, job.variant);
  if (!tuned) return;
  job.launch = tuned->launch;
  job.tuned = tuned->problem;
}

std::vector<Job> resolve(const Wish& wish, std::span<const int> variants) {
  const int best = best_variant(*wish.lab);
  const bool device = std::ranges::any_of(variants, [&](int variant) {
    const VariantInfo& info = wish.lab->variant(variant);
    return info.place == Place::device && unavailable_reason(info).empty();
  });
  const Place place = variants.size() == 1 ? wish.lab->variant(variants[0]).place
                      : device             ? wish.lab->variant(best).place
                                           : Place::host;
  std::vector<Job> jobs;
  for (const int variant : variants) {
    jobs.push_back({.lab = wish.lab,
                    .variant = variant,
                    .scene = wish.scene,
                    .in = wish.in,
                    .params = wish.lab->defaults(place),
                    .launch = LaunchValues(wish.lab->launch_knobs(variant)),
                    .tuned = {},
                    .set_knobs = {}});
    if (!wish.untuned) use_tuned(jobs.back());
  }
  set_scene_knobs(jobs, wish);
  // A file's launch knob may be of another variant than the one that was asked for.
  for (const KnobText& text : wish.file_knobs) set_knob(jobs, text);
  for (const KnobText& text : wish.typed_knobs) {
    if (!set_knob(jobs, text)) refuse_knob(jobs, text);
  }
  return jobs;
}

}  // namespace

void require_kept_knobs(const Job& job, const ParamBytes& asked) {
  for (const Knob& knob : job.lab->knobs()) {
    if (std::ranges::find(job.set_knobs, knob.name) == job.set_knobs.end()) continue;
    const double wanted = knob.get(asked.data()), got = knob.get(job.params.data());
    if (wanted == got) continue;
    throw_bad_input(fmt::format("{} = {} was set, but {} has {} = {}", knob.name, format_knob(knob, wanted),
                                job.in.empty() ? "scene " + job.scene : job.in.string(), knob.name,
                                format_knob(knob, got)));
  }
}

int best_variant(const Lab& lab) {
  for (int i = lab.variant_count() - 1; i >= 0; --i) {
    if (!lab.variant(i).only_by_name && unavailable_reason(lab.variant(i)).empty()) return i;
  }
  throw_missing(fmt::format("no variant of {} can run here", lab.info().name));
}

Job make_job(const Request& request) {
  const Wish wish = read_request(request);
  const int variant = wish.variant.empty() ? best_variant(*wish.lab) : wish.lab->find_variant(wish.variant);
  const int only[] = {variant};
  Job job = std::move(resolve(wish, only).front());
  if (const std::string reason = unavailable_reason(job.info()); !reason.empty()) {
    throw_missing(fmt::format("{} can't run here: {}", job.info().name, reason));
  }
  return job;
}

std::vector<Job> make_jobs(const Request& request, std::span<const std::string> variants) {
  const Wish wish = read_request(request);
  std::vector<int> indices;
  for (const std::string& name : variants) indices.push_back(wish.lab->find_variant(name));
  for (int i = 0; variants.empty() && i < wish.lab->variant_count(); ++i) indices.push_back(i);
  return resolve(wish, indices);
}

HostState make_state(Job& job, std::stop_token stop) {
  const ParamBytes asked = job.params;
  if (job.in.empty()) {
    const auto specs = job.lab->buffers(job.params);
    require_memory(Place::host, specs);
    if (job.info().place == Place::device) require_memory(Place::device, specs);
  }
  HostState state = job.in.empty() ? job.lab->build(job.scene, job.params, stop) : job.lab->read(job.in, job.params, job.set_knobs);
  require_kept_knobs(job, asked);
  if (const std::string problem = job.lab->problem(job.params); !problem.empty()) throw_bad_input(problem);
  return state;
}

void load(Lane& lane, const Job& job, const HostState& state) {
  lane.load(job.variant, job.params, state);
  for (const Knob& knob : job.launch.knobs()) {
    if (lane.launch()[knob.name] != job.launch[knob.name]) lane.set_launch(knob.name, job.launch[knob.name]);
  }
}

gpu::Stream make_stream() { return gpu::machine().usable() ? gpu::Stream::create() : gpu::Stream(); }

std::string knobs_text(const Lab& lab, const ParamBytes& params) {
  std::string text;
  for (const Knob& knob : lab.knobs()) {
    if (knob.of_files && knob.get(params.data()) == knob.default_value) continue;
    if (!text.empty()) text += ", ";
    text += fmt::format("{} = {}", knob.name, format_knob(knob, knob.get(params.data())));
    if (const std::string unit = unit_text(knob.unit, {}); !unit.empty()) text += " " + unit;
  }
  return text;
}

}  // namespace warplight::cli
