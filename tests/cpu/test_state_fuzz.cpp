// Spoilt state files: each is read whole or refused in one line; nothing crashes, nothing is taken on a header's word.
#include <sys/resource.h>

#include <chrono>
#include <cmath>
#include <random>

#include "sim/nbody/state_files.h"
#include "tests/cpu/state_file_test.h"

namespace warplight {
namespace {

constexpr double kSeconds = 1;
constexpr std::int64_t kBodies = 5;

double most_megabytes() {
  rusage own{}, children{};
  getrusage(RUSAGE_SELF, &own);
  getrusage(RUSAGE_CHILDREN, &children);
  return static_cast<double>(std::max(own.ru_maxrss, children.ru_maxrss)) / 1024;
}

// Spoils a file in one of the ways that files get spoilt, a few times over. The same seed, the same files.
class Spoiler {
 public:
  std::string spoil(std::string bytes) {
    for (std::size_t times = 1 + below(4); times > 0; --times) spoil_once(bytes);
    return bytes;
  }

 private:
  std::size_t below(std::size_t most) { return random_() % most; }

  void spoil_once(std::string& bytes) {
    static const std::vector<std::string> kPieces = {
        std::string(1, '\0'), "\xff",      "\x7f\xff\xff\xff", std::string(8, '\xff'),    std::string(8, '\0'), ",",
        "\n",                 "nan",       "1e999",            "-",                       "99999999999999999999", "x",
        "\x01",               "\x80",      "(",                std::string(4, '\x7f'),    "\r",                 "\"",
        std::string(2, '\0'), "\x40\x42\x0f", "\x00\xca\x9a\x3b", std::string("\x3b\x9a\xca\x00", 4)};
    if (bytes.empty()) bytes = "x";
    const std::size_t at = below(bytes.size()), head = below(std::min<std::size_t>(bytes.size(), 128));
    const std::string& piece = kPieces[below(kPieces.size())];
    switch (below(8)) {
      case 0: bytes.resize(at); break;
      case 1: bytes[at] = static_cast<char>(random_()); break;
      case 2: bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8))); break;
      case 3: bytes.insert(at, piece); break;
      case 4: bytes.replace(at, piece.size(), piece); break;
      case 5: bytes.replace(head, piece.size(), piece); break;  // headers decide most
      case 6: bytes.erase(at, 1 + below(16)); break;
      default: bytes.insert(at, bytes.substr(head, below(200)));
    }
  }

  std::mt19937 random_{20240229};
};

class StateFuzz : public StateFileTest, public testing::WithParamInterface<std::string_view> {
 protected:
  void expect_whole(const HostState& state) {
    const std::vector<BufferSpec> specs = NBody::buffers(params_);
    ASSERT_GE(params_.n, 1);
    ASSERT_EQ(state.buffers.size(), specs.size());
    for (std::size_t b = 0; b < specs.size(); ++b) ASSERT_EQ(std::ssize(state.buffers[b]), specs[b].bytes());
    EXPECT_TRUE(std::isfinite(state.time) && std::isfinite(params_.heaviest));
    for (const auto& buffer : state.buffers) {  // floats all of them
      const auto* values = reinterpret_cast<const float*>(buffer.data());
      EXPECT_TRUE(std::all_of(values, values + buffer.size() / sizeof(float), [](float f) { return std::isfinite(f); }));
    }
  }

  // True if it was read.
  bool read_or_refuse(const fs::path& path) {
    const NBody::Params before = params_;
    try {
      expect_whole(read(path));
      return true;
    } catch (const Error& error) {
      const std::string line = error.what();
      EXPECT_EQ(error.code(), ExitCode::bad_input) << line;
      EXPECT_EQ(line.find('\n'), std::string::npos) << line;
      EXPECT_NE(line.find("fuzz"), std::string::npos) << line;
      EXPECT_EQ(params_.n, before.n);
    }
    return false;
  }
};

TEST_P(StateFuzz, IsReadWholeOrRefusedInOneLine) {
  const std::string name = "fuzz" + std::string(GetParam());
  if (const std::string missing = nbody::why_state_file_is_missing(GetParam()); !missing.empty()) GTEST_SKIP() << missing;
  params_.n = kBodies;
  NBody::write(folder_ / name, params_, built("galaxy-collision", params_), nullptr);
  const std::string good = bytes_of_file(folder_ / name);
  ASSERT_TRUE(read_or_refuse(folder_ / name));

  Spoiler spoiler;
  const double before = most_megabytes();
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(kSeconds);
  int files = 0, taken = 0;
  for (; std::chrono::steady_clock::now() < end && !HasFailure(); ++files) {
    const std::string bytes = spoiler.spoil(good);
    taken += read_or_refuse(file(name, bytes)) ? 1 : 0;
  }
  EXPECT_FALSE(HasFailure()) << "spoilt file " << files << " of this seed";
  EXPECT_GT(files, 20);
  EXPECT_LT(taken, files) << "none of them was refused";
  EXPECT_LT(most_megabytes() - before, 64);
  RecordProperty("files", files);
  RecordProperty("taken", taken);
}

INSTANTIATE_TEST_SUITE_P(Endings, StateFuzz, testing::ValuesIn(nbody::state_endings().begin(), nbody::state_endings().end()),
                         [](const auto& info) { return std::string(info.param.substr(1)); });

}  // namespace
}  // namespace warplight
