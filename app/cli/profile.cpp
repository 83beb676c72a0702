#include "app/cli/profile.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/error.h"
#include "sim/gpu/device.h"
#include "sim/gpu/kernel_facts.h"
#include "sim/text.h"

namespace warplight::cli {
namespace {

std::int64_t times_of(const std::vector<gpu::LaunchNote>& heard, const std::string& name) {
  std::int64_t times = 0;
  for (const gpu::LaunchNote& note : heard) {
    if (plain_kernel_name(gpu::kernel_facts(note).name) == name) times += note.times;
  }
  return times;
}

void add(std::vector<std::string>& words, std::initializer_list<std::string> more) {
  words.insert(words.end(), more);
}

void add_profiler(std::vector<std::string>& words, const ProfiledRun& run, std::int64_t skipped) {
  if (run.profiler == Profiler::nsys) {
    add(words, {"nsys", "profile", "--trace=cuda,nvtx", "--sample=none", "--cpuctxsw=none", "--force-overwrite=true",
                "--output=" + run.output});
    return;
  }
  add(words, {"ncu", "--clock-control", "none", "--cache-control", "none", "--set", "full"});
  add(words, {"--kernel-name-base", "function", "--kernel-name", run.kernel.name});
  add(words, {"--launch-skip", std::to_string(skipped), "--launch-count", "1"});
}

}  // namespace

Profiler parse_profiler(const std::string& text) {
  if (text == "ncu") return Profiler::ncu;
  if (text == "nsys") return Profiler::nsys;
  throw_bad_input(fmt::format("--profile {}: ncu (one launch, counted) or nsys (the run over time)", text));
}

std::string plain_kernel_name(const std::string& name) {
  const std::string whole = name.substr(0, name.find('<'));
  const std::size_t scope = whole.rfind("::");
  return scope == std::string::npos ? whole : whole.substr(scope + 2);
}

LaunchedKernel find_launched_kernel(const Job& job, const HostState& state, int steps_a_call) {
  gpu::Stream stream = make_stream();
  Lane lane(*job.lab, stream);
  std::vector<gpu::LaunchNote> at_load, in_call;
  {
    const gpu::LaunchListener listener(at_load);
    load(lane, job, state);
  }
  lane.advance(steps_a_call);  // the first may evaluate what later ones find in place
  {
    const gpu::LaunchListener listener(in_call);
    lane.advance(steps_a_call);
  }
  stream.wait();
  const gpu::LaunchNote* chosen = nullptr;
  int most = -1;
  for (const gpu::LaunchNote& note : in_call) {
    const int registers = gpu::kernel_facts(note).registers;
    if (registers > most) chosen = &note, most = registers;
  }
  if (chosen == nullptr) throw_failed(fmt::format("{} launches no kernel", job.info().name));
  const std::string name = plain_kernel_name(gpu::kernel_facts(*chosen).name);
  if (name.empty()) throw_failed("the driver does not tell the kernel's name (CUDA 12.3 and newer do)");
  return {.name = name, .at_load = times_of(at_load, name), .a_call = times_of(in_call, name)};
}

std::vector<std::string> run_words(const Request& request, const Job& job) {
  std::vector<std::string> words = {std::string(job.lab->info().name), "--variant", std::string(job.info().name)};
  if (names_scene_file(request.scene)) {
    add(words, {"--scene", request.scene});
  } else if (!job.scene.empty()) {
    add(words, {"--scene", job.scene});
  }
  if (!request.in.empty()) add(words, {"--in", request.in.string()});
  for (const std::string& set : request.sets) add(words, {"--set", set});
  if (request.untuned) words.push_back("--untuned");
  if (gpu::machine().devices.size() > 1) add(words, {"--gpu", std::to_string(gpu::selected_device().ordinal)});
  return words;
}

std::string profile_command(const ProfiledRun& run) {
  const LaunchedKernel& kernel = run.kernel;
  const std::int64_t skipped = 2 * kernel.at_load + kernel.a_call;
  const std::int64_t calls = skipped / kernel.a_call + 1;
  std::vector<std::string> words;
  add_profiler(words, run, skipped);
  add(words, {run.program, "run"});
  words.insert(words.end(), run.words.begin(), run.words.end());
  add(words, {"--steps-a-call", std::to_string(run.steps_a_call), "--steps", std::to_string(calls * run.steps_a_call)});
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + shell_word(word);
  return line;
}

std::string shell_word(const std::string& word) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_@%+=:,./-").find(c) != std::string_view::npos;
  };
  if (!word.empty() && std::ranges::all_of(word, plain)) return word;
  const auto control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
  const bool any_control = std::ranges::any_of(word, control);
  std::string quoted = any_control ? "$'" : "'";
  for (const char c : word) {
    if (any_control && (control(c) || c == '\'' || c == '\\')) {
      quoted += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
    } else {
      quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
  }
  return quoted + "'";
}

}  // namespace warplight::cli
