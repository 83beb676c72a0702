// How the picture is looked at: colours, trails, exposure, following; what of it is remembered.
#include <cstdlib>
#include <fstream>

#include "app/settings.h"
#include "tests/window/window_test.h"

namespace warplight::test {
namespace {

class WindowLook : public WindowTest {
 protected:
  // Stands at the start.
  void start(const std::vector<std::string>& more) {
    std::vector<std::string> words = {"--variant", "cpu", "--size", "1120x640"};
    words.insert(words.end(), more.begin(), more.end());
    window = open(words);
    ASSERT_TRUE(window->says(" · running")) << window->title();
    window->press("space r");
    ASSERT_TRUE(window->says(" · paused")) << window->title();
    at = window->layout();
    light = {at.picture.x, at.picture.y + 40, at.picture.width, at.picture.height - 40};
    subject = {light.x + 10, light.y + 10, 300, 90};
    legend = {light.right() - 190, light.bottom() - 64, 180, 56};
    middle = {light.x + light.width / 2 - 6, light.y + light.height / 2 - 6, 12, 12};
    out_of_the_way();
  }

  void out_of_the_way() const { window->point_at(at.picture.x + 30, at.status.y + 20); }

  std::string remembered() {
    EXPECT_EQ(window->close(), 0);
    EXPECT_EQ(window->process().err(), "");
    std::ifstream file(settings());
    return {std::istreambuf_iterator<char>(file), {}};
  }

  static int brightness(const Pixels& picture, int x, int y) {
    const auto pixel = 3 * static_cast<std::size_t>(y * picture.width + x);
    return picture.rgb[pixel] + picture.rgb[pixel + 1] + picture.rgb[pixel + 2];
  }

  static double lit(const Pixels& picture) {
    int count = 0;
    for (int y = 0; y < picture.height; ++y) {
      for (int x = 0; x < picture.width; ++x) count += brightness(picture, x, y) > 200;
    }
    return count;
  }

  std::unique_ptr<Driven> window;
  app::Layout at;
  Rect light, subject, legend, middle;
};

TEST_F(WindowLook, KGoesRoundTheColoursAndTheLegendTellsThem) {
  ASSERT_NO_FATAL_FAILURE(start({"--set", "n=300"}));
  const Pixels group = window->still_shot(light), no_legend = window->still_shot(legend);
  window->press("k");
  const Pixels speed = window->still_shot(light), speed_legend = window->still_shot(legend);
  window->press("k");
  const Pixels mass = window->still_shot(light), mass_legend = window->still_shot(legend);
  EXPECT_GT(difference(group, speed), 0.001);
  EXPECT_GT(difference(speed, mass), 0.001);
  EXPECT_GT(difference(no_legend, speed_legend), 0.02);
  EXPECT_GT(difference(speed_legend, mass_legend), 0.02);
  EXPECT_GT(colours_in(mass_legend), colours_in(no_legend) + 50);
  window->press("k");
  EXPECT_EQ(difference(group, window->still_shot(light), 2), 0) << "once round";
  window->press("k k");
  EXPECT_NE(remembered().find("colour = 'mass'"), std::string::npos);
  ASSERT_NO_FATAL_FAILURE(start({"--set", "n=300"}));
  EXPECT_EQ(difference(mass, window->still_shot(light), 2), 0);
  EXPECT_EQ(window->close(), 0);
}

TEST_F(WindowLook, FFollowsTheCentreOfMassAndEscLeaves) {
  ASSERT_NO_FATAL_FAILURE(start({"--set", "n=300"}));
  window->press("f");
  const Pixels said = window->still_shot(subject);
  window->press("Escape");
  const Pixels left = window->still_shot(subject);
  EXPECT_GT(difference(said, left), 0.02) << "it says what is followed";
  window->press("f");
  EXPECT_EQ(difference(said, window->still_shot(subject), 2), 0);
  window->press("f");
  EXPECT_EQ(difference(left, window->still_shot(subject), 2), 0);
  EXPECT_TRUE(window->says("cpu · paused", 1));
  EXPECT_EQ(window->close(), 0);
}

TEST_F(WindowLook, AClickOnABodyBringsItToTheMiddle) {
  ASSERT_NO_FATAL_FAILURE(start({"--scene", "kepler-pair"}));
  const Pixels before = window->still_shot(light), words = window->still_shot(subject);
  int x = 0, y = 0;
  for (int i = 0; i < before.height - 80; ++i) {  // the scale bar is below
    for (int j = 0; j < before.width; ++j) {
      if (brightness(before, j, i) > brightness(before, x, y)) x = j, y = i;
    }
  }
  ASSERT_GT(brightness(before, x, y), 500);
  EXPECT_EQ(lit(window->still_shot(middle)), 0) << "between the two";
  window->click(light.x + static_cast<float>(x), light.y + static_cast<float>(y));
  out_of_the_way();
  EXPECT_TRUE(within(5, [&] { return lit(window->still_shot(middle)) > 100; }));
  EXPECT_GT(difference(words, window->still_shot(subject)), 0.02);
  window->press("space");
  sleep_for(1);
  window->press("space");
  EXPECT_GT(lit(window->still_shot(middle)), 100) << "it stays there as it moves";
  const Pixels followed = window->still_shot(light);
  window->press("Escape");
  EXPECT_GT(lit(window->still_shot(middle)), 100) << "the view stays where it is";
  EXPECT_LT(difference(words, window->still_shot(subject)), 0.02);
  EXPECT_EQ(window->close(), 0);
}

TEST_F(WindowLook, TDrawsThePathsAndIsRemembered) {
  ASSERT_NO_FATAL_FAILURE(start({"--scene", "kepler-pair"}));
  const double bodies = lit(window->still_shot(light));
  window->press("t space");
  sleep_for(2);
  window->press("space");
  EXPECT_GT(lit(window->still_shot(light)), bodies + 100);
  window->press("t");
  EXPECT_LT(lit(window->still_shot(light)), bodies + 100);
  window->press("t");
  EXPECT_NE(remembered().find("trails = 120"), std::string::npos);
}

TEST_F(WindowLook, ExposureIsAutomaticUntilOneChoosesIt) {
  ASSERT_NO_FATAL_FAILURE(start({"--set", "n=300"}));
  const Pixels automatic = window->still_shot(light);
  window->press("slash slash slash slash");
  EXPECT_GT(lit(window->still_shot(light)), 1.2 * lit(automatic));
  window->press("e");
  EXPECT_EQ(difference(automatic, window->still_shot(light), 2), 0);
  window->press("comma");
  EXPECT_LT(lit(window->still_shot(light)), lit(automatic));
  EXPECT_NE(remembered().find("automatic_exposure = false"), std::string::npos);
}

TEST(Settings, APlaceLeftOfTheFirstMonitorIsKept) {
  char folder[] = "/tmp/warplight-settings-XXXXXX";
  ASSERT_NE(mkdtemp(folder), nullptr);
  setenv("XDG_CONFIG_HOME", folder, 1);
  std::string problem;
  app::Settings settings;
  EXPECT_FALSE(app::load_settings(problem).x.has_value()) << "the desktop chooses";
  settings.x = -1900;
  settings.y = -1;
  app::save_settings(settings);
  const app::Settings found = app::load_settings(problem);
  EXPECT_EQ(found.x, -1900);
  EXPECT_EQ(found.y, -1);
  EXPECT_EQ(problem, "");
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace warplight::test
