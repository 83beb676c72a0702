# What all of our targets are compiled with.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, RelWithDebInfo or Debug" FORCE)
endif()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CUDA_STANDARD 20)
set(CMAKE_CUDA_STANDARD_REQUIRED ON)
set(CMAKE_CUDA_EXTENSIONS OFF)
if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION) # CMake 3.25 does not know it
  set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
endif()
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

find_program(CCACHE_PROGRAM ccache)
mark_as_advanced(CCACHE_PROGRAM)
if(CCACHE_PROGRAM)
  foreach(language C CXX CUDA)
    if(NOT DEFINED CMAKE_${language}_COMPILER_LAUNCHER)
      set(CMAKE_${language}_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
    endif()
  endforeach()
endif()

# Warnings, the include root and WARPLIGHT_HAS_CUDA: linked by every target of ours, by nothing of others'.
add_library(warplight_options INTERFACE)
target_include_directories(warplight_options INTERFACE "${PROJECT_SOURCE_DIR}")
target_compile_definitions(warplight_options INTERFACE WARPLIGHT_HAS_CUDA=$<BOOL:${WARPLIGHT_HAS_CUDA}>)
# Members left out of a designated initialiser have defaults: that is what it is for. GCC 12 finds overlaps in
# std::string's operator+ that are not there (GCC bug 105651).
target_compile_options(warplight_options INTERFACE
  "$<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wno-missing-field-initializers>"
  $<$<AND:$<COMPILE_LANG_AND_ID:CXX,GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>
  $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra,-Wno-missing-field-initializers>)

# Stand-ins for CUDA's headers, for targets that must not see the real ones: some systems have them in /usr/include.
foreach(header cuda.h cuda_runtime.h cuda_runtime_api.h cuda_gl_interop.h cuda_fp16.h)
  file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/generated/no_cuda/${header}"
    CONTENT "#error \"${header} is out of bounds here: go through sim/gpu\"\n")
endforeach()
add_library(warplight_no_cuda INTERFACE)
target_include_directories(warplight_no_cuda INTERFACE "${PROJECT_BINARY_DIR}/generated/no_cuda")
if(NOT WARPLIGHT_HAS_CUDA)
  target_link_libraries(warplight_options INTERFACE warplight_no_cuda)
endif()

# The one place that says how kernels treat floating point: denormals are flushed, which makes a plain rsqrtf one
# instruction instead of four; division and square root stay exactly rounded. -lineinfo ties machine code to source lines
# for profilers and costs nothing at run time.
set(WARPLIGHT_KERNEL_OPTIONS -lineinfo -ftz=true)

# Host variants vectorise only where the compiler need not keep errno and floating-point traps.
set(WARPLIGHT_HOST_VARIANT_OPTIONS -O3 -fno-math-errno -fno-trapping-math)

# Scenes are the same on every machine only if no multiply and add are fused.
set(WARPLIGHT_SCENE_OPTIONS -ffp-contract=off)
