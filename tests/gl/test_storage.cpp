#include "render/shared_buffer.h"

#include <glad/gl.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <thread>

#include "sim/gpu/device.h"
#include "tests/gl/offscreen.h"

namespace warplight::render {
namespace {

class DrawnStorageTest : public Offscreen {
 protected:
  static std::vector<BufferSpec> specs(std::int64_t count) {
    return {{"position", count, 16, true, false}, {"velocity", count, 16, true, false},
            {"acceleration", count, 16, false, true}, {"appearance", count, 8, true, false}};
  }

  static std::vector<float> read(unsigned buffer, std::size_t count) {
    std::vector<float> numbers(count);
    glGetNamedBufferSubData(buffer, 0, static_cast<GLsizeiptr>(count * sizeof(float)), numbers.data());
    return numbers;
  }
};

void fill_host(Storage& storage, int buffer, const std::vector<float>& numbers) {
  gpu::Stream none;
  const Lent lent = storage.lend(none);
  std::memcpy(lent.pointers[static_cast<std::size_t>(buffer)], numbers.data(), numbers.size() * sizeof(float));
  storage.give_back(none);
}

TEST_F(DrawnStorageTest, host_memory_reaches_the_picture_by_publish) {
  const Bodies bodies = cloud(100, 1);
  gpu::Stream none;
  const auto storage = make_drawn_storage(Place::host, specs(100), {});
  EXPECT_STREQ(storage->path(), "host");
  EXPECT_TRUE(std::isnan(storage->transfer_times().copy_ms));
  PointsRenderer renderer;
  const auto draw = [&] {
    const PointsSource source{storage->gl_buffer(0), storage->gl_buffer(1), storage->gl_buffer(3), 100};
    renderer.draw(source, {}, {}, 100, 100);
    return read_texture(renderer.texture());
  };
  fill_host(*storage, 3, bodies.appearance);
  EXPECT_TRUE(storage->publish(none));
  const Pixels together = draw();
  EXPECT_FALSE(storage->publish(none));  // nothing new
  fill_host(*storage, 0, bodies.position);
  EXPECT_EQ(draw().rgb, together.rgb);  // not yet published
  EXPECT_TRUE(storage->publish(none));
  EXPECT_NE(draw().rgb, together.rgb);
  EXPECT_GE(storage->transfer_times().copy_ms, 0);
  EXPECT_TRUE(std::isnan(storage->transfer_times().map_ms));
}

TEST_F(DrawnStorageTest, what_is_steady_is_copied_once_and_where_something_was_placed) {
  gpu::Stream none;
  const auto made = [] {
    return make_drawn_storage(Place::host, {{.name = "values", .items = 10, .item_bytes = 4, .drawn = true},
                                            {.name = "material", .items = 10, .item_bytes = 4, .drawn = true, .steady = true}}, {});
  };
  const auto storage = made();
  const std::vector<float> one(10, 1.0f), two(10, 2.0f), three(10, 3.0f);
  fill_host(*storage, 1, one);
  EXPECT_TRUE(storage->publish(none));
  const std::int64_t first = storage->placed_revision();
  EXPECT_EQ(read(storage->gl_buffer(1), 10), one);
  fill_host(*storage, 0, two);
  fill_host(*storage, 1, two);  // nobody said so
  EXPECT_TRUE(storage->publish(none));
  EXPECT_EQ(read(storage->gl_buffer(0), 10), two);
  EXPECT_EQ(read(storage->gl_buffer(1), 10), one);
  EXPECT_EQ(storage->placed_revision(), first);
  fill_host(*storage, 1, three);
  storage->note_placed();
  EXPECT_TRUE(storage->publish(none));
  EXPECT_EQ(read(storage->gl_buffer(1), 10), three);
  EXPECT_NE(storage->placed_revision(), first);
  const auto other = made();
  fill_host(*other, 1, one);
  other->publish(none);
  EXPECT_NE(other->placed_revision(), first);
  EXPECT_NE(other->placed_revision(), storage->placed_revision());
}

TEST_F(DrawnStorageTest, host_memory_may_be_lent_on_a_worker_thread) {
  gpu::Stream none;
  const auto storage = make_drawn_storage(Place::host, specs(10), {});
  std::thread worker([&] { fill_host(*storage, 0, std::vector<float>(40, 2.5f)); });
  worker.join();
  EXPECT_TRUE(storage->publish(none));
  EXPECT_EQ(read(storage->gl_buffer(0), 40), std::vector<float>(40, 2.5f));
}

TEST_F(DrawnStorageTest, only_drawn_buffers_are_opengl_buffers) {
  const auto storage = make_drawn_storage(Place::host, specs(10), {});
  EXPECT_NE(storage->gl_buffer(0), 0u);
  EXPECT_EQ(storage->gl_buffer(2), 0u);
  EXPECT_EQ(storage->specs().size(), 4u);
  EXPECT_EQ(read(storage->gl_buffer(0), 40), std::vector<float>(40, 0.0f));  // before anything is published
}

TEST_F(DrawnStorageTest, nobody_draws_what_is_lent) {
  gpu::Stream none;
  const auto storage = make_drawn_storage(Place::host, specs(10), {});
  storage->lend(none);
  EXPECT_EQ(thrown_by([&] { storage->gl_buffer(0); }).code, 1);
  EXPECT_EQ(thrown_by([&] { storage->publish(none); }).code, 1);
  storage->give_back(none);
  EXPECT_EQ(thrown_by([&] { storage->gl_buffer(0); }).code, -1);
}

TEST_F(DrawnStorageTest, buffers_larger_than_one_binding_are_drawn_whole) {
  const std::int64_t count = (1 << 22) + 100;  // more than one portion
  std::vector<float> positions(static_cast<std::size_t>(count) * 4, 0.0f);
  const auto all = static_cast<std::size_t>(count);
  for (std::size_t i = 0; i < all - 50; ++i) positions[4 * i] = 1e9f;
  const GlBuffer position = buffer_of(positions);
  PointsRenderer renderer;
  PointsStyle style;
  style.exposure = 12;  // fifty of four million are dim
  renderer.draw({position.get(), 0, 0, count}, {}, style, 64, 64);
  EXPECT_FALSE(is_empty(read_texture(renderer.texture())));
}

TEST_F(DrawnStorageTest, interop_off_is_not_tried_and_says_so) {
  const Interop interop = probe_interop(InteropWish::off, context().cuda_device());
  EXPECT_FALSE(interop.works);
  EXPECT_NE(interop.summary.find("off"), std::string::npos);
}

TEST_F(DrawnStorageTest, automatic_interop_either_works_or_says_why_not) {
  const Interop interop = probe_interop(InteropWish::automatic, context().cuda_device());
  EXPECT_FALSE(interop.summary.empty());
  const bool possible = !context().info().software && gpu::machine().usable();
  EXPECT_TRUE(possible || !interop.works);
  EXPECT_TRUE(!interop.works || interop.advice.empty());
}

TEST_F(DrawnStorageTest, interop_on_is_refused_where_it_does_not_work) {
  if (probe_interop(InteropWish::automatic, context().cuda_device()).works) GTEST_SKIP() << "interop works here";
  const Thrown thrown = thrown_by([&] { probe_interop(InteropWish::on, context().cuda_device()); });
  EXPECT_EQ(thrown.code, 3);
  EXPECT_NE(thrown.line.find("--interop on"), std::string::npos) << thrown.line;
  EXPECT_EQ(thrown.line.find('\n'), std::string::npos);
}

// The paths that need a GPU, each as a path of its own.
class DeviceStorageTest : public DrawnStorageTest {
 protected:
  void SetUp() override {
    DrawnStorageTest::SetUp();
    if (IsSkipped()) return;
    if (!gpu::machine().usable()) GTEST_SKIP() << gpu::machine().problem;
    gpu::select_device(std::max(context().cuda_device(), 0));
    stream_ = gpu::Stream::create();
  }
  void write(DrawnStorage& storage, const std::vector<float>& numbers) {
    const Lent lent = storage.lend(stream_);
    const auto bytes = static_cast<std::int64_t>(numbers.size() * sizeof(float));
    gpu::copy_to_device(lent.pointers[0], numbers.data(), bytes, stream_);
    storage.give_back(stream_);
  }
  gpu::Stream stream_;
};

TEST_F(DeviceStorageTest, shared_buffers_show_what_cuda_wrote) {
  const Interop interop = probe_interop(InteropWish::automatic, context().cuda_device());
  if (!interop.works) GTEST_SKIP() << interop.summary;
  const auto storage = make_drawn_storage(Place::device, specs(64), interop);
  EXPECT_STREQ(storage->path(), "shared");
  for (const float value : {1.5f, -2.0f}) {
    const std::vector<float> numbers(256, value);
    write(*storage, numbers);
    EXPECT_TRUE(storage->publish(stream_));
    EXPECT_EQ(read(storage->gl_buffer(0), 256), numbers);
  }
  EXPECT_GE(storage->transfer_times().map_ms, 0);
  EXPECT_GE(storage->transfer_times().unmap_ms, 0);
  EXPECT_TRUE(std::isnan(storage->transfer_times().copy_ms));
}

TEST_F(DeviceStorageTest, mappings_are_counted_and_nobody_draws_meanwhile) {
  const Interop interop = probe_interop(InteropWish::automatic, context().cuda_device());
  if (!interop.works) GTEST_SKIP() << interop.summary;
  PointsRenderer renderer;
  const auto storage = make_drawn_storage(Place::device, specs(64), interop);
  const auto other = make_drawn_storage(Place::device, specs(64), interop);
  const unsigned drawn = storage->gl_buffer(0), of_other = other->gl_buffer(0);
  ASSERT_NE(drawn, 0u);
  const PointsSource source{.position = drawn, .count = 1}, beside{.position = of_other, .count = 1};
  EXPECT_EQ(open_mappings(), 0);
  storage->lend(stream_);
  EXPECT_EQ(open_mappings(), 1);
  EXPECT_TRUE(is_mapped(drawn));
  EXPECT_FALSE(is_mapped(of_other));
  EXPECT_EQ(thrown_by([&] { renderer.draw(source, {}, {}, 10, 10); }).code, 1);
  EXPECT_EQ(thrown_by([&] { renderer.draw(beside, {}, {}, 10, 10); }).code, -1) << "another lane's picture";
  storage->give_back(stream_);
  EXPECT_EQ(open_mappings(), 0);
  EXPECT_FALSE(is_mapped(drawn));
  EXPECT_EQ(thrown_by([&] { renderer.draw(source, {}, {}, 10, 10); }).code, -1);
}

TEST_F(DeviceStorageTest, copies_arrive_without_a_wait) {
  const auto storage = make_drawn_storage(Place::device, specs(64), {});
  EXPECT_STREQ(storage->path(), "copied");
  const std::vector<float> numbers(256, 7.0f);
  write(*storage, numbers);
  bool changed = false;
  for (int frame = 0; frame < 2000 && !changed; ++frame) {
    changed = storage->publish(stream_);
    if (!changed) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_TRUE(changed);
  EXPECT_EQ(read(storage->gl_buffer(0), 256), numbers);
  EXPECT_FALSE(storage->publish(stream_));
  EXPECT_GE(storage->transfer_times().copy_ms, 0);
}

TEST_F(DeviceStorageTest, a_refused_probe_leaves_no_stale_error) {
  EXPECT_EQ(thrown_by([&] { probe_interop(InteropWish::on, 99); }).code, 3);
  EXPECT_EQ(thrown_by([&] {
              const gpu::Buffer buffer(1024);
              gpu::fill_device(buffer.data(), 0, 1024, stream_);
              stream_.wait();
            }).code,
            -1);
}

TEST_F(DeviceStorageTest, a_state_that_does_not_fit_is_refused_and_leaves_nothing) {
  const std::int64_t count = std::int64_t{1} << 38;
  for (const Interop& interop : {Interop{}, probe_interop(InteropWish::automatic, context().cuda_device())}) {
    EXPECT_EQ(thrown_by([&] { make_drawn_storage(Place::device, specs(count), interop); }).code, 1);
  }
  const auto storage = make_drawn_storage(Place::device, specs(64), {});
  write(*storage, std::vector<float>(256, 1.0f));
}

}  // namespace
}  // namespace warplight::render
