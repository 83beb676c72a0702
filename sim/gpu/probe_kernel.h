// The address of an empty kernel, to ask whether this program holds code for a GPU.
#pragma once

namespace warplight::gpu {
const void* probe_kernel_address();
}
