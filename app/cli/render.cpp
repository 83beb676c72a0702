#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/job.h"
#include "app/cli/offscreen.h"
#include "app/cli/options.h"
#include "app/cli/outputs.h"
#include "app/cli/render_timing.h"
#include "app/cli/terminal.h"
#include "render/capture.h"
#include "sim/text.h"

namespace warplight::cli {
namespace {

float radians(double degrees) { return static_cast<float>(degrees * std::numbers::pi / 180); }

render::InteropWish parse_interop(const std::string& text) {
  if (text == "auto") return render::InteropWish::automatic;
  if (text == "on") return render::InteropWish::on;
  if (text == "off") return render::InteropWish::off;
  throw_bad_input(fmt::format("--interop {}: auto, on or off is needed", text));
}

render::BodyColour parse_colour(const std::string& text) {
  if (text == "group") return render::BodyColour::group;
  if (text == "speed") return render::BodyColour::speed;
  if (text == "mass") return render::BodyColour::mass;
  throw_bad_input(fmt::format("--colour-by {}: group, speed or mass is needed", shown(text)));
}

render::Follow parse_follow(const std::string& text) {
  if (text == "centre") return {.what = render::Follow::What::centre};
  if (text.empty() || text.find_first_not_of("0123456789") != std::string::npos) {
    throw_bad_input(fmt::format("--follow {}: centre or the number of a body is needed", shown(text)));
  }
  return {.what = render::Follow::What::body, .body = whole_number("--follow", text, 0, 1e12)};
}

struct Film {
  bool video;
  int frames;
  int frames_per_second;
  std::int64_t steps;

  // A still shows the end; a video shows the start and the end and what is between.
  std::int64_t step_of(int frame) const { return frames == 1 ? steps : steps * frame / (frames - 1); }
};

class Render final : public Command {
 public:
  explicit Render(CLI::App& command) {
    add_lab_argument(command, request_.lab, "which lab; without it the scene file's, or the first");
    add_job_options(command, request_);
    command.add_option("--steps", steps_, "steps before the picture, or over the video")->option_text("N");
    command.add_option("--frames", frames_, "pictures in the video")->option_text("N (240)");
    command.add_option("--fps", fps_, "pictures a second in the video")->option_text("N (30)");
    command.add_option("--size", size_, "of the picture")->option_text("WxH (1600x900)");
    command.add_option("--zoom", zoom_, "2 is twice as close")->option_text("X (1)");
    add_points_options(command);
    add_field_options(command);
    command.add_option("--interop", interop_, "whether kernels write into OpenGL's memory")->option_text("auto|on|off");
    command.add_option("--out", out_, "the picture or the video")->option_text("F.png|F.mp4");
    CLI::Option* timing =
        command.add_flag("--time-drawing", times_drawing_, "no picture: the GPU's time to draw 65 536 and a million bodies");
    for (const char* other : {"--steps", "--frames", "--fps", "--zoom", "--trails", "--follow"}) timing->excludes(other);
  }

  ExitCode run(std::stop_token stop) override {
    const PictureSize size = parse_size("--size", size_);
    if (times_drawing_) {
      if (!out_.empty()) throw_bad_input("--out: not with --time-drawing, which makes no picture");
      return time_drawing({request_, size, parse_interop(interop_), read_style(), read_camera()}, stop);
    }
    if (out_.empty()) throw_bad_input("--out is required");
    const Film film = read_film(size);
    const render::InteropWish interop = parse_interop(interop_);
    const render::PointsStyle style = read_style();
    const render::FieldStyle field_style = read_field_style();
    const render::Camera camera = read_camera();
    const auto zoom = static_cast<float>(real_number("--zoom", zoom_, 0.01, 1000));
    Job job = make_job(request_);
    if (job.lab->picture().kind == Picture::Kind::photo) {
      throw_bad_input(fmt::format("render {0}: what a filter makes is a picture already: run {0} --out FILE writes it", job.lab->info().name));
    }
    const bool is_field = job.lab->picture().kind == Picture::Kind::field;
    require_meant_for(*job.lab, is_field ? points_options_ : field_options_);
    require_output(out_);

    Offscreen offscreen(interop);
    require_drawable(size);
    std::optional<render::VideoWriter> video;
    if (film.video) video.emplace(out_, size.width, size.height, film.frames_per_second);
    const HostState start = make_state(job, stop);
    if (!is_field) require_followed(job, style);
    if (stop.stop_requested()) throw_failed("stopped before the first picture; nothing was written");
    gpu::Stream stream = make_stream();
    OffscreenLane lane(offscreen, stream, job, start);
    if (is_field) {
      lane.set_field_look(field_style, size, zoom);
    } else {
      lane.set_look(camera, style, size, zoom);
    }
    draw(lane, film, video, stop);
    fmt::print("{} {} {}: step {}, drawn by {}, {}\nwrote {}\n", job.lab->info().name,
               job.in.empty() ? job.scene : one_line(job.in.string()), job.info().name, grouped_plain(film.steps),
               offscreen.gl().renderer, lane.path(), one_line(out_.string()));
    return ExitCode::done;
  }

 private:
  void add_points_options(CLI::App& command) {
    points_options_ = {
        command.add_option("--yaw", yaw_, "bodies: the camera's turn, in degrees")->option_text("DEGREES"),
        command.add_option("--pitch", pitch_, "bodies: the camera's height above the plane, in degrees")
            ->option_text("DEGREES"),
        command.add_option("--exposure", exposure_, "bodies: held at so many stops: 1 is twice as bright as 0")
            ->option_text("auto|STOPS (auto)"),
        command.add_option("--colour-by", colour_, "bodies: what their colours show")->option_text("group|speed|mass"),
        command.add_option("--trails", trails_, "bodies leave light that is down to 1/e after so many steps")
            ->option_text("STEPS (0)"),
        command.add_option("--follow", follow_, "bodies: what stays in the middle, the centre of mass or one by its number")
            ->option_text("centre|BODY"),
    };
  }

  void add_field_options(CLI::App& command) {
    field_options_ = {
        command.add_option("--range", range_, "fields: the values at the colours' ends; auto: what is in view")
            ->option_text("LO:HI|auto (auto)"),
        command.add_option("--isotherms", isotherms_, "fields: so many lines of equal value")->option_text("N (0)"),
    };
  }

  static void require_meant_for(const Lab& lab, const std::vector<CLI::Option*>& not_for_it) {
    for (const CLI::Option* option : not_for_it) {
      if (option->count() == 0) continue;
      const bool is_field = lab.picture().kind == Picture::Kind::field;
      throw_bad_input(fmt::format("{}: {}, {}'s picture is a {}", option->get_name(), is_field ? "for bodies" : "for fields",
                                  lab.info().name, is_field ? "field" : "cloud of bodies"));
    }
  }

  render::FieldStyle read_field_style() const {
    render::FieldStyle style;
    style.isotherms = static_cast<int>(whole_number("--isotherms", isotherms_, 0, 100));
    if (range_ == "auto") return style;
    const std::size_t colon = range_.find(':');
    if (colon == std::string::npos) throw_bad_input(fmt::format("--range {}: LO:HI or auto is needed", shown(range_)));
    style.automatic_range = false;
    style.range.low = real_number("--range", range_.substr(0, colon), -1e30, 1e30);
    style.range.high = real_number("--range", range_.substr(colon + 1), -1e30, 1e30);
    if (!(style.range.low < style.range.high)) {
      throw_bad_input(fmt::format("--range {}: the first has to be below the second", shown(range_)));
    }
    return style;
  }

  // To shrink the picture would be another size than the one that was asked for.
  static void require_drawable(PictureSize size) {
    const render::PictureSides most = render::drawable_sides(size.width, size.height);
    if (most.width == size.width && most.height == size.height) return;
    throw_missing(fmt::format("--size {}x{}: this OpenGL draws at most {}x{} in that shape", size.width, size.height,
                              most.width, most.height));
  }

  static void require_followed(const Job& job, const render::PointsStyle& style) {
    const auto count = job.lab->buffers(job.params).at(static_cast<std::size_t>(job.lab->picture().position)).items;
    if (style.follow.body < count) return;
    throw_bad_input(fmt::format("--follow {}: the last {} is {}", style.follow.body, job.lab->info().item, count - 1));
  }

  Film read_film(PictureSize size) const {
    const std::string ending = ending_of(out_);
    if (ending != ".png" && ending != ".mp4") {
      throw_bad_input(fmt::format("--out {}: a name that ends in .png or .mp4 is needed", out_.string()));
    }
    const bool video = ending == ".mp4";
    if (!video && frames_) throw_bad_input("--frames: only for a video, --out F.mp4");
    if (!video && fps_) throw_bad_input("--fps: only for a video, --out F.mp4");
    if (video && (size.width % 2 != 0 || size.height % 2 != 0)) {
      throw_bad_input(fmt::format("--size {}: a video needs even sides", size_));
    }
    Film film{.video = video, .frames = 1, .frames_per_second = 30, .steps = 0};
    if (video) film.frames = static_cast<int>(whole_number("--frames", frames_.value_or("240"), 1, 1e6));
    film.frames_per_second = static_cast<int>(whole_number("--fps", fps_.value_or("30"), 1, 240));
    film.steps = steps_ ? whole_number("--steps", *steps_, 0, 1e9) : film.frames - 1;
    return film;
  }

  render::PointsStyle read_style() const {
    render::PointsStyle style;
    style.colour = parse_colour(colour_);
    style.automatic_exposure = exposure_ == "auto";
    if (!style.automatic_exposure) style.exposure = static_cast<float>(real_number("--exposure", exposure_, -20, 20));
    style.trail_steps = real_number("--trails", trails_, 0, 1e9);
    if (follow_) style.follow = parse_follow(*follow_);
    return style;
  }

  render::Camera read_camera() const {
    render::Camera camera;
    if (yaw_) camera.yaw = radians(real_number("--yaw", *yaw_, -360, 360));
    if (pitch_) camera.pitch = radians(real_number("--pitch", *pitch_, -89, 89));
    return camera;
  }

  void draw(OffscreenLane& lane, const Film& film, std::optional<render::VideoWriter>& video, std::stop_token stop) {
    ProgressLine progress;
    for (int frame = 0; frame < film.frames; ++frame) {
      if (!lane.advance_to(film.step_of(frame), stop)) {
        throw_failed(fmt::format("stopped at step {} of {}; nothing was written", grouped_plain(lane.step()),
                                 grouped_plain(film.steps)));
      }
      const render::Pixels pixels = film.video && frame > 0 ? lane.picture(1.0 / film.frames_per_second) : lane.picture();
      if (video) video->add(pixels);
      if (!video) render::write_png(out_, pixels);
      progress.show([&] { return fmt::format("picture {} of {}", frame + 1, film.frames); });
    }
    if (video) video->finish();
  }

  Request request_;
  std::optional<std::string> steps_, frames_, fps_, yaw_, pitch_, follow_;
  std::string size_ = "1600x900", zoom_ = "1", exposure_ = "auto", trails_ = "0";
  std::string colour_ = "group", interop_ = "auto", range_ = "auto", isotherms_ = "0";
  std::vector<CLI::Option*> points_options_, field_options_;
  std::filesystem::path out_;
  bool times_drawing_ = false;
};

}  // namespace

std::unique_ptr<Command> make_render(CLI::App& command) { return std::make_unique<Render>(command); }

}  // namespace warplight::cli
