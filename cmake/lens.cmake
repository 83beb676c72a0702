# The SIMT lens: its engine, and modules of kernels that are compiled for it.

file(GLOB lens_sources CONFIGURE_DEPENDS sim/lens/*.cpp)
add_library(warplight_lens STATIC ${lens_sources})
target_compile_options(warplight_lens PRIVATE -fno-sanitize=all)
target_link_libraries(warplight_lens PUBLIC warplight_options PRIVATE warplight_context warplight_backtrace)
target_link_libraries(warplight_lens PRIVATE warplight_model Threads::Threads ${CMAKE_DL_LIBS})
target_include_directories(warplight_lens PRIVATE "${WARPLIGHT_GENERATED}")

# What makes the compiler report every access and every basic block. Optimised as little as keeps a copied float4 whole,
# so that accesses stay where the source has them.
# No other sanitizer goes with it: in a build with one, kernels and engine are left out (fibers would confuse it too).
set(WARPLIGHT_LENS_OPTIONS -O1 -g -fno-sanitize=all -fsanitize=thread -fsanitize-coverage=trace-pc
  --param=tsan-distinguish-volatile=1 -fno-gnu-unique -fno-reorder-blocks
  -ffp-contract=off -Wno-unknown-pragmas)

# warplight_lens_module(TARGET EXPORTS PATTERN... KERNELS FILE.cu... [SOURCES FILE.cpp...]): a library of the kernels
# and launchers, compiled for the lens. Everything in it but the symbols that match a pattern is local to it: the program
# holds the same kernels and inline functions as nvcc compiled them, and the linker would merge the two silently.
function(warplight_lens_module target)
  cmake_parse_arguments(module "" "" "EXPORTS;KERNELS;SOURCES" ${ARGN})
  set(wrapped "")
  foreach(kernel ${module_KERNELS})
    # A file of C++ that includes it, since CMake would hand a .cu to nvcc.
    file(RELATIVE_PATH name "${PROJECT_SOURCE_DIR}" "${kernel}")
    string(MAKE_C_IDENTIFIER "${name}" name)
    set(file "${PROJECT_BINARY_DIR}/lens/${target}/${name}.cpp")
    file(CONFIGURE OUTPUT "${file}" CONTENT "#include \"${kernel}\"\n")
    list(APPEND wrapped "${file}")
  endforeach()
  set(parts kernels)
  add_library(${target}_kernels OBJECT ${wrapped})
  target_compile_options(${target}_kernels PRIVATE ${WARPLIGHT_LENS_OPTIONS})
  if(module_SOURCES)
    list(APPEND parts objects)
    add_library(${target}_objects OBJECT ${module_SOURCES})
  endif()
  set(objects "")
  foreach(part ${parts})
    list(APPEND objects "$<TARGET_OBJECTS:${target}_${part}>")
    target_compile_definitions(${target}_${part} PRIVATE WARPLIGHT_LENS=1)
    target_compile_options(${target}_${part} PRIVATE -fno-gnu-unique)
    target_link_libraries(${target}_${part} PRIVATE warplight_options)
  endforeach()

  set(merged "${PROJECT_BINARY_DIR}/lens/${target}.o")
  list(TRANSFORM module_EXPORTS PREPEND "--keep-global-symbol=")
  add_custom_command(OUTPUT "${merged}"
    COMMAND "${CMAKE_COMMAND}" "-DLINKER=${CMAKE_CXX_COMPILER}" "-DOUT=${merged}"
      -P "${PROJECT_SOURCE_DIR}/cmake/join_objects.cmake" -- ${objects}
    COMMAND "${CMAKE_OBJCOPY}" --wildcard ${module_EXPORTS} "${merged}"
    DEPENDS ${objects} "${PROJECT_SOURCE_DIR}/cmake/join_objects.cmake"
    COMMAND_EXPAND_LISTS VERBATIM COMMENT "Joining ${target}")
  add_library(${target} STATIC "${merged}")
  set_source_files_properties("${merged}" PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
  target_link_libraries(${target} PUBLIC warplight_lens)
endfunction()

# All labs, with the catalog that lists them. Globbed as the program's own kernels are, so that a new rung is in it.
file(GLOB lens_kernels CONFIGURE_DEPENDS sim/heat/*.cu sim/image/*.cu sim/nbody/*.cu)
list(APPEND lens_kernels "${PROJECT_SOURCE_DIR}/sim/gpu/paint.cu") # what tools paint with
list(TRANSFORM lens_kernels REPLACE "^([^/])" "${PROJECT_SOURCE_DIR}/\\1")
warplight_lens_module(warplight_lens_labs
  EXPORTS "_ZN9warplight4lens4labs*" "_ZN9warplight4lens8find_lab*"
  KERNELS ${lens_kernels}
  SOURCES sim/catalog.cpp sim/lens/module/labs.cpp sim/lens/module/buffer.cpp sim/lens/module/graph.cpp)
target_link_libraries(warplight_lens_labs PUBLIC warplight_sim)
