// State files of n-body in a folder of the test's own.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "sim/error.h"
#include "tests/cpu/nbody_host.h"

namespace warplight {

namespace fs = std::filesystem;

class StateFileTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    std::string name = std::string("state_files_") + test->test_suite_name() + test->name();
    std::ranges::replace(name, '/', '_');
    folder_ = fs::path(testing::TempDir()) / (name + std::to_string(::getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path file(const std::string& name, const std::string& bytes) {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
    return folder_ / name;
  }
  HostState read(const fs::path& path) { return NBody::read(path, params_); }
  std::string refused(const fs::path& path) {
    const NBody::Params before = params_;
    try {
      read(path);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::bad_input);
      EXPECT_EQ(params_.n, before.n);
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
      return error.what();
    }
    ADD_FAILURE() << path << " was read";
    return "";
  }
  std::size_t files_in_folder() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator{}));
  }

  fs::path folder_;
  NBody::Params params_;
};

inline const Float4* items(const HostState& state, NBody::Buffer buffer) {
  return reinterpret_cast<const Float4*>(state.buffers[buffer].data());
}

inline bool same(const HostState& a, const HostState& b) {
  return a.buffers[NBody::kPosition] == b.buffers[NBody::kPosition] &&
         a.buffers[NBody::kVelocity] == b.buffers[NBody::kVelocity];
}

inline const Float2* looks(const HostState& state) {
  return reinterpret_cast<const Float2*>(state.buffers[NBody::kAppearance].data());
}

inline std::string bytes_of_file(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

template <class T>
std::string bytes_of(const std::vector<T>& values, bool reversed = false) {
  std::string text;
  for (const T value : values) {
    std::string bytes(sizeof(T), '\0');
    std::memcpy(bytes.data(), &value, sizeof(T));
    if (reversed) std::reverse(bytes.begin(), bytes.end());
    text += bytes;
  }
  return text;
}

}  // namespace warplight
