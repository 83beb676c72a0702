# Copies the interface's fonts beside the programs, since the machine that runs them may have none. Optional.
foreach(name Inter-Regular Inter-SemiBold JetBrainsMono-Regular)
  file(GLOB_RECURSE found "/usr/share/fonts/*/${name}.otf" "/usr/share/fonts/*/${name}.ttf"
    "/usr/local/share/fonts/*/${name}.otf" "/usr/local/share/fonts/*/${name}.ttf")
  if(found)
    list(GET found 0 font)
    file(COPY "${font}" DESTINATION "${PROJECT_BINARY_DIR}/fonts")
  else()
    list(APPEND WARPLIGHT_FONTS_MISSING ${name})
  endif()
endforeach()
