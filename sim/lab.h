// A lab is one problem. This is all that the window, the command line, the bench and the tests know of one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/knob.h"
#include "sim/ladder.h"
#include "sim/text.h"

namespace warplight {

// One buffer that a lab wants to be lent. `drawn` ones are OpenGL buffers in the window.
struct BufferSpec {
  std::string_view name;
  std::int64_t items = 0;
  std::size_t item_bytes = 0;
  bool drawn = false;
  bool output = false;  // evaluate() writes every item of it: checks poison it first
  // How many bytes the values have of which none may become a NaN or an infinity: 4, floats; 8, doubles; 0: any may.
  std::size_t finite_bytes = 0;
  // Of a grid: items of a row, and from a row to the next, what lies between being nobody's. 0: items without gaps.
  std::int64_t row_items = 0, row_pitch = 0;
  // Of two buffers that take turns: the value of Lent::current for which this one holds the state. Otherwise it is what
  // the next step writes: checks poison it too. -1: it does not take turns.
  int turn = -1;
  // No step writes it: what draws it looks only where Storage::note_placed said that somebody else has.
  bool steady = false;

  bool holds_state(int current) const { return turn < 0 || turn == current; }
  bool is_output(int current) const { return output || (turn >= 0 && turn != current); }
  std::int64_t bytes() const { return items * static_cast<std::int64_t>(item_bytes); }
};

// The pointers that are lent for a call, in the order of Lab::buffers; all in host or all in device memory.
struct Lent {
  std::vector<void*> pointers;
  int current = 0;  // labs that ping-pong flip it in advance()
};

// A whole state in host memory: the bytes of each buffer, in the order of Lab::buffers.
struct HostState {
  std::vector<std::vector<std::byte>> buffers;
  int current = 0;
  std::int64_t step = 0;
  double time = 0;

  Lent lend();
};

// What a scene's numbers are counted in, for people: "AU", "year", "solar mass"; `value`: of a field. Empty: pure numbers.
struct Units {
  std::string_view length, time, mass, value = {};
};

// A knob's unit in a scene's: "{length}²/{time}" is "m²/h"; "" where a unit that it names is a pure number's.
std::string unit_text(std::string_view unit, const Units& units);

struct SceneInfo {
  std::string_view name;   // stable id
  std::string_view title;  // in the window
  std::string_view look;   // what to look for
  // The scene's own values for some knobs: they hold where a person has not set the knob.
  std::span<const std::pair<std::string_view, double>> knobs = {};
  Units units = {};
};

struct LabInfo {
  std::string_view name;   // stable id
  std::string_view title;  // in the window
  std::string_view group;  // N-body, Heat, Image
  std::string_view what;   // one sentence
  std::string_view item = "item";                           // what a state holds many of: body, cell, pixel
  std::span<const std::string_view> state_endings = {};     // of the files that read and write take: ".csv", ".npy"
  // Why files of such an ending can't be had on this machine; "" if they can. Null: they always can.
  std::string (*why_state_file_is_missing)(std::string_view ending) = nullptr;
  // How many steps the bench takes a call where a person asked for no number. 0: rungs have an evaluate, which is what
  // is timed, and one step beside it.
  int bench_steps = 0;
  std::string_view bench_scene = {};  // what the bench starts from where no scene is named; empty: the first
  // A step computes its outputs anew, from inputs that no step changes (filters): one is the whole answer.
  bool one_step = false;
};

// The useful work of one evaluate (or step) by the textbook count: a model, and it says so.
struct Cost {
  double flops = 0;             // by `convention`
  double roots = 0;             // reciprocal roots among them, which a GPU has units of their own for
  double bytes = 0;             // that must move at least
  double items = 0;             // interactions, cells, pixels
  std::string_view item_name;   // "interactions"
  std::string_view convention;  // "20 flops an interaction, n² of them"
};

// How the picture is drawn; indices into Lab::buffers, -1 where there is none.
struct Picture {
  enum class Kind { points, field, photo } kind = Kind::points;
  // points
  int position = -1;    // float x, y, z, mass
  int velocity = -1;    // float x, y, z, unused
  int appearance = -1;  // float group, float light (1: as bright as any)
  // field: the buffer that holds the values while Lent::current is 0 or 1; Lab::field_shape says how they lie in it.
  // photo: the picture as it was, and as it is made of it.
  int field[2] = {-1, -1};
  std::string_view quantity = {};  // what they are: "temperature"
  // Four floats a cell without gaps, of which the picture marks what is unusual: two of the lab's own, what the cell is
  // given a time, and how well it conducts (1: as any other; with the sign bit set it keeps its value). Without items, or
  // -1: all cells are alike.
  int material = -1;
};

// Values on a grid, row after row: [y][x], y downwards.
struct FieldShape {
  std::int64_t width = 0, height = 0;
  std::int64_t pitch = 0;       // values from a row to the next; what lies behind the width is nobody's
  std::size_t value_bytes = 4;  // 4: float, 8: double; of photos 1 or 2 too: whole numbers, of which the largest is white
  double cell_width = 1, cell_height = 1;
  // Of photos: samples of a cell side by side, 1: grey, 4: red, green, blue and alpha, by which those are multiplied; and
  // whether they are in proportion to light, or coded by sRGB's curve.
  int channels = 1;
  bool linear_light = false;
};

// From one place of a field to another, in cells from its top left (whole numbers are edges).
struct Stroke {
  double from_x = 0, from_y = 0, to_x = 0, to_y = 0;
  double radius = 0;  // in the unit of the cells' width and height; the cell under its end is touched at least
  double value = 0;   // of tools that take one
};

// What the mouse may do to a running field.
struct ToolInfo {
  enum class Takes { nothing, shown, own };  // a value of the quantity that is shown, one of its own, or none

  std::string_view name;   // stable id
  std::string_view label;  // in the window
  std::string_view does;   // one sentence
  char key = 0;            // a capital letter
  Takes takes = Takes::nothing;
  std::string_view value_label = {}, unit = {};
  // Of Takes::own: what suits a stroke of this radius in a picture of values so far apart, where nobody has chosen.
  double (*usual)(const ParamBytes& params, double radius, double range) = nullptr;
  bool needs_room = false;  // Lab::with_room first
  int other = -1;           // the tool of the other mouse button; -1: the same one, with another value
};

// The ball that holds most of the picture, for the camera.
struct Bounds {
  float center[3] = {0, 0, 0};
  float radius = 1;
};

// One output of a check against the reference.
struct Comparison {
  std::string output;       // "acceleration"
  double l2_error = 0;      // relative L2 over the checked items
  double max_error = 0;     // worst item, relative to the root mean square of the reference
  Tolerance allowed;
  std::int64_t worst_item = -1;

  bool passed() const { return l2_error <= allowed.l2 && max_error <= allowed.max; }  // NaN does not pass
};

// A start for a check: a scene and knob values that are known to be awkward, and how many steps are taken in one call.
struct CheckCase {
  std::string_view scene;
  std::vector<std::pair<std::string_view, double>> knobs;
  int steps = 1;
};

struct MeterInfo {
  std::string_view name;   // "energy_error"
  std::string_view label;  // "energy error"
  std::string_view unit;   // "" where relative
  std::string_view help;
};

// What physics says must hold, computed a slice at a time so that it never stalls a frame. One measurement:
// begin(), slice() until it says done, values().
class TruthMeter {
 public:
  virtual ~TruthMeter() = default;
  // Takes a snapshot of the state as it is now. The first measurement after reset is what later ones are compared with.
  virtual void begin(const ParamBytes& params, const Lent& lent, Place place, const Prepared* prepared,
                     gpu::Stream& stream, double time) = 0;
  // Does about `budget_ms` of work (device: queues it; host: does it). True: the values are ready.
  virtual bool slice(double budget_ms, gpu::Stream& stream, std::stop_token stop) = 0;
  // In the order of Lab::meters; NaN before the first, and where one does not apply.
  virtual std::span<const double> values() const = 0;
  // What the value of a meter rests on where that isn't everything, and its standard error: "from 65 536 of 1 048 576
  // bodies, ± 2.1e-05"; else "".
  virtual std::string basis(std::size_t meter) const = 0;
  virtual void reset() = 0;                            // forget the first measurement
};

class Lab {
 public:
  virtual ~Lab() = default;

  virtual const LabInfo& info() const = 0;
  virtual std::span<const Knob> knobs() const = 0;
  virtual std::span<const SceneInfo> scenes() const = 0;
  virtual std::span<const MeterInfo> meters() const = 0;
  virtual Picture picture() const = 0;
  virtual FieldShape field_shape(const ParamBytes& params) const = 0;  // of Picture::Kind::field; empty for others

  virtual int variant_count() const = 0;
  virtual const VariantInfo& variant(int index) const = 0;
  virtual std::span<const Knob> launch_knobs(int variant) const = 0;

  virtual ParamBytes defaults(Place place) const = 0;
  virtual std::vector<BufferSpec> buffers(const ParamBytes& params) const = 0;
  virtual Cost cost(const ParamBytes& params) const = 0;
  virtual std::int64_t item_count(const ParamBytes& params) const = 0;  // items of a check: bodies, cells
  // "body 17", "cell (3, 5)", its numbers written by `number`.
  virtual std::string item_name(const ParamBytes& params, std::int64_t item,
                                NumberText number = grouped_plain) const = 0;
  // Why these values together can't be run ("dt 0.26 > limit 0.25"); empty: they can. A lane refuses what has a problem.
  virtual std::string problem(const ParamBytes& params) const = 0;

  // Builds a scene; may change params (a scene can fix its own n). Throws bad_input for an unknown scene.
  virtual HostState build(std::string_view scene, ParamBytes& params, std::stop_token stop = {}) const = 0;
  // Reads a state file / writes one, by its ending. Throws bad_input naming file, line and what is allowed.
  // `set`: the knobs that a person set by name, which some files bend to (a picture is resampled to a width that was set).
  virtual HostState read(const std::filesystem::path& file, ParamBytes& params,
                         std::span<const std::string> set = {}) const = 0;
  virtual void write(const std::filesystem::path& file, const ParamBytes& params, const HostState& state,
                     const Prepared* prepared) const = 0;
  virtual Bounds bounds(const ParamBytes& params, const HostState& state) const = 0;
  virtual double time_step(const ParamBytes& params) const = 0;

  virtual std::unique_ptr<Prepared> prepare(int variant, const ParamBytes& params, Lent& lent,
                                            const LaunchValues& launch, gpu::Stream& stream) const = 0;
  virtual bool evaluates(int variant) const = 0;  // whether it has an evaluate: else it does nothing
  virtual Progress evaluate(int variant, const ParamBytes& params, Lent& lent, Call& call) const = 0;
  virtual Progress advance(int variant, const ParamBytes& params, Lent& lent, Call& call, int steps) const = 0;

  virtual std::vector<CheckCase> check_cases() const = 0;
  // Compares what evaluate left in `after` with the reference in double, at `items` (empty: all). Asked to stop, it ends
  // soon, and what it returns is worth nothing.
  virtual std::vector<Comparison> compare_evaluate(const ParamBytes& params, const Tolerance& tolerance,
                                                   const HostState& after, std::span<const std::int64_t> items,
                                                   std::stop_token stop = {}) const = 0;
  // Compares every output of the steps from `before` (accelerations valid) to `after`, at `items` (empty: all). How many
  // steps lie between says HostState::step; labs with an evaluate compare one. At some items alone, what a step needs of
  // the others' new state may be taken from `after`.
  virtual std::vector<Comparison> compare_step(const ParamBytes& params, const Tolerance& tolerance,
                                               const HostState& before, const HostState& after,
                                               std::span<const std::int64_t> items = {},
                                               std::stop_token stop = {}) const = 0;

  virtual std::unique_ptr<TruthMeter> make_truth_meter() const = 0;

  // What the mouse may do to a running state; the first is what it does where nobody chose. Empty: nothing.
  virtual std::span<const ToolInfo> tools() const = 0;
  // Whether a state has room for what tools leave behind (ToolInfo::needs_room), and the same state with it: its values,
  // step and time stay. Throws failed where memory is short.
  virtual bool has_room(const ParamBytes& params) const = 0;
  virtual HostState with_room(ParamBytes& params, HostState state) const = 0;
  // Uses one along a stroke, between two steps: on the host at once, on a device queued on the stream.
  virtual void use_tool(int tool, const ParamBytes& params, Lent& lent, const Stroke& stroke, Place place,
                        gpu::Stream& stream) const = 0;

  int find_variant(std::string_view name) const;  // throws bad_input with the nearest known name
};

}  // namespace warplight
