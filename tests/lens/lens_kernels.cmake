# The lens's test kernels, among them copies of a real rung with one fault planted in each.
set(rung "${PROJECT_SOURCE_DIR}/sim/nbody/kernels/tiled.cuh")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${rung}")
set(planted_folder "${PROJECT_BINARY_DIR}/lens/planted")
set(planted_header "#pragma once\n")

# plant(NAME FROM TO): the rung with one text replaced; lines stay where they are. Where the text is gone, the copy stays
# right, and the test that waits for its fault fails.
function(plant name from to)
  file(READ "${rung}" text)
  string(REPLACE ";" "@semicolon@" text "${text}")
  string(REPLACE ";" "@semicolon@" from "${from}")
  string(REPLACE ";" "@semicolon@" to "${to}")
  string(REPLACE "${from}" "${to}" planted "${text}")
  if(planted STREQUAL text AND NOT name STREQUAL "none")
    message(WARNING "the fault ${name} can't be planted: ${rung} has no '${from}'")
  endif()
  string(REPLACE "namespace warplight::nbody {" "namespace warplight::planted_${name} { using namespace nbody@semicolon@"
    planted "${planted}")
  string(REPLACE "@semicolon@" ";" planted "${planted}")
  file(CONFIGURE OUTPUT "${planted_folder}/tests/lens/kernels/tiled_${name}.cuh" CONTENT "${planted}" @ONLY)
  set(planted_header "${planted_header}#include \"tests/lens/kernels/tiled_${name}.cuh\"\n" PARENT_SCOPE)
endfunction()

plant(none "" "")
plant(dropped_barrier "__syncthreads();\n    float3 part" ";\n    float3 part")
plant(dropped_second_barrier "__syncthreads();  // before the next" ";  // before the next")
plant(tail "float4 body = position[min(i, n - 1)];" "float4 body = position[min(i, n)];")
plant(wrong_mask "__syncthreads();  // before the next" "__syncwarp(0x7fffffffu); __syncthreads();  // before the next")
plant(unpadded "tile[first + k]" "tile[(8 * (threadIdx.x + k)) % block]")
file(CONFIGURE OUTPUT "${planted_folder}/tests/lens/kernels/planted.h" CONTENT "${planted_header}" @ONLY)

warplight_lens_module(warplight_lens_test_kernels
  EXPORTS "_ZN9warplight11lens_launch*"
  KERNELS "${PROJECT_SOURCE_DIR}/tests/lens/kernels/launches.cu" "${PROJECT_SOURCE_DIR}/tests/lens/kernels/energy.cu"
    "${PROJECT_SOURCE_DIR}/sim/nbody/energy.cu" "${PROJECT_SOURCE_DIR}/sim/gpu/watch.cu")
target_include_directories(warplight_lens_test_kernels_kernels PRIVATE "${planted_folder}")
target_link_libraries(warplight_lens_test_kernels PUBLIC warplight_sim)

# The same launches for the lens and, where CUDA is, for a profiler: scripts/lens_vs_ncu compares what they say.
set(ncu_cases "${PROJECT_SOURCE_DIR}/tests/lens/ncu/cases.cu")
warplight_lens_module(warplight_lens_ncu_cases
  EXPORTS "_ZN9warplight8lens_ncu5cases*"
  KERNELS "${ncu_cases}"
  SOURCES sim/lens/module/buffer.cpp)
target_link_libraries(warplight_lens_ncu_cases PUBLIC warplight_sim)
add_executable(warplight-lens-figures tests/lens/ncu/under_lens.cpp)
target_link_libraries(warplight-lens-figures PRIVATE warplight_lens_ncu_cases warplight_json)
set(ncu_programs warplight-lens-figures)
if(WARPLIGHT_HAS_CUDA)
  add_executable(warplight-lens-ncu tests/lens/ncu/on_gpu.cpp "${ncu_cases}")
  target_link_libraries(warplight-lens-ncu PRIVATE warplight_sim)
  target_compile_options(warplight-lens-ncu PRIVATE "$<$<COMPILE_LANGUAGE:CUDA>:${WARPLIGHT_KERNEL_OPTIONS}>")
  set_target_properties(warplight-lens-ncu PROPERTIES CUDA_RUNTIME_LIBRARY Static)
  list(APPEND ncu_programs warplight-lens-ncu)
endif()
set_target_properties(${ncu_programs} PROPERTIES LINKER_LANGUAGE CXX RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests")
