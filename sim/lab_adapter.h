// Makes a lab, declared as a struct of static functions, into the type-erased Lab that everybody walks.
#pragma once

#include "sim/error.h"
#include "sim/lab.h"

namespace warplight {

template <class L>
class LabAdapter final : public Lab {
  using Params = typename L::Params;
  static const Variant<L>& row(int index) { return L::ladder()[static_cast<std::size_t>(index)]; }

 public:
  const LabInfo& info() const override { return L::info(); }
  std::span<const Knob> knobs() const override { return L::knobs(); }
  std::span<const SceneInfo> scenes() const override { return L::scenes(); }
  std::span<const MeterInfo> meters() const override { return L::meters(); }
  Picture picture() const override { return L::picture(); }

  int variant_count() const override { return static_cast<int>(L::ladder().size()); }
  const VariantInfo& variant(int index) const override { return row(index).info; }
  std::span<const Knob> launch_knobs(int variant) const override { return row(variant).launch_knobs; }

  ParamBytes defaults(Place place) const override {
    ParamBytes params = ParamBytes::of(Params{});
    for (const Knob& knob : L::knobs()) {
      if (!knob.automatic) knob.set(params.data(), knob.default_on(place));
    }
    return params;
  }
  std::vector<BufferSpec> buffers(const ParamBytes& params) const override { return L::buffers(params.as<Params>()); }
  Cost cost(const ParamBytes& params) const override { return L::cost(params.as<Params>()); }
  double time_step(const ParamBytes& params) const override { return L::time_step(params.as<Params>()); }
  // What a lab leaves out: its items are those of its first buffer, any values go together, and it has no field.
  std::int64_t item_count(const ParamBytes& params) const override {
    if constexpr (requires { L::item_count(Params{}); }) return L::item_count(params.as<Params>());
    return buffers(params).front().items;
  }
  std::string item_name(const ParamBytes& params, std::int64_t item, NumberText number) const override {
    if constexpr (requires { L::item_name(Params{}, item); }) return L::item_name(params.as<Params>(), item);
    return std::string(info().item) + " " + number(item);
  }
  std::string problem(const ParamBytes& params) const override {
    if constexpr (requires { L::problem(Params{}); }) return L::problem(params.as<Params>());
    return {};
  }
  FieldShape field_shape(const ParamBytes& params) const override {
    if constexpr (requires { L::field_shape(Params{}); }) return L::field_shape(params.as<Params>());
    return {};
  }

  HostState build(std::string_view scene, ParamBytes& params, std::stop_token stop) const override {
    return with_params(params, [&](Params& p) { return L::build(scene, p, stop); });
  }
  HostState read(const std::filesystem::path& file, ParamBytes& params,
                 std::span<const std::string> set) const override {
    return with_params(params, [&](Params& p) {
      if constexpr (requires { L::read(file, p, set); }) {
        return L::read(file, p, set);
      } else {
        return L::read(file, p);
      }
    });
  }
  void write(const std::filesystem::path& file, const ParamBytes& params, const HostState& state,
             const Prepared* prepared) const override {
    L::write(file, params.as<Params>(), state, prepared);
  }
  Bounds bounds(const ParamBytes& params, const HostState& state) const override {
    return L::bounds(params.as<Params>(), state);
  }

  std::unique_ptr<Prepared> prepare(int variant, const ParamBytes& params, Lent& lent, const LaunchValues& launch,
                                    gpu::Stream& stream) const override {
    const auto p = params.as<Params>();
    return row(variant).prepare ? row(variant).prepare(p, L::view(p, lent), launch, stream) : nullptr;
  }
  bool evaluates(int variant) const override { return row(variant).evaluate != nullptr; }
  Progress evaluate(int variant, const ParamBytes& params, Lent& lent, Call& call) const override {
    if (!row(variant).evaluate) return {};
    return with_view(params, lent, [&](const Params& p, auto& view) { return row(variant).evaluate(p, view, call); });
  }
  Progress advance(int variant, const ParamBytes& params, Lent& lent, Call& call, int steps) const override {
    return with_view(params, lent,
                     [&](const Params& p, auto& view) { return row(variant).advance(p, view, call, steps); });
  }

  std::vector<CheckCase> check_cases() const override { return L::check_cases(); }
  std::vector<Comparison> compare_evaluate(const ParamBytes& params, const Tolerance& tolerance,
                                           const HostState& after, std::span<const std::int64_t> items,
                                           std::stop_token stop) const override {
    return L::compare_evaluate(params.as<Params>(), tolerance, after, items, stop);
  }
  std::vector<Comparison> compare_step(const ParamBytes& params, const Tolerance& tolerance, const HostState& before,
                                       const HostState& after, std::span<const std::int64_t> items,
                                       std::stop_token stop) const override {
    return L::compare_step(params.as<Params>(), tolerance, before, after, items, stop);
  }
  std::unique_ptr<TruthMeter> make_truth_meter() const override { return L::make_truth_meter(); }

  // Labs without tools leave these out.
  std::span<const ToolInfo> tools() const override {
    if constexpr (kHasTools) return L::tools();
    return {};
  }
  bool has_room(const ParamBytes& params) const override {
    if constexpr (kHasTools) return L::has_room(params.as<Params>());
    return false;
  }
  HostState with_room(ParamBytes& params, HostState state) const override {
    if constexpr (kHasTools) {
      return with_params(params, [&](Params& p) { return L::with_room(p, std::move(state)); });
    }
    return state;
  }
  void use_tool(int tool, const ParamBytes& params, Lent& lent, const Stroke& stroke, Place place,
                gpu::Stream& stream) const override {
    if constexpr (kHasTools) L::use_tool(tool, params.as<Params>(), lent, stroke, place, stream);
  }

 private:
  static constexpr bool kHasTools = requires { L::tools(); };

  template <class F>
  static HostState with_params(ParamBytes& params, F make) {
    auto p = params.as<Params>();
    HostState state = make(p);
    params = ParamBytes::of(p);
    return state;
  }
  // A lab that ping-pongs keeps `current` in its view and gives it back.
  template <class F>
  static Progress with_view(const ParamBytes& params, Lent& lent, F run) {
    const auto p = params.as<Params>();
    auto view = L::view(p, lent);
    const Progress progress = run(p, view);
    if constexpr (requires { view.current; }) lent.current = view.current;
    return progress;
  }
};

}  // namespace warplight
