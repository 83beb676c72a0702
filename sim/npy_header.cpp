#include "sim/npy_header.h"

#include <charconv>

#include "sim/error.h"
#include "sim/text.h"

namespace warplight {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";

// Walks over the header's dictionary, which is written as Python writes it.
class Scanner {
 public:
  Scanner(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  bool take(char wanted) {
    skip_blanks();
    if (text_.empty() || text_[0] != wanted) return false;
    text_.remove_prefix(1);
    return true;
  }
  void need(char wanted) {
    if (!take(wanted)) refuse();
  }
  std::string_view string() {
    skip_blanks();
    if (text_.empty() || (text_[0] != '\'' && text_[0] != '"')) refuse();
    const std::size_t end = text_.find(text_[0], 1);
    if (end == std::string_view::npos) refuse();
    const std::string_view inside = text_.substr(1, end - 1);
    text_.remove_prefix(end + 1);
    return inside;
  }
  bool boolean() {
    skip_blanks();
    const bool yes = text_.starts_with("True");
    if (!yes && !text_.starts_with("False")) refuse();
    text_.remove_prefix(yes ? 4 : 5);
    return yes;
  }
  std::int64_t length() {
    skip_blanks();
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
    if (error != std::errc() || value < 0) throw_bad_input(name_ + ": its shape is not one");
    text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
    return value;
  }
  bool at_end() {
    skip_blanks();
    return text_.empty();
  }
  [[noreturn]] void refuse() const { throw_bad_input(name_ + ": its header is not one of a .npy file"); }

 private:
  void skip_blanks() {
    while (!text_.empty() && (text_[0] == ' ' || text_[0] == '\t' || text_[0] == '\n')) text_.remove_prefix(1);
  }

  std::string_view text_;
  const std::string& name_;
};

void read_descr(Scanner& scanner, NpyHeader& header, const std::string& name) {
  scanner.take('[');  // a table of named fields: its first part is not a string, or not one that is allowed
  const std::string_view descr = scanner.string();
  const bool known = descr == "<f4" || descr == "<f8" || descr == ">f4" || descr == ">f8";
  if (!known) throw_bad_input(name + ": its values are '" + shown(descr) + "'; they must be float32 or float64");
  header.value_bytes = descr[2] == '4' ? 4 : 8;
  header.big_endian = descr[0] == '>';
}

std::vector<std::int64_t> read_shape(Scanner& scanner) {
  constexpr std::size_t kMostDimensions = 32;
  std::vector<std::int64_t> shape;
  scanner.need('(');
  while (!scanner.take(')')) {
    shape.push_back(scanner.length());
    if (shape.size() > kMostDimensions) scanner.refuse();
    if (!scanner.take(',')) {
      scanner.need(')');
      break;
    }
  }
  return shape;
}

void read_dictionary(Scanner& scanner, NpyHeader& header, const std::string& name) {
  bool descr = false, order = false, shape = false;
  scanner.need('{');
  while (!scanner.take('}')) {
    const std::string_view key = scanner.string();
    scanner.need(':');
    if (key == "descr" && !descr) {
      read_descr(scanner, header, name);
      descr = true;
    } else if (key == "fortran_order" && !order) {
      header.fortran_order = scanner.boolean();
      order = true;
    } else if (key == "shape" && !shape) {
      header.shape = read_shape(scanner);
      shape = true;
    } else {
      scanner.refuse();
    }
    if (!scanner.take(',')) {
      scanner.need('}');
      break;
    }
  }
  if (!scanner.at_end() || !descr || !order || !shape) scanner.refuse();
}

std::size_t little_endian(std::string_view bytes) {
  std::size_t value = 0;
  for (std::size_t b = bytes.size(); b-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[b]);
  return value;
}

}  // namespace

NpyHeader parse_npy_header(std::string_view bytes, const std::string& name) {
  constexpr std::size_t kVersionAt = 6, kLengthAt = 8;
  if (bytes.substr(0, kMagic.size()) != kMagic) throw_bad_input(name + ": is not a .npy file");
  const bool has_version = bytes.size() > kVersionAt + 1;
  const int version = has_version ? static_cast<unsigned char>(bytes[kVersionAt]) : 0;
  if (has_version && (version < 1 || version > 3)) {
    throw_bad_input(name + ": is of .npy version " + std::to_string(version) + "; 1, 2 and 3 are known");
  }
  const std::size_t length_bytes = version == 1 ? 2 : 4;
  const std::size_t text_at = kLengthAt + length_bytes;
  if (bytes.size() < text_at) throw_bad_input(name + ": is cut short within its header");
  const std::size_t length = little_endian(bytes.substr(kLengthAt, length_bytes));
  if (bytes.size() - text_at < length) throw_bad_input(name + ": is cut short within its header");

  NpyHeader header;
  header.header_bytes = text_at + length;
  Scanner scanner(bytes.substr(text_at, length), name);
  read_dictionary(scanner, header, name);
  return header;
}

std::string shape_text(const std::vector<std::int64_t>& shape) {
  std::string text = "(";
  for (std::size_t i = 0; i < shape.size(); ++i) text += (i > 0 ? ", " : "") + std::to_string(shape[i]);
  return text + (shape.size() == 1 ? ",)" : ")");
}

std::string npy_header_text(std::string_view descr, const std::vector<std::int64_t>& shape) {
  constexpr std::size_t kAlignment = 64, kPrefix = 10;
  std::string dictionary =
      "{'descr': '" + std::string(descr) + "', 'fortran_order': False, 'shape': " + shape_text(shape) + ", }";
  while ((kPrefix + dictionary.size() + 1) % kAlignment != 0) dictionary += ' ';
  dictionary += '\n';
  std::string text(kMagic);
  text += '\x01';
  text += '\0';
  text += static_cast<char>(dictionary.size() & 0xff);
  text += static_cast<char>(dictionary.size() >> 8);
  return text + dictionary;
}

}  // namespace warplight
