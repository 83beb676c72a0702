#include "render/context.h"

#include <glad/gl.h>

#include <cstdlib>

#include "tests/gl/offscreen.h"

namespace warplight::render {
namespace {

TEST_F(Offscreen, is_opengl_4_5_without_a_display) {
  EXPECT_GE(context().info().major * 10 + context().info().minor, 45);
  EXPECT_FALSE(context().info().renderer.empty());
  EXPECT_NE(glDispatchCompute, nullptr);
  EXPECT_EQ(context().info().software, draws_in_software(context().info().renderer));
}

TEST_F(Offscreen, takes_another_device_when_the_wanted_one_is_not_there) {
  EXPECT_EQ(thrown_by([] { OffscreenContext other(12345); }).code, -1);
}

TEST_F(Offscreen, can_be_made_again_after_another_is_gone) {
  { OffscreenContext first(-1); }
  OffscreenContext second(-1);
  EXPECT_GE(second.info().major, 4);
  EXPECT_FALSE(make_gl_buffer(64, "a test").get() == 0);
}

TEST(OldOpenGL, is_refused_with_what_was_found) {
  // Mesa can be told to be older than it is; another driver ignores this.
  setenv("MESA_GL_VERSION_OVERRIDE", "3.3", 1);
  const Thrown thrown = thrown_by([] { OffscreenContext context(-1); });
  unsetenv("MESA_GL_VERSION_OVERRIDE");
  if (thrown.code == -1) GTEST_SKIP() << "this driver can't be made older";
  EXPECT_EQ(thrown.code, 3);
  EXPECT_EQ(thrown.line.find('\n'), std::string::npos);
  EXPECT_NE(thrown.line.find("4.5"), std::string::npos) << thrown.line;
}

TEST(LoadGl, fails_in_one_line_without_a_context) {
  const Thrown thrown = thrown_by([] { load_gl([](const char*) -> void (*)() { return nullptr; }); });
  EXPECT_EQ(thrown.code, 3);
  EXPECT_NE(thrown.line.find("4.5"), std::string::npos);
}

TEST(Advice, names_what_to_set_for_each_kind_of_renderer) {
  EXPECT_EQ(advice_for("NVIDIA H200/PCIe/SSE2"), "");
  EXPECT_NE(advice_for("D3D12 (NVIDIA GeForce RTX 4090)").find("WSL"), std::string::npos);
  EXPECT_NE(advice_for("NV134 (nouveau)").find("NVIDIA"), std::string::npos);
  setenv("DISPLAY", ":0", 0);
  EXPECT_NE(advice_for("Mesa Intel(R) UHD").find("__NV_PRIME_RENDER_OFFLOAD=1"), std::string::npos);
  EXPECT_TRUE(draws_in_software("llvmpipe (LLVM 15.0.6, 256 bits)"));
  EXPECT_FALSE(draws_in_software("NVIDIA H200"));
}

}  // namespace
}  // namespace warplight::render
