# One executable a label: tests/LABEL/*.cpp and what they share, found by ctest -L LABEL.
include(GoogleTest)

function(warplight_test label)
  file(GLOB sources CONFIGURE_DEPENDS tests/${label}/*.cpp)
  file(GLOB shared CONFIGURE_DEPENDS tests/shared/*.cpp)
  if(WARPLIGHT_HAS_CUDA)
    file(GLOB kernels CONFIGURE_DEPENDS tests/${label}/*.cu)
    list(APPEND sources ${kernels})
  endif()
  set(target warplight-test-${label})
  add_executable(${target} ${sources} ${shared})
  target_link_libraries(${target} PRIVATE ${ARGN} GTest::gtest_main ${CMAKE_DL_LIBS})
  target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CUDA>:${WARPLIGHT_KERNEL_OPTIONS}>")
  target_compile_definitions(${target} PRIVATE
    WARPLIGHT_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
    WARPLIGHT_BUILD_DIR="${PROJECT_BINARY_DIR}"
    WARPLIGHT_PROGRAM="${PROJECT_BINARY_DIR}/warplight"
    WARPLIGHT_CLI_PROGRAM="${PROJECT_BINARY_DIR}/warplight-cli")
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX CUDA_RUNTIME_LIBRARY Static
    RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests")
  gtest_discover_tests(${target} DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60 NO_PRETTY_VALUES TEST_PREFIX ${label}/
    PROPERTIES LABELS ${label} TIMEOUT 600)
endfunction()

warplight_test(cpu warplight_session warplight_commands warplight_arguments warplight_render)
include(tests/lens/lens_kernels.cmake)
warplight_test(lens warplight_lens_test_kernels warplight_lens_labs warplight_json)
warplight_test(gpu warplight_session)
warplight_test(gl warplight_session)
warplight_test(window warplight_window X11)

# Tests look for the modules beside themselves, as programs do.
foreach(module warplight-hdf5 warplight-image)
  if(TARGET ${module})
    add_custom_command(TARGET ${module} POST_BUILD VERBATIM
      COMMAND "${CMAKE_COMMAND}" -E make_directory "${PROJECT_BINARY_DIR}/tests"
      COMMAND "${CMAKE_COMMAND}" -E create_symlink ../${module}.so "${PROJECT_BINARY_DIR}/tests/${module}.so")
  endif()
endforeach()

# NVML's names in libraries of the tests' own.
foreach(fake nvml nvml-old)
  add_library(warplight-fake-${fake} MODULE tests/cpu/fake_nvml/fake_nvml.cpp)
  set_target_properties(warplight-fake-${fake} PROPERTIES PREFIX "" SUFFIX ".so"
    LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests")
  target_link_libraries(warplight-fake-${fake} PRIVATE warplight_options)
  add_dependencies(warplight-test-cpu warplight-fake-${fake})
endforeach()
target_compile_definitions(warplight-fake-nvml-old PRIVATE FAKE_NVML_OLD)

# A profiler that writes down the ranges that it is told of, for programs that are built with NVTX's headers.
if(WARPLIGHT_HAS_CUDA)
  add_library(warplight-fake-profiler MODULE tests/cpu/fake_profiler/fake_profiler.cpp)
  set_target_properties(warplight-fake-profiler PROPERTIES PREFIX "" SUFFIX ".so"
    LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests")
  target_include_directories(warplight-fake-profiler SYSTEM PRIVATE ${CUDAToolkit_INCLUDE_DIRS})
  target_link_libraries(warplight-fake-profiler PRIVATE warplight_options)
  add_dependencies(warplight-test-cpu warplight-fake-profiler)
endif()

# Tests that start the programs.
add_dependencies(warplight-test-cpu warplight-cli)
add_dependencies(warplight-test-gl warplight-cli)
add_dependencies(warplight-test-window warplight warplight-cli)
add_dependencies(warplight-test-lens warplight-cli)

# The kernels' other compilers. NVRTC is loaded by the test; the toolkit's own copy first.
set(nvrtc "")
set(nvcc "")
if(WARPLIGHT_HAS_CUDA)
  set(nvcc "${WARPLIGHT_NVCC}")
  find_library(WARPLIGHT_NVRTC_LIBRARY nvrtc PATHS "${CUDAToolkit_LIBRARY_DIR}" NO_DEFAULT_PATH)
  mark_as_advanced(WARPLIGHT_NVRTC_LIBRARY)
  if(WARPLIGHT_NVRTC_LIBRARY)
    set(nvrtc "${WARPLIGHT_NVRTC_LIBRARY}")
  endif()
endif()
target_compile_definitions(warplight-test-lens PRIVATE
  WARPLIGHT_CXX="${CMAKE_CXX_COMPILER}" WARPLIGHT_NVCC="${nvcc}" WARPLIGHT_NVRTC="${nvrtc}")

# What the programs may not be linked to: they start on machines that have none of it. The last test sees the check fail.
foreach(program warplight warplight-cli)
  set(forbidden cuda cudart nvrtc nvidia-ml cupti OpenImageIO OpenImageIO_Util hdf5 hdf5_serial EGL GL OpenGL GLX png16 fmt tomlplusplus)
  if(program STREQUAL "warplight-cli")
    list(APPEND forbidden glfw X11)
  endif()
  list(JOIN forbidden "," forbidden)
  set(command "${CMAKE_COMMAND}" "-DPROGRAM=${PROJECT_BINARY_DIR}/${program}" "-DREADELF=${CMAKE_READELF}")
  set(script -P "${PROJECT_SOURCE_DIR}/cmake/check_links.cmake")
  add_test(NAME cpu/links.${program} COMMAND ${command} "-DFORBIDDEN=${forbidden}" ${script})
  set_tests_properties(cpu/links.${program} PROPERTIES LABELS cpu SKIP_REGULAR_EXPRESSION "is not built here")
endforeach()
add_test(NAME cpu/links.planted COMMAND ${command} -DFORBIDDEN=stdc++ ${script})
set_tests_properties(cpu/links.planted PROPERTIES LABELS cpu WILL_FAIL ON)
