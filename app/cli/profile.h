// The command that profiles one rung with NVIDIA's tools, as one line for a shell.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/cli/job.h"

namespace warplight::cli {

enum class Profiler { ncu, nsys };  // Nsight Compute: one launch, counted; Nsight Systems: the run, over time
Profiler parse_profiler(const std::string& text);  // throws bad_input

// The kernel that a rung is known by, and how often it is launched: while a state is loaded (by rungs that try out what is
// best), and by each call of the rung.
struct LaunchedKernel {
  std::string name;  // without scope and template arguments, as ncu takes it: "tiled_kernel"
  std::int64_t at_load = 0, a_call = 1;
};
// "warplight::nbody::tiled_kernel<256>" is "tiled_kernel".
std::string plain_kernel_name(const std::string& name);
// By running it: on the selected device. Throws failed.
LaunchedKernel find_launched_kernel(const Job& job, const HostState& state, int steps_a_call);

struct ProfiledRun {
  Profiler profiler;
  std::string program;             // this one's file
  std::vector<std::string> words;  // what comes after "run": lab, rung, scene, knobs
  std::string output;              // what nsys names its report
  int steps_a_call = 1;
  LaunchedKernel kernel;
};
// The words for `run` that make it do what was asked of the bench.
std::vector<std::string> run_words(const Request& request, const Job& job);
// ncu gets clocks and caches left as they are and one launch, the first of the second call: warm, and with the rung's
// largest pass. What a rung tries out before may differ from run to run by less than a factor of two.
std::string profile_command(const ProfiledRun& run);

// A word as a shell takes it: as it is, or quoted; control characters as $'\n'.
std::string shell_word(const std::string& word);

}  // namespace warplight::cli
