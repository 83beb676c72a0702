// The parts of the window. None knows a lab or a variant by name: all comes from the lab.
#pragma once

#include "app/layout.h"
#include "app/shell.h"

namespace warplight::app {

void draw_top_bar(Shell& shell, const Rect& at);
void draw_ladder(Shell& shell, const Rect& at);
void draw_knobs(Shell& shell, const Rect& at);
void draw_picture(Shell& shell, const Rect& at);
float draw_look(Shell& shell, const Rect& header);          // the controls in its header; returns where they begin
void draw_overlay(Shell& shell, const Rect& picture);       // what lies over it
float draw_field_look(Shell& shell, const Rect& header);    // the same two for a field
float room_for_bar(const Shell& shell);                     // at the right of a field's picture
void draw_field_overlay(Shell& shell, const Rect& picture);
void draw_tools(Shell& shell, const Rect& picture);          // before the picture's own button, which lies under them
void draw_field_legend(Shell& shell, const Rect& picture);   // of what is marked in it
Rect profile_place(const Ui& ui, const Layout& layout);         // over the clock and the picture's lower rim
float covered_by_profile(const Ui& ui, const Layout& layout);   // of the picture's height
void draw_profile(Shell& shell, const Rect& at);
void draw_profile_line(Shell& shell, const Rect& picture);      // over the picture
void draw_verdict(Shell& shell, const Rect& at);                // where there are two lanes
void draw_clock(Shell& shell, const Rect& at);
void draw_rate(Shell& shell, const Rect& at);
void draw_truth(Shell& shell, const Rect& at);
void draw_notes(Shell& shell, const Rect& at);
void draw_status(Shell& shell, const Rect& at);
void draw_keys(Shell& shell, float width, float height);  // the overlay of F1

}  // namespace warplight::app
