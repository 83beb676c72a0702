// A lane is a running (lab, variant, state): loads a state, switches variants without losing it, advances it.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>

#include "sim/gpu/chosen_code.h"
#include "sim/lab.h"
#include "sim/storage.h"

namespace warplight {

class Lane {
 public:
  // Makes storage for a state; the window hands in one that makes OpenGL buffers.
  using StorageMaker = std::function<std::unique_ptr<Storage>(Place, std::vector<BufferSpec>)>;

  Lane(const Lab& lab, gpu::Stream& stream, StorageMaker maker = make_plain_storage);

  // Puts a new state into the lane for the given variant. The old one stays if memory is short (throws failed).
  void load(int variant, const ParamBytes& params, const HostState& state);
  // Goes on from the same state with another variant; throws missing if it can't run here (the old one stays).
  // Copies the state between host and device memory if it must (blocks while it does).
  void select(int variant);
  // Without a reset: sizes must not change. Throws bad_input for values that can't be run; the old ones stay.
  void set_params(const ParamBytes& params);
  void set_launch(std::string_view name, double value);  // of the selected variant; makes its Prepared anew

  // Both queue on the stream for device variants, and run to the end (or to the stop) for host variants.
  Progress evaluate(std::stop_token stop = {});
  bool evaluates() const;  // whether evaluate does anything
  Progress advance(int steps, std::stop_token stop = {});
  // Uses one of the lab's tools on the state, before the next step. Throws bad_input where that has no room for it.
  void use_tool(int tool, const Stroke& stroke);

  HostState download();  // blocks until the stream is done
  // Goes back to an earlier state of the same run, of which bytes[b] are those of buffer b (null: it is no part of the
  // state). They are read until the stream is done. Its evaluation is in place where this one's is.
  void put_back(std::span<const void* const> bytes, int current, std::int64_t step, double time);
  // The lent buffers for a reader (truth meter, drawing): lend() then give_back().
  Storage& storage() { return *storage_; }
  const Lab& lab() const { return *lab_; }
  const ParamBytes& params() const { return params_; }
  int variant() const { return variant_; }
  const VariantInfo& info() const { return lab_->variant(variant_); }
  Place place() const { return info().place; }
  const LaunchValues& launch() const { return launch_; }
  const Prepared* prepared() const { return prepared_.get(); }
  gpu::Stream& stream() { return *stream_; }
  std::int64_t step() const { return step_; }
  double time() const { return time_; }
  const gpu::ChosenCode& code() const { return code_; }  // what the last evaluate or advance ran
  int current() const { return current_; }

 private:
  const Lab* lab_;
  gpu::Stream* stream_;
  StorageMaker maker_;
  std::unique_ptr<Storage> storage_;
  std::unique_ptr<Prepared> prepared_;
  LaunchValues launch_;
  ParamBytes params_;
  int variant_ = 0;
  int current_ = 0;
  std::int64_t step_ = 0;
  double time_ = 0;
  bool evaluated_ = false;  // evaluate's result is in place
  gpu::ChosenCode code_;
};

// Why a variant can't run on this machine; empty: it can.
std::string unavailable_reason(const VariantInfo& info);

}  // namespace warplight
