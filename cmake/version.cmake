# cmake -DSOURCE=DIR -DVERSION=X.Y.Z -DOUT=HEADER -P version.cmake: writes the header only when something changed.
set(commit "unknown")
find_program(git git)
if(git)
  execute_process(COMMAND "${git}" describe --always --dirty --exclude=* WORKING_DIRECTORY "${SOURCE}"
    OUTPUT_VARIABLE described OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  if(NOT failed AND described)
    set(commit "${described}")
  endif()
endif()
set(text "// The version of the programs and the commit that they were built from.\n#pragma once\n
namespace warplight {\n
inline constexpr const char* kVersion = \"${VERSION}\";
inline constexpr const char* kCommit = \"${commit}\";\n
}  // namespace warplight\n")
set(before "")
if(EXISTS "${OUT}")
  file(READ "${OUT}" before)
endif()
if(NOT text STREQUAL before)
  file(WRITE "${OUT}" "${text}")
endif()
