// Drawn storage without interop: computed in CUDA's or in host memory, uploaded to OpenGL's by publish().
#pragma once

#include <memory>
#include <vector>

#include "render/shared_buffer.h"

namespace warplight::render {

std::unique_ptr<DrawnStorage> make_copied_storage(std::vector<BufferSpec> specs);
std::unique_ptr<DrawnStorage> make_host_drawn_storage(std::vector<BufferSpec> specs);

}  // namespace warplight::render
