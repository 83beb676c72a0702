# One executable a label: tests/LABEL/*.cpp, found by ctest -L LABEL.
include(GoogleTest)

function(warplight_test label)
  file(GLOB sources CONFIGURE_DEPENDS tests/${label}/*.cpp)
  if(NOT sources)
    return()
  endif()
  set(target warplight-test-${label})
  add_executable(${target} ${sources})
  target_link_libraries(${target} PRIVATE ${ARGN} warplight_cli11 GTest::gtest_main ${CMAKE_DL_LIBS})
  target_compile_definitions(${target} PRIVATE
    WARPLIGHT_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
    WARPLIGHT_BUILD_DIR="${PROJECT_BINARY_DIR}"
    WARPLIGHT_PROGRAM="${PROJECT_BINARY_DIR}/warplight"
    WARPLIGHT_CLI_PROGRAM="${PROJECT_BINARY_DIR}/warplight-cli")
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests")
  gtest_discover_tests(${target} DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60 TEST_PREFIX ${label}/
    PROPERTIES LABELS ${label} TIMEOUT 600)
endfunction()

warplight_test(cpu warplight_render)
warplight_test(lens warplight_sim)
warplight_test(gpu warplight_render)
warplight_test(gl warplight_render)
warplight_test(window warplight_window)
