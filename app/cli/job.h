// What to run: a person's words (lab, scene, variant, knobs, files) matched with what there is. Both programs use it.
#pragma once

#include <filesystem>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "sim/lab.h"
#include "sim/lane.h"
#include "sim/scene.h"

namespace warplight::cli {

// As it was typed. Empty: not given.
struct Request {
  std::string lab;
  std::string variant;
  std::string scene;              // a built-in scene's name, or a scene file
  std::filesystem::path in;       // a state file, in place of a scene
  std::vector<std::string> sets;  // "name=value"
  bool untuned = false;           // launch knobs at their defaults, whatever was tuned on this machine
};

// Every name is known and every value allowed.
struct Job {
  const Lab* lab = nullptr;
  int variant = 0;
  std::string scene;         // built-in; empty where `in` is given
  std::filesystem::path in;
  ParamBytes params;
  LaunchValues launch;       // of `variant`
  std::string tuned;         // for what these were tuned on this machine; empty: they are the defaults, or were set
  std::vector<std::string> set_knobs;  // the lab's knobs that the person or the scene file set

  const VariantInfo& info() const { return lab->variant(variant); }
};

// Without a variant: the best one that runs here. Without a lab: the scene file's, else the first of the catalog.
// Throws bad_input for what is unknown or not allowed, missing for a variant that can't run here.
Job make_job(const Request& request);

// One job a variant, all with the same params (the best variant's defaults); --set may name a launch knob that only
// some of them have. Variants that can't run here are kept: the caller asks unavailable_reason. `variants` empty: all.
std::vector<Job> make_jobs(const Request& request, std::span<const std::string> variants);

// The last of the ladder that can run on this machine and need not be asked for by name.
int best_variant(const Lab& lab);

// Builds the scene or reads the file, which may change job.params (a file holds its own n). Throws bad_input where that
// overrules a knob that was set, failed where memory is short.
// Refuses a knob that was set (`asked`: the parameters before) where the scene or the state has a value of its own.
void require_kept_knobs(const Job& job, const ParamBytes& asked);
HostState make_state(Job& job, std::stop_token stop = {});

// Puts it into a lane, launch knobs too.
void load(Lane& lane, const Job& job, const HostState& state);

// The stream that a lane needs: a real one where there is a GPU.
gpu::Stream make_stream();

// "n = 65 536, dt = 0.005, ...": the lab's knobs as they are.
std::string knobs_text(const Lab& lab, const ParamBytes& params);

}  // namespace warplight::cli
