#include <fmt/format.h>

#include "app/cli/command.h"
#include "app/cli/list_report.h"
#include "app/cli/options.h"
#include "sim/catalog.h"

namespace warplight::cli {
namespace {

class List final : public Command {
 public:
  explicit List(CLI::App& command) {
    add_lab_argument(command, lab_, "one lab; without it all");
    CLI::Option* json = command.add_flag("--json", json_, "for programs")->option_text(" ");
    command.add_flag("--markdown", markdown_, "for pages")->option_text(" ")->excludes(json);
  }

  ExitCode run(std::stop_token) override {
    std::vector<const Lab*> labs(catalog().begin(), catalog().end());
    if (!lab_.empty() && lab_ != "all") labs = {&find_lab(lab_)};
    nlohmann::ordered_json json{{"labs", nlohmann::ordered_json::array()}};
    for (const Lab* lab : labs) {
      if (json_) json["labs"].push_back(lab_json(*lab));
      if (markdown_) fmt::print("{}", lab_markdown(*lab));
      if (!json_ && !markdown_) fmt::print("{}", lab_text(*lab));
    }
    if (json_) fmt::print("{}\n", json.dump(2));
    return ExitCode::done;
  }

 private:
  std::string lab_;
  bool json_ = false, markdown_ = false;
};

}  // namespace

std::unique_ptr<Command> make_list(CLI::App& command) { return std::make_unique<List>(command); }

}  // namespace warplight::cli
