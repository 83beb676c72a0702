// The ladder of the heat lab: each rung is a kernel file, a launcher here and a row in the table below.
#include "sim/heat/heat2d.h"

#include <array>

#include "sim/heat/kernels/column.cuh"
#include "sim/heat/kernels/naive.cuh"
#include "sim/heat/kernels/shared.cuh"
#include "sim/heat/kernels/vector.cuh"
#include "sim/heat/launchers.h"
#include "sim/heat/many_steps.h"
#include "sim/heat/temporal.h"

namespace warplight {
namespace heat {
namespace {

using Params = Heat2d::Params;
using View = Heat2d::View;

constexpr Knob block_knob(std::string_view name, std::string_view label, int most, int default_value) {
  return {.name = name,
          .label = label,
          .unit = "threads",
          .help = "How many threads a block has in this direction.",
          .min = 1,
          .max = static_cast<double>(most),
          .default_value = static_cast<double>(default_value),
          .kind = KnobKind::integer};
}

constexpr std::array kBlockKnobs = {block_knob("block_x", "Block width", 64, 32),
                                    block_knob("block_y", "Block height", 16, 8)};

gpu::Extent block_of(const Call& call) {
  return {static_cast<unsigned>(call.launch["block_x"]), static_cast<unsigned>(call.launch["block_y"])};
}

unsigned blocks_for(std::int64_t n, unsigned block) { return gpu::blocks_for(n, static_cast<int>(block)); }

Progress advance_naive(const Params& params, View& view, Call& call, int steps) {
  const gpu::Extent block = block_of(call);
  const gpu::Shape shape = {.grid = {blocks_for(params.width, block.x), blocks_for(params.height, block.y)}, .block = block};
  return launch_each(params, view, steps, [&]<class T, bool kMaterials>(const Step<T>& step) {
    gpu::launch(naive_kernel<T, kMaterials>, shape, call.stream, step.plate, step.now, step.next);
  });
}

Progress advance_column(const Params& params, View& view, Call& call, int steps) {
  const gpu::Extent block = block_of(call);
  const gpu::Shape shape = {.grid = {blocks_for(params.height, block.x), blocks_for(params.width, block.y)}, .block = block};
  return launch_each(params, view, steps, [&]<class T, bool kMaterials>(const Step<T>& step) {
    gpu::launch(column_kernel<T, kMaterials>, shape, call.stream, step.plate, step.now, step.next);
  });
}

Progress advance_shared(const Params& params, View& view, Call& call, int steps) {
  const gpu::Extent block = block_of(call);
  gpu::Shape shape = {.grid = {blocks_for(params.width, block.x), blocks_for(params.height, block.y)}, .block = block};
  shape.shared_bytes = static_cast<std::size_t>((block.x + 2) * (block.y + 2)) * static_cast<std::size_t>(value_bytes(params));
  return launch_each(params, view, steps, [&]<class T, bool kMaterials>(const Step<T>& step) {
    gpu::launch(shared_kernel<T, kMaterials>, shape, call.stream, step.plate, step.now, step.next);
  });
}

constexpr std::array<std::string_view, 4> kVectorRows{"1", "2", "4", "8"};
constexpr std::array<std::string_view, 4> kVectorWarps{"1", "2", "4", "8"};
constexpr std::array kVectorKnobs = {
    choice_knob("rows", "Rows a warp", "How many rows each warp computes: more read fewer rows twice, fewer make more warps.",
                kVectorRows, 2),
    choice_knob("warps", "Warps a block", "How many warps of a block lie below each other.", kVectorWarps, 2)};

template <class T, bool kMaterials>
void launch_vector(const Step<T>& step, const Call& call) {
  using Kernel = void (*)(Plate<T>, const T*, T*);
  static constexpr Kernel kKernels[] = {vector_kernel<T, kMaterials, 1>, vector_kernel<T, kMaterials, 2>,
                                        vector_kernel<T, kMaterials, 4>, vector_kernel<T, kMaterials, 8>};
  const int choice = call.launch["rows"], rows = 1 << choice, warps = 1 << call.launch["warps"];
  const gpu::Shape shape = {.grid = {gpu::blocks_for(step.plate.width, 32 * kPackCells<T>),
                                     gpu::blocks_for(step.plate.height, rows * warps)},
                            .block = {32, static_cast<unsigned>(warps)}};
  gpu::launch(kKernels[choice], shape, call.stream, step.plate, step.now, step.next);
}

Progress advance_vector(const Params& params, View& view, Call& call, int steps) {
  return launch_each(params, view, steps, [&]<class T, bool kMaterials>(const Step<T>& step) {
    launch_vector<T, kMaterials>(step, call);
  });
}

// Why the tolerance is what it is. Relative to the root mean square of what the steps change, in single precision: the
// coefficients (alpha dt / dx², the faces of materials) are rounded once each, 6e-8, and sources twice. What the sums of
// a step lose is counted by the check itself, by step. In double both are as much less as the last bit is.
constexpr Tolerance kOwnPrecision = {.l2 = 5e-7, .max = 3e-6};
// The reference rounds once, into the lent buffer.
constexpr Tolerance kRounding = {.l2 = 1e-7, .max = 5e-7};
// A temperature is rounded to 11 bits in each step, at most half of 2^-10 of it and 2^-11.5 a third of that in the mean;
// roundings of a hundred steps add up as a random walk, ten times one, where a step does not smooth them away. Relative
// to a change of about a third of the temperature, as in fields whose cells differ.
constexpr Tolerance kElevenBits = {.l2 = 5e-3, .max = 3e-2};

const Variant<Heat2d> kLadder[] = {
    {.info = {.name = "reference",
              .idea = "One thread of the CPU, cell by cell in double precision: slow, and what the others are held to.",
              .place = Place::host,
              .tolerance = kRounding,
              .in_double = true},
     .prepare = prepare_reference,
     .advance = advance_reference},
    {.info = {.name = "cpu",
              .idea = "All cores, eight or sixteen cells of a row at once, and four steps while the rows are in the cache.",
              .place = Place::host,
              .tolerance = kOwnPrecision},
     .advance = advance_cpu},
    {.info = {.name = "naive",
              .idea = "One GPU thread a cell, the five temperatures read from global memory, a warp along a row.",
              .place = Place::device,
              .tolerance = kOwnPrecision},
     .launch_knobs = kBlockKnobs,
     .advance = advance_naive},
    {.info = {.name = "column",
              .idea = "x and y of the threads exchanged: a warp lies along a column, and asks for eight times the bytes that "
                      "it uses.",
              .place = Place::device,
              .tolerance = kOwnPrecision},
     .launch_knobs = kBlockKnobs,
     .advance = advance_column},
    {.info = {.name = "shared",
              .idea = "A block fetches its tile and a rim once into shared memory, and all threads read their five there.",
              .place = Place::device,
              .tolerance = kOwnPrecision},
     .launch_knobs = kBlockKnobs,
     .advance = advance_shared},
    {.info = {.name = "vector",
              .idea = "A thread reads 16 bytes of cells at once, keeps rows in registers and shuffles the neighbours over: "
                      "each cell is read once.",
              .place = Place::device,
              .tolerance = kOwnPrecision},
     .launch_knobs = kVectorKnobs,
     .advance = advance_vector},
    {.info = {.name = "graph",
              .idea = "Many steps are recorded once and queued by one call, each step beginning at the end of the one before: "
                      "small grids are not kept waiting.",
              .place = Place::device,
              .tolerance = kOwnPrecision},
     .launch_knobs = kGraphKnobs,
     .prepare = prepare_graph,
     .advance = advance_graph},
    {.info = {.name = "persistent",
              .idea = "One launch for all steps: a block keeps its rows in shared memory, and waits for the others only every "
                      "few steps.",
              .place = Place::device,
              .tolerance = kOwnPrecision},
     .launch_knobs = kPersistentKnobs,
     .prepare = prepare_persistent,
     .advance = advance_persistent},
    {.info = {.name = "temporal",
              .idea = "A warp streams down a strip and takes each row several steps further in registers: memory is read and "
                      "written once for all of them.",
              .place = Place::device,
              .tolerance = kOwnPrecision},
     .launch_knobs = kTemporalKnobs,
     .prepare = prepare_temporal,
     .advance = advance_temporal},
    {.info = {.name = "half",
              .idea = "The field in 16-bit numbers: half the bytes, twice the cells where memory is the bound, and an error that "
                      "is shown.",
              .place = Place::device,
              .tolerance = kElevenBits,
              .only_by_name = true},
     .launch_knobs = kHalfKnobs,
     .prepare = prepare_half,
     .advance = advance_half},
};

}  // namespace
}  // namespace heat

std::span<const Variant<Heat2d>> Heat2d::ladder() { return heat::kLadder; }

}  // namespace warplight
