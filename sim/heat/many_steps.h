// The rungs that keep something between calls, to take many steps at once: graph, persistent, half.
#pragma once

#include "sim/heat/launchers.h"

namespace warplight::heat {

inline constexpr std::array<std::string_view, 3> kGraphRows{"1", "2", "4"};
inline constexpr std::array<std::string_view, 4> kGraphWarps{"1", "2", "4", "8"};
inline constexpr std::array<std::string_view, 5> kGraphSteps{"8", "16", "32", "64", "128"};
inline constexpr std::array<std::string_view, 2> kOffOn{"off", "on"};
inline constexpr std::array<Knob, 4> kGraphKnobs{
    choice_knob("rows", "Rows a warp", "How many rows each warp computes.", kGraphRows, 0),
    choice_knob("warps", "Warps a block", "How many warps of a block lie below each other.", kGraphWarps, 2),
    choice_knob("graph_steps", "Steps a graph", "How many steps are recorded and queued by one call.", kGraphSteps, 2),
    choice_knob("overlap", "Overlap", "Whether a step's launch begins at the end of the one before (sm_90 and newer).",
                kOffOn, 1),
};
std::unique_ptr<Prepared> prepare_graph(const Heat2d::Params&, const Heat2d::View&, const LaunchValues&, gpu::Stream&);
Progress advance_graph(const Heat2d::Params&, Heat2d::View&, Call&, int steps);

inline constexpr std::array<std::string_view, 5> kRims{"1", "2", "4", "8", "16"};
inline constexpr std::array<std::string_view, 3> kBandWarps{"8", "16", "32"};
inline constexpr std::array<Knob, 2> kPersistentKnobs{
    choice_knob("rim", "Steps alone", "How many steps a block takes before it waits for the others, and how many rows more it "
                "keeps on either side for that; fewer where they don't fit.", kRims, 3),
    choice_knob("warps", "Warps a block", "How many warps work at a band of rows.", kBandWarps, 2),
};
std::unique_ptr<Prepared> prepare_persistent(const Heat2d::Params&, const Heat2d::View&, const LaunchValues&, gpu::Stream&);
Progress advance_persistent(const Heat2d::Params&, Heat2d::View&, Call&, int steps);

inline constexpr std::array<Knob, 1> kHalfKnobs{
    choice_knob("warps", "Warps a block", "How many warps of a block lie below each other.", kGraphWarps, 2),
};
std::unique_ptr<Prepared> prepare_half(const Heat2d::Params&, const Heat2d::View&, const LaunchValues&, gpu::Stream&);
Progress advance_half(const Heat2d::Params&, Heat2d::View&, Call&, int steps);

}  // namespace warplight::heat
