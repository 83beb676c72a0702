// Files read whole and written whole: what is no file, links, protected files, names as long as they may be.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <set>

#include "sim/error.h"
#include "sim/whole_file.h"

namespace warplight {
namespace {

namespace fs = std::filesystem;

class WholeFiles : public testing::Test {
 protected:
  WholeFiles() {
    std::string name = (fs::temp_directory_path() / "warplight-whole-XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~WholeFiles() override { fs::remove_all(folder_); }

  fs::path with(const char* name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return folder_ / name;
  }
  static std::string text_of(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  static void write(const fs::path& file, std::string_view text) {
    WholeFile out(file);
    out.write(text);
    out.commit();
  }
  template <class Work>
  static std::string refused(Work work, ExitCode code = ExitCode::bad_input) {
    try {
      work();
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), code) << error.what();
      return error.what();
    }
    return "not refused";
  }
  std::string refused_reading(const fs::path& file) const {
    return refused([&] { read_whole(file); });
  }
  std::string refused_writing(const fs::path& file) const {
    return refused([&] { write(file, "new"); });
  }
  std::set<std::string> names() const {
    std::set<std::string> found;
    for (const auto& entry : fs::directory_iterator(folder_)) found.insert(entry.path().filename());
    return found;
  }

  fs::path folder_;
};

TEST_F(WholeFiles, WhatIsNoFileIsNeitherReadNorWritten) {
  // A pipe without a writer, and devices that never end: reading any of them would hang.
  ASSERT_EQ(mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  EXPECT_NE(refused_reading(folder_ / "pipe").find("not a file"), std::string::npos);
  EXPECT_NE(refused_writing(folder_ / "pipe").find("not a file"), std::string::npos);
  for (const char* device : {"/dev/zero", "/dev/full", "/dev/null"}) {
    fs::create_symlink(device, folder_ / "link");
    EXPECT_NE(refused_reading(folder_ / "link").find("not a file"), std::string::npos) << device;
    EXPECT_NE(refused_writing(folder_ / "link").find("not a file"), std::string::npos) << device;
    EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
    fs::remove(folder_ / "link");
  }
  EXPECT_NE(refused_reading(folder_).find("directory"), std::string::npos);
  EXPECT_NE(refused_writing(folder_).find("not a file"), std::string::npos);
  EXPECT_EQ(names(), (std::set<std::string>{"pipe"}));
}

TEST_F(WholeFiles, LinksAreKept) {
  with("there", "old");
  fs::create_symlink("there", folder_ / "near");
  fs::create_symlink("near", folder_ / "far");
  write(folder_ / "far", "new");
  EXPECT_EQ(text_of(folder_ / "there"), "new");
  EXPECT_TRUE(fs::is_symlink(folder_ / "far") && fs::is_symlink(folder_ / "near"));
  fs::create_symlink("made", folder_ / "fresh");
  write(folder_ / "fresh", "first");
  EXPECT_EQ(text_of(folder_ / "made"), "first");
  EXPECT_TRUE(fs::is_symlink(folder_ / "fresh"));
}

TEST_F(WholeFiles, LinksThatLeadNowhereAreRefused) {
  fs::create_symlink("b", folder_ / "a");
  fs::create_symlink("a", folder_ / "b");
  fs::create_symlink("/nowhere/file", folder_ / "c");
  EXPECT_NE(refused_reading(folder_ / "a").find("symbolic links"), std::string::npos);
  EXPECT_NE(refused_writing(folder_ / "a").find("symbolic links"), std::string::npos);
  EXPECT_NE(refused_writing(folder_ / "c").find("No such file"), std::string::npos);
  EXPECT_EQ(names(), (std::set<std::string>{"a", "b", "c"}));
}

TEST_F(WholeFiles, RightsStayAsTheyAre) {
  const fs::path file = with("private", "old");
  fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
  write(file, "new");
  EXPECT_EQ(text_of(file), "new");
  EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  fs::permissions(file, fs::perms::owner_read);
  if (geteuid() == 0) return;  // root writes everywhere
  EXPECT_NE(refused_writing(file).find("Permission denied"), std::string::npos);
  EXPECT_EQ(text_of(file), "new");
}

TEST_F(WholeFiles, NamesMayBeAsLongAsTheSystemAllows) {
  const fs::path longest = folder_ / std::string(255, 'x');
  write(longest, "new");
  EXPECT_EQ(text_of(longest), "new");
  const auto opened = [&] { require_writable_file(folder_ / std::string(256, 'x')); };
  EXPECT_NE(refused(opened).find("too long"), std::string::npos) << "before the work, not after it";
}

TEST_F(WholeFiles, LargerThanMemoryIsRefusedAtOnce) {
  // A file of holes: it takes no disk.
  const fs::path file = with("huge", "");
  fs::resize_file(file, std::uintmax_t{1} << 42);
  EXPECT_NE(refused([&] { read_whole(file); }, ExitCode::failed).find("not enough host memory"), std::string::npos);
  fs::resize_file(file, 1000);
  EXPECT_EQ(read_whole(file).size(), 1000u);
  EXPECT_NE(refused([&] { read_whole(file, 1e15); }, ExitCode::failed).find("needed"), std::string::npos);
}

TEST_F(WholeFiles, NothingIsLeftWithoutCommitNorAtASuddenEnd) {
  with("file", "old");
  {
    WholeFile out(folder_ / "file");
    out.write("half");
    EXPECT_EQ(names().size(), 2u);
  }
  EXPECT_EQ(names(), std::set<std::string>{"file"});
  WholeFile out(folder_ / "file");
  out.write("half");
  remove_partial_files();
  EXPECT_EQ(names(), std::set<std::string>{"file"});
  EXPECT_EQ(text_of(folder_ / "file"), "old");
}

}  // namespace
}  // namespace warplight
