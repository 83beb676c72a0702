// The colours of fields, from low to high: in the window and in the pictures that labs write.
#pragma once

#include <array>

namespace warplight::picture {

// Smith and van der Walt's inferno (2015, CC0), display-encoded, at even distances; between them a straight line.
inline constexpr std::array<std::array<float, 3>, 32> kInferno = {{
    {0.001f, 0.000f, 0.014f}, {0.015f, 0.012f, 0.074f}, {0.044f, 0.029f, 0.145f}, {0.086f, 0.044f, 0.222f},
    {0.135f, 0.047f, 0.299f}, {0.191f, 0.039f, 0.362f}, {0.247f, 0.037f, 0.401f}, {0.301f, 0.049f, 0.421f},
    {0.353f, 0.066f, 0.431f}, {0.404f, 0.086f, 0.433f}, {0.455f, 0.104f, 0.430f}, {0.507f, 0.123f, 0.423f},
    {0.558f, 0.141f, 0.411f}, {0.609f, 0.159f, 0.394f}, {0.659f, 0.179f, 0.372f}, {0.709f, 0.202f, 0.346f},
    {0.756f, 0.228f, 0.317f}, {0.801f, 0.258f, 0.284f}, {0.842f, 0.293f, 0.248f}, {0.879f, 0.334f, 0.211f},
    {0.911f, 0.379f, 0.172f}, {0.938f, 0.428f, 0.132f}, {0.959f, 0.482f, 0.090f}, {0.974f, 0.538f, 0.047f},
    {0.984f, 0.597f, 0.024f}, {0.988f, 0.658f, 0.050f}, {0.986f, 0.720f, 0.111f}, {0.977f, 0.783f, 0.187f},
    {0.964f, 0.846f, 0.277f}, {0.949f, 0.907f, 0.389f}, {0.951f, 0.959f, 0.521f}, {0.988f, 0.998f, 0.645f}
}};

}  // namespace warplight::picture
