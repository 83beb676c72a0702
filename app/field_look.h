// How a field is looked at and painted: range, isotherms, pan and zoom, the brush. What keys, mouse and panels do.
#pragma once

#include "app/shell.h"

namespace warplight::app {

bool is_field(const Shell& shell);

void toggle_automatic_range(Shell& shell);
void set_range(Shell& shell, render::FieldRange range);  // held from now on
void set_isotherms(Shell& shell, int count);
void toggle_isotherms(Shell& shell);

int tool_of(const Shell& shell);  // the chosen one of Lab::tools
void choose_tool(Shell& shell, int tool);
bool choose_tool_by_key(Shell& shell, int key);  // false where it is none's
double own_value(Shell& shell);    // of the chosen tool, where it takes one of its own: chosen, or what suits
double usual_value(Shell& shell);  // what suits the size of the brush and the range
double brush_value(Shell& shell, bool cold);  // what the brush paints: chosen, or an end of the range

// Paints, moves and zooms, after the picture's button: `picture` in pixels of the screen.
void use_field_mouse(Shell& shell, const Rect& picture);
render::FieldStyle style_in_hand(Shell& shell);
// Draws the field into its picture where it is out of date and the buffers are free.
void draw_field(Shell& shell, int width, int height);

}  // namespace warplight::app
