// A knob on the screen: label, value, slim track; typed values, default on double click, a dot where it was changed.
#pragma once

#include <optional>

#include "app/ui.h"
#include "sim/knob.h"

namespace warplight::app {

// A value on the slider's scale from 0 to 1, and back, tidied: whole numbers, few digits.
double knob_position(const Knob& knob, double value);
double knob_at(const Knob& knob, double position);

// Height that draw_knob takes at least; more is air below it.
float knob_height(const Ui& ui, const Knob& knob);
// Returns the value that the person chose. `problem` says what is wrong with one that was typed.
std::optional<double> draw_knob(Ui& ui, const Rect& at, const Knob& knob, double value, double default_value,
                                std::string& problem);

}  // namespace warplight::app
