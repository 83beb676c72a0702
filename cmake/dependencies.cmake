# Every third-party package, with the version that is fetched where the system has none.
include(FetchContent)
set(FETCHCONTENT_QUIET OFF)

FetchContent_Declare(fmt URL https://github.com/fmtlib/fmt/archive/refs/tags/9.1.0.tar.gz)
FetchContent_Declare(tomlplusplus URL https://github.com/marzer/tomlplusplus/archive/refs/tags/v3.3.0.tar.gz)
FetchContent_Declare(nlohmann_json URL https://github.com/nlohmann/json/archive/refs/tags/v3.11.2.tar.gz)
FetchContent_Declare(cli11 URL https://github.com/CLIUtils/CLI11/archive/refs/tags/v2.3.2.tar.gz)
FetchContent_Declare(glm URL https://github.com/g-truc/glm/archive/refs/tags/0.9.9.8.tar.gz)
FetchContent_Declare(glfw URL https://github.com/glfw/glfw/archive/refs/tags/3.3.8.tar.gz)
FetchContent_Declare(glad URL https://github.com/Dav1dde/glad/archive/refs/tags/v2.0.4.tar.gz)
FetchContent_Declare(imgui URL https://github.com/ocornut/imgui/archive/refs/tags/v1.90.9.tar.gz)
FetchContent_Declare(googletest URL https://github.com/google/googletest/archive/refs/tags/v1.12.1.tar.gz)

# A header-only package: the system's folder that holds HEADER, else the fetched one's SUBFOLDER.
function(warplight_header_only target package header subfolder)
  find_path(${package}_include_dir ${header})
  mark_as_advanced(${package}_include_dir)
  set(folder "${${package}_include_dir}")
  if(NOT folder)
    FetchContent_GetProperties(${package})
    if(NOT ${package}_POPULATED)
      FetchContent_Populate(${package})
    endif()
    set(folder "${${package}_SOURCE_DIR}/${subfolder}")
  endif()
  add_library(${target} INTERFACE)
  target_include_directories(${target} SYSTEM INTERFACE "${folder}")
endfunction()

# Header-only, so that the programs start on hosts that have none of these packages.
warplight_header_only(warplight_fmt fmt fmt/format.h include)
get_target_property(fmt_folder warplight_fmt INTERFACE_INCLUDE_DIRECTORIES)
file(STRINGS "${fmt_folder}/fmt/core.h" fmt_version REGEX "^#define FMT_VERSION 9[0-9][0-9][0-9][0-9]$")
if(fmt_version)
  # Its code once, not in every file.
  add_library(warplight_fmt_code STATIC cmake/code/fmt.cpp)
  target_include_directories(warplight_fmt_code SYSTEM PRIVATE "${fmt_folder}")
  set_target_properties(warplight_fmt_code PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_link_libraries(warplight_fmt INTERFACE warplight_fmt_code)
else()
  target_compile_definitions(warplight_fmt INTERFACE FMT_HEADER_ONLY=1)
endif()
warplight_header_only(warplight_toml tomlplusplus toml++/toml.h include)
target_compile_definitions(warplight_toml INTERFACE TOML_HEADER_ONLY=1)
warplight_header_only(warplight_json nlohmann_json nlohmann/json.hpp include)
warplight_header_only(warplight_cli11 cli11 CLI/CLI.hpp include)
warplight_header_only(warplight_glm glm glm/vec3.hpp .)

find_package(OpenMP REQUIRED COMPONENTS CXX)
find_package(Threads REQUIRED)

# OpenMP's run-time library, static where it can be: machines without a compiler have none.
execute_process(COMMAND "${CMAKE_CXX_COMPILER}" -print-file-name=libgomp.a
  OUTPUT_VARIABLE WARPLIGHT_GOMP_STATIC OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
add_library(warplight_openmp INTERFACE)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND IS_ABSOLUTE "${WARPLIGHT_GOMP_STATIC}")
  target_compile_options(warplight_openmp INTERFACE $<$<COMPILE_LANGUAGE:CXX>:${OpenMP_CXX_FLAGS}>)
  target_link_libraries(warplight_openmp INTERFACE "${WARPLIGHT_GOMP_STATIC}" Threads::Threads ${CMAKE_DL_LIBS})
else()
  target_link_libraries(warplight_openmp INTERFACE OpenMP::OpenMP_CXX)
endif()

# Boost.Context, static: the fibers of the SIMT lens.
find_path(WARPLIGHT_BOOST_INCLUDE_DIR boost/context/detail/fcontext.hpp)
find_library(WARPLIGHT_BOOST_CONTEXT NAMES libboost_context.a boost_context)
mark_as_advanced(WARPLIGHT_BOOST_INCLUDE_DIR WARPLIGHT_BOOST_CONTEXT)
if(NOT WARPLIGHT_BOOST_INCLUDE_DIR OR NOT WARPLIGHT_BOOST_CONTEXT)
  message(FATAL_ERROR "Boost.Context was not found (Debian and Ubuntu: libboost-context-dev)")
endif()
add_library(warplight_context INTERFACE)
target_include_directories(warplight_context SYSTEM INTERFACE "${WARPLIGHT_BOOST_INCLUDE_DIR}")
target_link_libraries(warplight_context INTERFACE "${WARPLIGHT_BOOST_CONTEXT}")

# libbacktrace, which comes with GCC: from an address to a source line.
execute_process(COMMAND "${CMAKE_CXX_COMPILER}" -print-file-name=libbacktrace.a
  OUTPUT_VARIABLE WARPLIGHT_BACKTRACE OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
add_library(warplight_backtrace INTERFACE)
if(IS_ABSOLUTE "${WARPLIGHT_BACKTRACE}")
  target_link_libraries(warplight_backtrace INTERFACE "${WARPLIGHT_BACKTRACE}")
  target_compile_definitions(warplight_backtrace INTERFACE WARPLIGHT_HAS_BACKTRACE=1)
else()
  message(STATUS "libbacktrace was not found (it comes with GCC 12 and newer): the lens runs, but can't name lines")
endif()

# libpng, static where the static library is there.
find_package(PNG REQUIRED)
find_library(WARPLIGHT_PNG_STATIC libpng.a)
find_library(WARPLIGHT_ZLIB_STATIC libz.a)
mark_as_advanced(WARPLIGHT_PNG_STATIC WARPLIGHT_ZLIB_STATIC)
add_library(warplight_png INTERFACE)
if(WARPLIGHT_PNG_STATIC AND WARPLIGHT_ZLIB_STATIC)
  target_include_directories(warplight_png SYSTEM INTERFACE ${PNG_INCLUDE_DIRS})
  target_link_libraries(warplight_png INTERFACE "${WARPLIGHT_PNG_STATIC}" "${WARPLIGHT_ZLIB_STATIC}" m)
else()
  target_link_libraries(warplight_png INTERFACE PNG::PNG)
endif()

# The HDF5 library, for snapshots: only the module that the programs load on first use is linked to it.
find_path(WARPLIGHT_HDF5_INCLUDE_DIR hdf5.h PATH_SUFFIXES hdf5/serial)
find_library(WARPLIGHT_HDF5_LIBRARY NAMES hdf5_serial hdf5)
mark_as_advanced(WARPLIGHT_HDF5_INCLUDE_DIR WARPLIGHT_HDF5_LIBRARY)
if(WARPLIGHT_HDF5_INCLUDE_DIR AND WARPLIGHT_HDF5_LIBRARY)
  add_library(warplight_hdf5 INTERFACE)
  target_include_directories(warplight_hdf5 SYSTEM INTERFACE "${WARPLIGHT_HDF5_INCLUDE_DIR}")
  target_link_libraries(warplight_hdf5 INTERFACE "${WARPLIGHT_HDF5_LIBRARY}")
else()
  set(WARPLIGHT_HDF5_LIBRARY "")
  message(STATUS "HDF5 was not found (Debian and Ubuntu: libhdf5-dev): .hdf5 and .h5 files are refused")
endif()

# OpenImageIO, for pictures: likewise. Its libraries are found by name, since its own CMake files ask for the development
# packages of everything that it uses.
find_path(WARPLIGHT_OPENIMAGEIO_INCLUDE_DIR OpenImageIO/imageio.h)
find_library(WARPLIGHT_OPENIMAGEIO_LIBRARY OpenImageIO)
find_library(WARPLIGHT_OPENIMAGEIO_UTIL_LIBRARY OpenImageIO_Util)
find_path(WARPLIGHT_IMATH_INCLUDE_DIR ImathVec.h PATH_SUFFIXES Imath)
mark_as_advanced(WARPLIGHT_OPENIMAGEIO_INCLUDE_DIR WARPLIGHT_OPENIMAGEIO_LIBRARY WARPLIGHT_OPENIMAGEIO_UTIL_LIBRARY
  WARPLIGHT_IMATH_INCLUDE_DIR)
if(WARPLIGHT_OPENIMAGEIO_INCLUDE_DIR AND WARPLIGHT_OPENIMAGEIO_LIBRARY AND WARPLIGHT_OPENIMAGEIO_UTIL_LIBRARY
    AND WARPLIGHT_IMATH_INCLUDE_DIR)
  add_library(warplight_openimageio INTERFACE)
  target_include_directories(warplight_openimageio SYSTEM INTERFACE
    "${WARPLIGHT_OPENIMAGEIO_INCLUDE_DIR}" "${WARPLIGHT_IMATH_INCLUDE_DIR}")
  target_link_libraries(warplight_openimageio INTERFACE
    "${WARPLIGHT_OPENIMAGEIO_LIBRARY}" "${WARPLIGHT_OPENIMAGEIO_UTIL_LIBRARY}")
else()
  set(WARPLIGHT_OPENIMAGEIO_LIBRARY "")
  message(STATUS "OpenImageIO was not found (Debian and Ubuntu: libopenimageio-dev): picture files are refused")
endif()

# The GLFW window library: `warplight` alone needs it.
find_package(glfw3 3.3 QUIET)
if(NOT TARGET glfw)
  set(GLFW_BUILD_DOCS OFF)
  set(GLFW_BUILD_TESTS OFF)
  set(GLFW_BUILD_EXAMPLES OFF)
  FetchContent_MakeAvailable(glfw)
endif()

# OpenGL and EGL loaders, generated by GLAD. --reproducible keeps it off the network.
find_program(GLAD_PROGRAM glad)
mark_as_advanced(GLAD_PROGRAM)
set(WARPLIGHT_GLAD_DIR "${PROJECT_BINARY_DIR}/glad")

function(warplight_generate_glad folder)
  if(EXISTS "${WARPLIGHT_GLAD_DIR}/${folder}/done")
    return()
  endif()
  if(GLAD_PROGRAM)
    set(glad "${GLAD_PROGRAM}")
  else()
    find_package(Python3 REQUIRED COMPONENTS Interpreter)
    FetchContent_GetProperties(glad)
    if(NOT glad_POPULATED)
      FetchContent_Populate(glad)
    endif()
    set(glad "${CMAKE_COMMAND}" -E env "PYTHONPATH=${glad_SOURCE_DIR}" "${Python3_EXECUTABLE}" -m glad)
  endif()
  execute_process(COMMAND ${glad} --reproducible --out-path "${WARPLIGHT_GLAD_DIR}/${folder}" ${ARGN}
    OUTPUT_VARIABLE log ERROR_VARIABLE log RESULT_VARIABLE failed)
  if(failed)
    message(FATAL_ERROR "glad could not generate the ${folder} loader:\n${log}")
  endif()
  file(TOUCH "${WARPLIGHT_GLAD_DIR}/${folder}/done")
endfunction()

set(WARPLIGHT_EGL_EXTENSIONS
  EGL_EXT_device_base EGL_EXT_device_drm EGL_EXT_device_enumeration EGL_EXT_device_query EGL_EXT_platform_device
  EGL_KHR_surfaceless_context EGL_MESA_platform_surfaceless EGL_NV_device_cuda)
list(JOIN WARPLIGHT_EGL_EXTENSIONS "," extensions)
warplight_generate_glad(gl --api gl:core=4.5 c)
warplight_generate_glad(egl --api egl=1.5 --extensions "${extensions}" c --loader)

add_library(warplight_glad STATIC "${WARPLIGHT_GLAD_DIR}/gl/src/gl.c" "${WARPLIGHT_GLAD_DIR}/egl/src/egl.c")
target_include_directories(warplight_glad SYSTEM PUBLIC "${WARPLIGHT_GLAD_DIR}/gl/include" "${WARPLIGHT_GLAD_DIR}/egl/include")
target_compile_definitions(warplight_glad PUBLIC EGL_NO_X11) # X11's headers define None, Bool and Status as macros
target_link_libraries(warplight_glad PUBLIC ${CMAKE_DL_LIBS})

# Dear ImGui with its GLFW and OpenGL 3 backends: the system's static library where it holds both, else compiled here.
# warplight_imgui_fonts: the same without them, for the program that has no window and writes numbers into pictures.
find_path(IMGUI_INCLUDE_DIR imgui.h PATH_SUFFIXES imgui)
find_path(IMGUI_BACKENDS_DIR imgui_impl_opengl3.h PATH_SUFFIXES imgui/backends imgui)
find_library(IMGUI_LIBRARY libimgui.a)
find_library(IMGUI_STB_LIBRARY NAMES libstb.a stb) # distributions' ImGui takes its font code from there
find_library(IMGUI_FREETYPE_LIBRARY freetype)      # or from there
mark_as_advanced(IMGUI_INCLUDE_DIR IMGUI_BACKENDS_DIR IMGUI_LIBRARY IMGUI_STB_LIBRARY IMGUI_FREETYPE_LIBRARY)

# Sets WARPLIGHT_SYSTEM_IMGUI to what must be linked, if a program that uses all of it links with the libraries given.
function(warplight_try_imgui result)
  if(WARPLIGHT_SYSTEM_IMGUI OR NOT IMGUI_INCLUDE_DIR OR NOT IMGUI_BACKENDS_DIR OR NOT IMGUI_LIBRARY)
    return()
  endif()
  foreach(library ${ARGN})
    if(NOT library)
      return()
    endif()
  endforeach()
  set(CMAKE_REQUIRED_INCLUDES "${IMGUI_INCLUDE_DIR}" "${IMGUI_BACKENDS_DIR}")
  set(CMAKE_REQUIRED_LIBRARIES "${IMGUI_LIBRARY}" ${ARGN} glfw ${CMAKE_DL_LIBS} m)
  check_cxx_source_compiles("
    #include <imgui.h>
    #include <imgui_impl_glfw.h>
    #include <imgui_impl_opengl3.h>
    int main() {
      ImGui::CreateContext();
      ImGui::GetIO().Fonts->Build();
      ImGui_ImplGlfw_InitForOpenGL(nullptr, true);
      ImGui_ImplOpenGL3_Init(\"#version 450\");
    }" ${result})
  if(${result})
    set(WARPLIGHT_SYSTEM_IMGUI ${CMAKE_REQUIRED_LIBRARIES} PARENT_SCOPE)
  endif()
endfunction()

include(CheckCXXSourceCompiles)
set(WARPLIGHT_SYSTEM_IMGUI "")
warplight_try_imgui(WARPLIGHT_IMGUI_LINKS_ALONE)
warplight_try_imgui(WARPLIGHT_IMGUI_LINKS_WITH_STB ${IMGUI_STB_LIBRARY})
warplight_try_imgui(WARPLIGHT_IMGUI_LINKS_WITH_FREETYPE ${IMGUI_STB_LIBRARY} ${IMGUI_FREETYPE_LIBRARY})

if(WARPLIGHT_SYSTEM_IMGUI)
  add_library(warplight_imgui INTERFACE)
  target_include_directories(warplight_imgui SYSTEM INTERFACE "${IMGUI_INCLUDE_DIR}" "${IMGUI_BACKENDS_DIR}")
  target_link_libraries(warplight_imgui INTERFACE ${WARPLIGHT_SYSTEM_IMGUI})
  set(WARPLIGHT_IMGUI_WITHOUT_WINDOW ${WARPLIGHT_SYSTEM_IMGUI})
  list(REMOVE_ITEM WARPLIGHT_IMGUI_WITHOUT_WINDOW glfw)
  add_library(warplight_imgui_fonts INTERFACE)
  target_include_directories(warplight_imgui_fonts SYSTEM INTERFACE "${IMGUI_INCLUDE_DIR}")
  target_link_libraries(warplight_imgui_fonts INTERFACE ${WARPLIGHT_IMGUI_WITHOUT_WINDOW})
else()
  FetchContent_GetProperties(imgui)
  if(NOT imgui_POPULATED)
    FetchContent_Populate(imgui)
  endif()
  file(GLOB imgui_sources "${imgui_SOURCE_DIR}/imgui*.cpp")
  add_library(warplight_imgui STATIC ${imgui_sources}
    "${imgui_SOURCE_DIR}/misc/cpp/imgui_stdlib.cpp"
    "${imgui_SOURCE_DIR}/backends/imgui_impl_glfw.cpp"
    "${imgui_SOURCE_DIR}/backends/imgui_impl_opengl3.cpp")
  target_include_directories(warplight_imgui SYSTEM PUBLIC
    "${imgui_SOURCE_DIR}" "${imgui_SOURCE_DIR}/backends" "${imgui_SOURCE_DIR}/misc/cpp")
  target_link_libraries(warplight_imgui PUBLIC glfw ${CMAKE_DL_LIBS})
  file(GLOB imgui_core "${imgui_SOURCE_DIR}/imgui*.cpp")
  add_library(warplight_imgui_fonts STATIC ${imgui_core})
  target_include_directories(warplight_imgui_fonts SYSTEM PUBLIC "${imgui_SOURCE_DIR}")
endif()

if(BUILD_TESTING)
  find_package(GTest QUIET)
  if(NOT TARGET GTest::gtest_main)
    set(INSTALL_GTEST OFF)
    FetchContent_MakeAvailable(googletest)
    add_library(GTest::gtest_main ALIAS gtest_main)
  endif()
endif()
