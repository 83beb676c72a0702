#include <cstdio>
#include <exception>
#include <new>
#include <string>

#include "app/app.h"
#include "app/cli/terminal.h"
#include "sim/text.h"

namespace {

int report(const std::string& line, warplight::ExitCode code) {
  std::fprintf(stderr, "warplight: %s\n", warplight::one_line(line).c_str());
  return static_cast<int>(code);
}

}  // namespace

int main(int argc, char** argv) {
  using namespace warplight;
  cli::secure_streams();
  try {
    auto options = app::read_options(argc, argv);
    if (!options) return static_cast<int>(ExitCode::done);
    return static_cast<int>(app::App(std::move(*options)).run());
  } catch (const Error& error) {
    return report(error.what(), error.code());
  } catch (const std::bad_alloc&) {
    return report("out of memory", ExitCode::failed);
  } catch (const std::exception& error) {
    return report(error.what(), ExitCode::failed);
  }
}
