// What the panels see of the program, and what they may ask of it.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>

#include "app/picture_copy.h"
#include "app/session/difference_history.h"
#include "app/session/lanes.h"
#include "app/settings.h"
#include "app/ui.h"
#include "render/context.h"
#include "render/field.h"
#include "render/field_profile.h"
#include "render/points.h"
#include "render/shared_buffer.h"

namespace warplight::app {

// What the machine turned out to be, in words for the status line.
struct Facts {
  std::string gpu;           // "NVIDIA H200"; "" where there is none
  std::string no_gpu;        // why not, and what one would add
  std::string driver;        // "580.159.04, CUDA 13.0"
  std::string renderer;      // of OpenGL
  render::Interop interop;
};

// What a person does to a field with the mouse.
struct Brush {
  float radius_px = 24;  // at scale 1
  int tool = 0;          // of Lab::tools
  double own = std::numeric_limits<double>::quiet_NaN();  // value of a tool that takes one of its own; NaN: what suits
  double hot = std::numeric_limits<double>::quiet_NaN(), cold = hot;  // NaN: the ends of the range
  render::FieldRange ends;  // when the stroke began
  bool painting = false;
  render::FieldSpot last;   // cells, where the stroke has come to
  double radius = 1;        // in the field's unit of length, as it is seen now
};

// Along which the field is plotted; without `fractions` there is none.
struct ProfileLine {
  std::optional<render::FieldLine> fractions;  // of the field's width and height, so that it outlives a change of size
  std::optional<render::FieldProfile> profile; // the newest that has come
  int dragged = -1;                            // which end the mouse has
  bool drawing = false;                        // a new one, from where it was begun
  render::FieldSpot begun;
  double pointed = std::numeric_limits<double>::quiet_NaN();  // 0 to 1: under the pointer on the plot
};

// What one picture is drawn from and by: a lane's, or that of the difference.
struct Eye {
  std::unique_ptr<render::PointsRenderer> points;  // made where they are first needed
  std::unique_ptr<render::FieldRenderer> field;
  render::PointsSource source;       // as last published
  render::FieldSource field_source;  // likewise, where the lab's picture is a field
  std::string_view path;             // how the picture's buffers are filled: shared, copied, host
  PictureCopy copy;                  // of the source, while a long step owns it
  std::optional<render::FieldProbe> probe;
  std::chrono::steady_clock::time_point last_picture{};
  bool stood = false;                // nothing ran when the last picture was drawn
  bool changed = true;               // it is to be drawn anew

  void open();      // makes what is missing; throws failed where the driver refuses a shader
  void forget();    // what was published
};

// How two lanes are looked at.
enum class View { side_by_side, wipe, difference, blink };
inline constexpr std::array<const char*, 4> kViewNames = {"side by side", "wipe", "difference", "blink"};

struct Shell {
  Ui ui;
  Facts facts;
  Settings settings;
  Lanes* lanes = nullptr;
  // The lane in hand: what a panel draws and reads. A, but while the pictures of several are drawn.
  Session* session = nullptr;
  Eye* eye = nullptr;
  std::array<Eye, 3> eyes;      // by the lanes' slots; the last is the difference
  View view = View::side_by_side;
  float wipe = 0.5f;            // where A's picture ends, of its width
  int pointed = 0;              // the lane whose picture has the pointer
  DifferenceHistory apart;
  render::Camera camera;
  render::PointsStyle style;
  // Where the lab's picture is a field.
  render::FieldView field_view;
  render::FieldStyle field_style;
  Brush brush;
  render::FieldProfiler* profiler = nullptr;
  ProfileLine line;
  bool probe_is_on = false, pointer_on_field = false;
  std::int64_t probe_x = 0, probe_y = 0;
  int last_isotherms = 9;    // that the key brings back
  double last_trails = 0;    // steps, that the key brings back
  ImVec2 pressed{-1, -1};    // where the mouse button went down on the picture: a click if it goes up there
  double frames_a_second = 0;
  std::string memory;        // "2.1 / 141 GB"
  bool show_keys = false;
  bool show_hints = false;  // on the first screen, until they are put away

  // Asked for by a panel, a menu or a key; done between frames.
  bool fits = false, wants_screenshot = false, wants_full_screen = false;
  const Lab* wants_lab = nullptr;
  void redraw();                // all pictures
  bool changed() const;         // one of those that are seen is to be drawn anew
  void take(int lane);          // in hand
  Eye& eye_of(int lane) { return eyes[static_cast<std::size_t>(lanes->slot(lane))]; }
  const Eye& eye_of(int lane) const { return eyes[static_cast<std::size_t>(lanes->slot(lane))]; }
  float covered = 0;            // of the picture's height, at its bottom
  bool picture_hidden = false;  // the window has no room for it
};

// What any key or button means, in one place.
void toggle_play(Shell& shell);
void toggle_compare(Shell& shell);               // opens the second lane, or closes it
void set_view(Shell& shell, View view);
void put_hints_away(Shell& shell);               // and does not show them again
void toggle_pairing(Shell& shell);               // lockstep, race
void toggle_vsync(Shell& shell);
void copy_command(Shell& shell);
void change_steps(Shell& shell, int direction);  // halves or doubles the steps a frame
void change_scale(Shell& shell, int direction);  // of the user interface

// Acts on one key of GLFW's; false where it means nothing.
bool act_on_key(Shell& shell, int key, int mods);

}  // namespace warplight::app
