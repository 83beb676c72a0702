# cmake -DSOURCE=DIR -DVERSION=X.Y.Z -DOUT=HEADER -DSOURCES_OUT=HEADER -P version.cmake: writes the headers only when
# something changed.
include("${CMAKE_CURRENT_LIST_DIR}/write_if_changed.cmake")
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
write_if_changed("${OUT}" "${text}")

# What each folder of sim/ holds, as one hash of the hashes of its files, so that a result tells what it was made from.
set(hashes "")
file(GLOB folders RELATIVE "${SOURCE}/sim" LIST_DIRECTORIES ON "${SOURCE}/sim/*")
foreach(folder ${folders})
  if(NOT IS_DIRECTORY "${SOURCE}/sim/${folder}")
    continue()
  endif()
  file(GLOB_RECURSE files RELATIVE "${SOURCE}" "${SOURCE}/sim/${folder}/*.cu" "${SOURCE}/sim/${folder}/*.cuh"
    "${SOURCE}/sim/${folder}/*.cpp" "${SOURCE}/sim/${folder}/*.h")
  list(SORT files)
  set(all "")
  foreach(file ${files})
    file(SHA256 "${SOURCE}/${file}" hash)
    string(APPEND all "${file} ${hash}\n")
  endforeach()
  string(SHA256 hash "${all}")
  string(APPEND hashes "    {\"sim/${folder}\", \"${hash}\"},\n")
endforeach()
set(text "// What the programs were built from: a hash of each folder's sources.\n#pragma once\n
namespace warplight {\n
inline constexpr struct {
  const char *folder, *sha256;
} kSources[] = {\n${hashes}};\n
}  // namespace warplight\n")
write_if_changed("${SOURCES_OUT}" "${text}")
