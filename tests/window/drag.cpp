#include "tests/window/drag.h"

#include <X11/Xatom.h>
#include <X11/Xlib.h>

#include <array>
#include <memory>
#include <utility>

#include "tests/window/process.h"

namespace warplight::test {
namespace {

constexpr long kVersion = 5;

// https://freedesktop.org/wiki/Specifications/XDND: enter, position, drop; the target asks for the names and says when it
// has them.
class Drag {
 public:
  Drag(Display* display, Window target, std::string names)
      : display_(display),
        source_(XCreateSimpleWindow(display, DefaultRootWindow(display), 0, 0, 8, 8, 0, 0, 0)),
        target_(target),
        names_(std::move(names)) {
    XSetSelectionOwner(display_, atom("XdndSelection"), source_, CurrentTime);
  }

  bool run() {
    send("XdndEnter", {kVersion << 24, static_cast<long>(atom("text/uri-list")), 0, 0});
    send("XdndPosition", {0, 0, CurrentTime, static_cast<long>(atom("XdndActionCopy"))});
    if (!answered("XdndStatus")) return false;
    send("XdndDrop", {0, CurrentTime, 0, 0});
    return answered("XdndFinished");
  }

 private:
  Atom atom(const char* name) const { return XInternAtom(display_, name, False); }

  void send(const char* message, const std::array<long, 4>& words) {
    XEvent event{};
    event.xclient.type = ClientMessage;
    event.xclient.display = display_;
    event.xclient.window = target_;
    event.xclient.message_type = atom(message);
    event.xclient.format = 32;
    event.xclient.data.l[0] = static_cast<long>(source_);
    for (std::size_t i = 0; i < words.size(); ++i) event.xclient.data.l[i + 1] = words[i];
    XSendEvent(display_, target_, False, NoEventMask, &event);
    XFlush(display_);
  }

  // The names are handed over meanwhile, if they are asked for.
  bool answered(const char* message) {
    constexpr double kSeconds = 10;
    return within(kSeconds, [&] {
      while (XPending(display_) > 0) {
        XEvent event{};
        XNextEvent(display_, &event);
        if (event.type == SelectionRequest) hand_over(event.xselectionrequest);
        if (event.type == ClientMessage && event.xclient.message_type == atom(message)) return true;
      }
      return false;
    });
  }

  void hand_over(const XSelectionRequestEvent& request) {
    XChangeProperty(display_, request.requestor, request.property, request.target, 8, PropModeReplace,
                    reinterpret_cast<const unsigned char*>(names_.data()), static_cast<int>(names_.size()));
    XEvent event{};
    event.xselection.type = SelectionNotify;
    event.xselection.requestor = request.requestor;
    event.xselection.selection = request.selection;
    event.xselection.target = request.target;
    event.xselection.property = request.property;
    event.xselection.time = request.time;
    XSendEvent(display_, request.requestor, False, NoEventMask, &event);
    XFlush(display_);
  }

  Display* display_;
  Window source_, target_;
  std::string names_;
};

}  // namespace

void ask_to_close(const std::string& display, unsigned long window) {
  const std::unique_ptr<Display, int (*)(Display*)> connection(XOpenDisplay(display.c_str()), XCloseDisplay);
  if (connection == nullptr) return;
  XEvent event{};
  event.xclient.type = ClientMessage;
  event.xclient.window = window;
  event.xclient.message_type = XInternAtom(connection.get(), "WM_PROTOCOLS", False);
  event.xclient.format = 32;
  event.xclient.data.l[0] = static_cast<long>(XInternAtom(connection.get(), "WM_DELETE_WINDOW", False));
  event.xclient.data.l[1] = CurrentTime;
  XSendEvent(connection.get(), window, False, NoEventMask, &event);
  XFlush(connection.get());
}

bool drag_onto(const std::string& display, unsigned long window, const std::vector<std::filesystem::path>& files) {
  const std::unique_ptr<Display, int (*)(Display*)> connection(XOpenDisplay(display.c_str()), XCloseDisplay);
  if (connection == nullptr) return false;
  std::string names;
  for (const auto& file : files) names += "file://" + file.string() + "\r\n";
  return Drag(connection.get(), window, names).run();
}

}  // namespace warplight::test
