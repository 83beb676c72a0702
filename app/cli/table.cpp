#include "app/cli/table.h"

#include <algorithm>
#include <utility>

namespace warplight::cli {
namespace {

std::string padded(const std::string& text, std::size_t width, bool right) {
  const std::string space(width - std::min(width, shown_width(text)), ' ');
  return right ? space + text : text + space;
}

std::string without_trailing_spaces(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

}  // namespace

std::size_t shown_width(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

Table::Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

void Table::add(std::vector<std::string> cells) {
  cells.resize(columns_.size());
  rows_.push_back(std::move(cells));
}

std::string Table::text(int indent) const {
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    std::size_t width = shown_width(columns_[c].title);
    for (const auto& row : rows_) width = std::max(width, shown_width(row[c]));
    widths.push_back(width);
  }
  const std::string start(static_cast<std::size_t>(indent), ' ');
  std::string line = start, rule = start;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    line += padded(columns_[c].title, widths[c], columns_[c].number) + "  ";
    // A rule as long as the longest sentence would wrap.
    const bool sentence = c + 1 == columns_.size() && !columns_[c].number;
    for (std::size_t i = 0; i < (sentence ? shown_width(columns_[c].title) : widths[c]); ++i) rule += "─";
    rule += "  ";
  }
  std::string text = without_trailing_spaces(line) + "\n" + without_trailing_spaces(rule) + "\n";
  for (const auto& row : rows_) {
    line = start;
    for (std::size_t c = 0; c < columns_.size(); ++c) line += padded(row[c], widths[c], columns_[c].number) + "  ";
    text += without_trailing_spaces(line) + "\n";
  }
  return text;
}

std::string Table::markdown() const {
  const auto cell = [](std::string content) {
    for (std::size_t bar = 0; (bar = content.find('|', bar)) != std::string::npos; bar += 2) content.insert(bar, "\\");
    return " " + content + " |";
  };
  std::string titles = "|", rule = "|";
  for (const Column& column : columns_) {
    titles += cell(column.title);
    rule += column.number ? "---:|" : "---|";
  }
  std::string text = titles + "\n" + rule + "\n";
  for (const auto& row : rows_) {
    text += "|";
    for (const std::string& content : row) text += cell(content);
    text += "\n";
  }
  return text;
}

}  // namespace warplight::cli
