// How the bodies are looked at: colour, exposure, trails, what is followed. What the keys and the picture's panel do.
#pragma once

#include <string>

#include "app/shell.h"

namespace warplight::app {

void take_look(Shell& shell, const Settings& settings);
void keep_look(const Shell& shell, Settings& settings);

void set_colour(Shell& shell, render::BodyColour colour);
void next_colour(Shell& shell);
// Stops that are held from now on; NaN: automatic.
void set_exposure(Shell& shell, double stops);
double exposure_in_use(Shell& shell);
void change_exposure(Shell& shell, double stops);  // from what is in use
void toggle_automatic_exposure(Shell& shell);
void set_trails(Shell& shell, double steps);  // 0: none
void toggle_trails(Shell& shell);
void follow(Shell& shell, const render::Follow& wanted);
void toggle_follow(Shell& shell);  // the centre of mass, or nothing
bool follows(const Shell& shell);

// Follows the body nearest to a place of the picture, when the GPU has said which that is.
void click_body(Shell& shell, float x, float y);

bool is_lane_a(const Shell& shell);      // whether A is in hand
bool is_difference(const Shell& shell);  // or what the lanes differ by

// Draws the bodies into their picture where it is out of date and the buffers are free.
void draw_bodies(Shell& shell, int width, int height);

// Of the scene that is shown; empty for a state file.
Units units_of(const Session& session);
std::string speed_unit(const Units& units);  // "AU / year"; "" where there is none

}  // namespace warplight::app
