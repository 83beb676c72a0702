#include "app/options.h"

#include <fmt/format.h>

#include <map>
#include <string>

#include "app/cli/job.h"
#include "render/capture.h"
#include "sim/catalog.h"
#include "sim/error.h"

namespace warplight::app {
namespace {

// A person who names no variant begins with the plainest kernel that runs on the GPU, and climbs from there.
std::string plainest_variant(const cli::Request& request) {
  std::string lab = request.lab;
  if (names_scene_file(request.scene)) {
    const SceneFile file = read_scene(request.scene);
    if (!file.variant.empty()) return "";
    lab = file.lab;
  }
  const Lab& chosen = lab.empty() ? *catalog().front() : find_lab(lab);
  for (int i = 0; i < chosen.variant_count(); ++i) {
    const VariantInfo& info = chosen.variant(i);
    if (info.place == Place::device && unavailable_reason(info).empty()) return std::string(info.name);
  }
  return "";
}

render::InteropWish interop_wish(const std::string& text) {
  static const std::map<std::string, render::InteropWish> kWishes = {{"auto", render::InteropWish::automatic},
                                                                     {"on", render::InteropWish::on},
                                                                     {"off", render::InteropWish::off}};
  const auto found = kWishes.find(text);
  if (found == kWishes.end()) throw_bad_input(fmt::format("--interop {}: auto, on or off is allowed", text));
  return found->second;
}

View view_named(const std::string& text) {
  static const std::map<std::string, View> kViews = {
      {"", View::side_by_side}, {"side", View::side_by_side}, {"wipe", View::wipe}, {"difference", View::difference}, {"blink", View::blink}};
  const auto found = kViews.find(text);
  if (found == kViews.end()) throw_bad_input(fmt::format("--view {}: side, wipe, difference or blink is allowed", text));
  return found->second;
}

}  // namespace

Start start_of(const cli::Job& job) {
  Start start{.variant = std::string(job.info().name), .scene = job.scene, .in = job.in, .knobs = {}, .launch = {}};
  for (const std::string& name : job.set_knobs) {
    start.knobs[name] = find_knob(job.lab->knobs(), name).get(job.params.data());
  }
  for (const Knob& knob : job.launch.knobs()) {
    const double value = job.launch[knob.name];
    if (value != knob.default_value) start.launch[std::string(knob.name)] = value;
  }
  return start;
}

std::optional<Options> read_options(int argc, char** argv) {
  CLI::App program("A laboratory for GPU kernels: see them run, switch between them, measure what changed.", "warplight");
  cli::Request request;
  cli::CommonOptions common;
  std::string interop = "auto", frames, size;
  Options options;
  cli::add_lab_argument(program, request.lab, "the lab; without it the scene file's, else the first");
  cli::add_job_options(program, request);
  program.get_option("--variant")->description("the rung; without it the plainest that runs on the GPU");
  std::string compare;
  bool race = false;
  program.add_option("--compare", compare, "a second rung beside it, from the same state")->option_text("V2");
  program.add_flag("--race", race, "both lanes get the same time to compute in each frame, instead of the same steps");
  std::string view;
  program.add_option("--view", view, "how two lanes are looked at")->option_text("side|wipe|difference|blink");
  program.add_option("--interop", interop, "whether CUDA writes OpenGL's buffers: auto, on (or refuse), off (copies)")
      ->option_text("auto|on|off");
  program.add_option("--frames", frames, "end after so many frames")->option_text("N");
  program.add_option("--screenshot", options.screenshot, "a picture of the whole window, after --frames (or 60)")
      ->option_text("F.png");
  program.add_option("--size", size, "the window's size in pixels")->option_text("WxH");
  cli::add_common_options(program, common);
  if (!cli::parse_arguments(program, argc, argv)) return std::nullopt;
  options.interop = interop_wish(interop);
  if (!frames.empty()) options.frames = static_cast<int>(cli::whole_number("--frames", frames, 1, 1e9));
  if (!size.empty()) options.size = cli::parse_size("--size", size);
  if (!options.screenshot.empty()) {
    const std::string ending = options.screenshot.extension().string();
    if (ending != ".png" && ending != ".PNG") {
      throw_bad_input("--screenshot " + options.screenshot.string() + ": a screenshot is a .png file");
    }
    render::require_writable(options.screenshot);
  }
  cli::apply(common);
  // Who asks for nothing sees what the program is for: two rungs racing.
  const bool asks_for_nothing = request.variant.empty() && request.lab.empty() && request.scene.empty() && request.in.empty() && compare.empty();
  if (request.variant.empty()) request.variant = plainest_variant(request);
  const cli::Job job = cli::make_job(request);
  options.lab = job.lab;
  options.start = start_of(job);
  if (!compare.empty()) {
    const int variant = job.lab->find_variant(compare);
    const std::string reason = unavailable_reason(job.lab->variant(variant));
    if (!reason.empty()) throw_missing(fmt::format("{} can't run here: {}", compare, reason));
  } else if (race || !view.empty()) {
    throw_bad_input(fmt::format("{}: needs a second rung, by --compare", race ? "--race" : "--view " + view));
  }
  options.compare = compare;
  options.race = race;
  options.view = view_named(view);
  if (asks_for_nothing && options.frames == 0 && options.screenshot.empty()) {
    options.compare = kBestRung;
    options.race = true;
  }
  return options;
}

}  // namespace warplight::app
