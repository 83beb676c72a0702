// The line along which a field is plotted: drawn on the picture with the mouse, read from the GPU while it runs.
#pragma once

#include <string>

#include "app/shell.h"

namespace warplight::app {

bool has_profile(const Shell& shell);  // a field with a line on it
void remove_profile(Shell& shell);

// Shift and the left button draw the line, the left button alone moves an end of it: true where it has the mouse.
bool use_line_mouse(Shell& shell, const render::FieldMapping& mapping, render::FieldSpot pixel);
// Whether an end of the line is under the pixel, to be taken hold of: 0, 1; -1: none.
int line_end_at(const Shell& shell, const render::FieldMapping& mapping, render::FieldSpot pixel);

render::FieldLine line_in_cells(const Shell& shell);
// Takes what has come from the GPU, and asks for what is there now. Never waits.
void update_profile(Shell& shell, const render::FieldSource* source);

// "distance, temperature", a row a value; units in the heading.
std::string profile_as_csv(const Shell& shell);

}  // namespace warplight::app
