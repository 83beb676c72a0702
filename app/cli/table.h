// A table for a terminal or for a Markdown page.
#pragma once

#include <string>
#include <vector>

namespace warplight::cli {

struct Column {
  std::string title;
  bool number = false;  // right-aligned
};

class Table {
 public:
  explicit Table(std::vector<Column> columns);
  void add(std::vector<std::string> cells);  // one a column; missing ones are empty
  bool empty() const { return rows_.empty(); }

  std::string text(int indent = 0) const;
  std::string markdown() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

// Characters that a terminal shows for UTF-8 text.
std::size_t shown_width(const std::string& text);

}  // namespace warplight::cli
