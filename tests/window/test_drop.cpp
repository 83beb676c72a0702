// Files dragged onto the window: what its callback calls, with a session that draws nothing; and a window.
#include <stdlib.h>

#include <thread>

#include "app/drop.h"
#include "render/capture.h"
#include "sim/catalog.h"
#include "sim/error.h"
#include "sim/picture/image.h"
#include "tests/window/window_test.h"

namespace warplight::test {
namespace {

using app::Session;

const std::string kThree = "x,y,z,vx,vy,vz,m\n0,0,0,0,0,0,1\n1,0,0,0,1,0,1\n2,0,0,0,0,1,1\n";

class WindowDrop : public CliTest {
 protected:
  // A paused session, its scene in place.
  std::unique_ptr<Session> start(const std::string& n = "300") {
    auto session = std::make_unique<Session>(
        lab, stream, app::Start{.variant = "cpu", .knobs = {{"n", std::stod(n)}}, .playing = false}, app::Hooks{});
    settle(*session);
    session->clear_notes();
    return session;
  }
  static void settle(Session& session) {
    for (int i = 0; i < 6000 && (i == 0 || !session.settled()); ++i) {
      session.update();
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    ASSERT_TRUE(session.settled());
  }
  void drop(Session& session, const std::vector<std::filesystem::path>& files) {
    app::open_dropped(session, [&](const app::Start& start) { session.load(start); }, files);
    settle(session);
  }
  double knob(const Session& session, const char* name) const { return session.knob(find_knob(lab.knobs(), name)); }
  static std::string last_note(const Session& session) {
    return session.notes().empty() ? "" : session.notes().back().text;
  }

  const Lab& lab = find_lab("nbody");
  gpu::Stream stream;
};

TEST_F(WindowDrop, AStateFileIsOpenedAndBringsItsSize) {
  const auto session = start();
  const auto loaded = session->scenes_loaded();
  drop(*session, {write("three.CSV", kThree)});
  EXPECT_EQ(knob(*session, "n"), 3);
  EXPECT_EQ(session->file().filename(), "three.CSV");
  EXPECT_EQ(session->scenes_loaded(), loaded + 1);
  EXPECT_EQ(session->info().name, "cpu");
  EXPECT_EQ(last_note(*session), "");
}

TEST_F(WindowDrop, ASceneFileBringsItsKnobsAndItsVariant) {
  const auto session = start();
  write("pair.csv", kThree);
  drop(*session, {write("scene.toml", "lab = \"nbody\"\nscene = \"plummer-sphere\"\nvariant = \"reference\"\n"
                                      "[knobs]\nn = 77\ndt = 0.002\n")});
  EXPECT_EQ(session->scene(), "plummer-sphere");
  EXPECT_TRUE(session->file().empty());
  EXPECT_EQ(knob(*session, "n"), 77);
  EXPECT_EQ(knob(*session, "dt"), 0.002);
  EXPECT_EQ(session->info().name, "reference");
  drop(*session, {write("state.toml", "lab = \"nbody\"\nin = \"pair.csv\"\n")});
  EXPECT_EQ(knob(*session, "n"), 3);
  EXPECT_EQ(session->info().name, "reference");
  EXPECT_EQ(last_note(*session), "");
}

TEST_F(WindowDrop, WhatCannotBeOpenedIsOneLineAndChangesNothing) {
  const auto session = start();
  const auto refused = [&](const std::vector<std::filesystem::path>& files, const std::string& words) {
    session->clear_notes();
    drop(*session, files);
    ASSERT_EQ(session->notes().size(), 1u) << words;
    EXPECT_NE(last_note(*session).find(words), std::string::npos) << last_note(*session);
    EXPECT_EQ(last_note(*session).find('\n'), std::string::npos);
    EXPECT_EQ(knob(*session, "n"), 300);
    EXPECT_TRUE(session->file().empty());
    EXPECT_TRUE(session->loaded());
    EXPECT_EQ(session->info().name, "cpu");
  };
  const auto good = write("three.csv", kThree);
  refused({write("notes.txt", "hello")}, "notes.txt: what is dropped here ends in .csv, .npy, .tipsy, .std, ");
  refused({folder()}, "what is dropped here ends in .csv");
  refused({good, good}, "2 files were dropped; one can be opened");
  refused({write("half.csv", kThree + "1,2,3")}, "half.csv:5: holds 3 values where the header names 7");
  refused({folder() / "gone.npy"}, "No such file");
  refused({write("broken.toml", "lab = \"nbody\"\nscene = 7\n")}, "broken.toml");
  refused({write("other.toml", "lab = \"nbody\"\nscene = \"nowhere\"\n")}, "nowhere");
  refused({write("gone.toml", "lab = \"nbody\"\nin = \"gone.csv\"\n")}, "No such file");
  std::filesystem::create_directory(folder() / "folder.csv");
  refused({folder() / "folder.csv"}, "Is a directory");
}

TEST_F(WindowDrop, AlsoWhileAnotherStateIsBeingMade) {
  const auto session = start();
  session->set_knob(find_knob(lab.knobs(), "n"), 2'000'000);
  session->update();  // its making begins
  ASSERT_EQ(session->state(), "building");
  drop(*session, {write("three.csv", kThree)});
  EXPECT_EQ(knob(*session, "n"), 3);
  EXPECT_EQ(session->file().filename(), "three.csv");
}

TEST(WindowDropPicture, TheKnobsOfPicturesHoldForTheOneThatIsOpen) {
  if (const std::string why = picture::why_missing(); !why.empty()) GTEST_SKIP() << why;
  std::string folder = "/tmp/warplight-drop-XXXXXX";
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  const std::filesystem::path file = std::filesystem::path(folder) / "a.png";
  render::write_png(file, {4, 2, std::vector<std::uint8_t>(24, 90)});
  const Lab& lab = find_lab("heat2d");
  gpu::Stream stream;
  Session session(lab, stream, app::Start{.variant = "cpu", .knobs = {{"width", 9}, {"height", 9}}, .playing = false}, app::Hooks{});
  const auto settle = [&] {
    for (int i = 0; i < 6000 && (i == 0 || !session.settled()); ++i) {
      session.update();
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  };
  const auto set = [&](const char* name, double value) {
    session.set_knob(find_knob(lab.knobs(), name), value);
    settle();
  };
  const auto knob = [&](const char* name) { return session.knob(find_knob(lab.knobs(), name)); };
  settle();
  app::open_dropped(session, [&](const app::Start& start) { session.load(start); }, {file});
  settle();
  EXPECT_EQ(knob("width"), 4) << "its own size";
  EXPECT_EQ(knob("height"), 2);
  set("width", 2);
  EXPECT_EQ(knob("width"), 2) << "resampled";
  EXPECT_EQ(knob("height"), 1);
  EXPECT_EQ(session.cost().convention.find("17"), std::string_view::npos);
  set("picture_as", 1);
  EXPECT_EQ(session.cost().convention.find("17"), 0u) << "of cells that have their own diffusivity";
  EXPECT_EQ(session.file(), file);
  std::filesystem::remove_all(folder);
}

class WindowDragged : public WindowTest {};

TEST_F(WindowDragged, AFileFromAnotherProgram) {
  const auto window = open({"--variant", "reference", "--set", "n=50"});
  ASSERT_TRUE(window->says("reference · running")) << window->title();
  const auto scene = write("a scene.toml", "lab = \"nbody\"\nscene = \"uniform-cube\"\nvariant = \"cpu\"\n[knobs]\nn = 60\n");
  EXPECT_TRUE(window->drop({scene}));
  EXPECT_TRUE(window->says("cpu · running")) << window->title();
  EXPECT_TRUE(window->drop({write("notes.txt", "no state")}));
  EXPECT_TRUE(window->says("cpu · running")) << window->title();
  EXPECT_EQ(window->close(), 0);
  EXPECT_EQ(window->process().err(), "");
}

}  // namespace
}  // namespace warplight::test
