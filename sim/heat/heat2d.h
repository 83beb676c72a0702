// The heat lab in two dimensions: ∂u/∂t = ∇·(α∇u) + q on a grid of cells, stepped explicitly.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <span>
#include <stop_token>

#include "sim/lab.h"
#include "sim/ladder.h"

namespace warplight {

struct Heat2d {
  enum class Precision : std::int32_t { fp32, fp64 };
  // What happens at a side. fixed: its cells keep the temperature that they have. insulated: nothing passes. periodic: the
  // opposite side lies behind it. convective: the outside of temperature u_inf takes h (u - u_inf) per area and time.
  enum class Boundary : std::int32_t { fixed, insulated, periodic, convective };
  enum class Side : std::int32_t { as_boundary, fixed, insulated, periodic, convective };
  enum class PictureAs : std::int32_t { start, material };
  enum class PictureStart : std::int32_t { hot_spot, uniform };
  enum class PictureOut : std::int32_t { colour, grey16 };

  struct Params {
    std::int64_t width = 4096;
    std::int64_t height = 4096;
    double alpha = 1;  // diffusivity; of materials, what theirs are multiplied by
    double dx = 1;
    double dy = 1;
    double dt = std::numeric_limits<double>::quiet_NaN();  // NaN: 90% of the limit, whatever the others are
    Boundary boundary = Boundary::insulated;
    Side left = Side::as_boundary, right = Side::as_boundary, top = Side::as_boundary, bottom = Side::as_boundary;
    double h = 0.1;
    double u_inf = 0;
    std::int64_t mode_x = 1;
    std::int64_t mode_y = 1;
    std::int64_t seed = 1;
    Precision precision = Precision::fp32;
    // Of picture files. What their darkest and their brightest pixel become: temperatures, or diffusivities.
    PictureAs picture_as = PictureAs::start;
    double picture_low = 0, picture_high = 100;
    double picture_alpha_low = 0, picture_alpha_high = 1;
    PictureStart picture_start = PictureStart::hot_spot;
    PictureOut picture_out = PictureOut::colour;
    // Set by build and read.
    bool has_materials = false;
    bool is_mode = false;       // the start was a Fourier mode, of which the answer is known
    double closed_rate = 4;     // of materials: most of a cell's face coefficients, with nothing beyond the edges,
    double open_rate = 4;       // and with the most that may lie there; for alpha = 1 and these dx, dy
    // Tools may place materials, up to this diffusivity: the limit holds for all of them. 0: they may not.
    double most_alpha = 0;
  };

  // What one cell is made of.
  struct alignas(16) Material {
    float right = 1;   // diffusivity of the face to the next cell (of the last column: to the first, behind the edge)
    float down = 1;    // to the cell below
    float source = 0;  // q, temperature a time
    float alpha = 1;   // of the cell itself; with the sign bit set its temperature is held
  };

  // Rows of `pitch` values, in the same memory: [y][x].
  struct View {
    std::int64_t width, height, pitch;
    void* temperature[2];       // float or double, by Params::precision
    const Material* material;   // width * height, without gaps; null: every cell is like every other
    int current;                // which of the two holds the state
  };
  enum Tool { kBrush, kHeater, kWall, kHold, kEraser };  // in the order of tools()
  enum Buffer { kTemperature, kOther, kMaterial, kBuffers };

  static const LabInfo& info();
  static std::span<const Knob> knobs();
  static std::span<const SceneInfo> scenes();
  static std::span<const MeterInfo> meters();
  static Picture picture();
  static FieldShape field_shape(const Params&);
  static std::span<const Variant<Heat2d>> ladder();

  static std::vector<BufferSpec> buffers(const Params&);
  static View view(const Params&, const Lent&);
  static Cost cost(const Params&);
  static std::int64_t item_count(const Params& params) { return params.width * params.height; }
  static std::string item_name(const Params&, std::int64_t item);
  static std::string problem(const Params&);
  static double time_step(const Params&);
  static HostState build(std::string_view scene, Params&, std::stop_token);
  static HostState read(const std::filesystem::path&, Params&, std::span<const std::string> set = {});
  static void write(const std::filesystem::path&, const Params&, const HostState&, const Prepared*);
  static Bounds bounds(const Params&, const HostState&);
  static std::vector<CheckCase> check_cases();
  static std::vector<Comparison> compare_evaluate(const Params&, const Tolerance&, const HostState& after,
                                                  std::span<const std::int64_t> items, std::stop_token stop = {});
  static std::vector<Comparison> compare_step(const Params&, const Tolerance&, const HostState& before,
                                              const HostState& after, std::span<const std::int64_t> items = {},
                                              std::stop_token stop = {});
  static std::unique_ptr<TruthMeter> make_truth_meter();
  static std::span<const ToolInfo> tools();
  static bool has_room(const Params& params) { return params.most_alpha > 0; }
  static HostState with_room(Params&, HostState);
  static void use_tool(int tool, const Params&, const Lent&, const Stroke&, Place, gpu::Stream&);
};

namespace heat {

// What each side is, `boundary` filled in.
struct Sides {
  Heat2d::Boundary left, right, top, bottom;
};
Sides sides_of(const Heat2d::Params&);

// The largest dt for which no step overshoots: 1 / (the most that a cell's face coefficients add up to). Infinite where
// every cell is held.
double stability_limit(const Heat2d::Params&);

inline std::int64_t value_bytes(const Heat2d::Params& params) {
  return params.precision == Heat2d::Precision::fp64 ? 8 : 4;
}

// What a tool makes of a cell: its own diffusivity (the sign bit: held) and its source.
struct Placed {
  float alpha = 1, source = 0;
};

// Makes the cells near a stroke into that, and mends the faces between them and their neighbours (place.cu). On the host at
// once, on a device queued on the stream.
void place(Heat2d::Material* material, const Heat2d::Params&, const Stroke&, const Placed&, Place, gpu::Stream&);

// The host variants (reference.cpp, cpu.cpp). The reference's Prepared holds the state in double: width * height values.
std::unique_ptr<Prepared> prepare_reference(const Heat2d::Params&, const Heat2d::View&, const LaunchValues&, gpu::Stream&);
Progress advance_reference(const Heat2d::Params&, Heat2d::View&, Call&, int steps);
Progress advance_cpu(const Heat2d::Params&, Heat2d::View&, Call&, int steps);

}  // namespace heat
}  // namespace warplight
