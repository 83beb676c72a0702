# Joins object files into one: cmake -DLINKER=g++ -DOUT=FILE -P join_objects.cmake -- OBJECT...
# Inline functions that two objects share stay in both, each with its own lines: were one of them dropped, both objects'
# debug information would claim what is left, and libbacktrace knows no line where such claims are nested.
set(plain_objects "")
math(EXPR end "${CMAKE_ARGC} - 1")
set(after_dashes FALSE)

function(link)
  execute_process(COMMAND "${LINKER}" -r -nostdlib ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

foreach(i RANGE ${end})
  if(after_dashes)
    set(plain "${OUT}.${i}.o")
    link(-Wl,--force-group-allocation -o "${plain}" "${CMAKE_ARGV${i}}")
    list(APPEND plain_objects "${plain}")
  elseif("${CMAKE_ARGV${i}}" STREQUAL "--")
    set(after_dashes TRUE)
  endif()
endforeach()
link(-o "${OUT}" ${plain_objects})
file(REMOVE ${plain_objects})
