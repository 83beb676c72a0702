// Which of the processor's vector units the host variants use.
#pragma once

#include <string_view>

namespace warplight {

// From narrow to wide. `baseline` is what every processor of the kind has: SSE2 on x86-64.
enum class HostVectors { baseline, avx2, avx512 };

// The widest that this processor and its operating system have.
HostVectors host_vectors();

// "AVX-512"
std::string_view name_of(HostVectors vectors);

}  // namespace warplight
