#include "sim/check.h"

#include <algorithm>
#include <cstring>
#include <span>

#include "sim/error.h"
#include "sim/text.h"

namespace warplight {
namespace {

constexpr std::int64_t kFenceBytes = 256;  // before and after each buffer; a multiple of every item's alignment
constexpr unsigned char kFence = 0xA5;
constexpr unsigned char kPoison = 0xFF;  // as a float or a double: NaN

// Plain storage whose buffers stand between fences, to see writes outside.
class FencedStorage final : public Storage {
 public:
  FencedStorage(Place place, std::vector<BufferSpec> specs) : specs_(std::move(specs)), inner_(fenced(place, specs_)) {}

  Place place() const override { return inner_->place(); }
  std::span<const BufferSpec> specs() const override { return specs_; }
  Lent lend(gpu::Stream& stream) override {
    Lent lent = inner_->lend(stream);
    for (void*& pointer : lent.pointers) pointer = static_cast<unsigned char*>(pointer) + kFenceBytes;
    return lent;
  }
  void give_back(gpu::Stream& stream) override { inner_->give_back(stream); }

  void set_up(gpu::Stream& stream) {
    for_each_buffer(stream, [&](const BufferSpec& spec, unsigned char* start) {
      fill(start, kFence, kFenceBytes, stream);
      fill(start + kFenceBytes + spec.bytes(), kFence, kFenceBytes, stream);
    });
  }
  // "position was written before its start"; "" if every fence stands.
  std::string broken_fence(gpu::Stream& stream) {
    std::string broken;
    for_each_buffer(stream, [&](const BufferSpec& spec, unsigned char* start) {
      if (!stands(start, stream)) broken = std::string(spec.name) + " was written before its start";
      if (!stands(start + kFenceBytes + spec.bytes(), stream)) {
        broken = std::string(spec.name) + " was written past its end";
      }
    });
    return broken;
  }

 private:
  static std::unique_ptr<Storage> fenced(Place place, std::vector<BufferSpec> specs) {
    for (BufferSpec& spec : specs) {
      spec.items = spec.bytes() + 2 * kFenceBytes;
      spec.item_bytes = 1;
    }
    return make_plain_storage(place, std::move(specs));
  }
  template <class F>
  void for_each_buffer(gpu::Stream& stream, F visit) {
    const Lent lent = inner_->lend(stream);
    for (std::size_t b = 0; b < specs_.size(); ++b) visit(specs_[b], static_cast<unsigned char*>(lent.pointers[b]));
    inner_->give_back(stream);
  }
  void fill(unsigned char* at, unsigned char byte, std::int64_t bytes, gpu::Stream& stream) {
    if (place() == Place::host) {
      std::memset(at, byte, static_cast<std::size_t>(bytes));
    } else {
      gpu::fill_device(at, byte, bytes, stream);
    }
  }
  bool stands(const unsigned char* at, gpu::Stream& stream) {
    std::vector<unsigned char> seen(kFenceBytes);
    if (place() == Place::host) {
      std::memcpy(seen.data(), at, seen.size());
    } else {
      gpu::copy_to_host(seen.data(), at, kFenceBytes, stream);
      stream.wait();
    }
    return std::all_of(seen.begin(), seen.end(), [](unsigned char byte) { return byte == kFence; });
  }

  std::vector<BufferSpec> specs_;
  std::unique_ptr<Storage> inner_;
};

std::string start_text(const CheckCase& start) {
  std::string text(start.scene);
  for (const auto& [name, value] : start.knobs) text += " " + std::string(name) + "=" + significant(value, 6);
  if (start.steps > 1) text += ", " + std::to_string(start.steps) + " steps";
  return text;
}

ParamBytes params_of(const Lab& lab, const CheckCase& start) {
  ParamBytes params = lab.defaults(Place::host);
  for (const SceneInfo& scene : lab.scenes()) {
    if (scene.name != start.scene) continue;
    for (const auto& [name, value] : scene.knobs) find_knob(lab.knobs(), name).set(params.data(), value);
  }
  for (const auto& [name, value] : start.knobs) find_knob(lab.knobs(), name).set(params.data(), value);
  return params;
}

void append(std::vector<CheckRow>& rows, const CheckRow& like, std::vector<Comparison> comparisons) {
  for (Comparison& comparison : comparisons) {
    CheckRow row = like;
    row.output = comparison.output;
    row.comparison = std::move(comparison);
    rows.push_back(std::move(row));
  }
}

void check_start(const Lab& lab, int variant, const CheckCase& start, gpu::Stream& stream, std::stop_token stop,
                 std::vector<CheckRow>& rows) {
  CheckRow row{.variant = std::string(lab.variant(variant).name), .start = start_text(start)};
  ParamBytes params = params_of(lab, start);
  const HostState state = lab.build(start.scene, params, stop);
  FencedStorage* storage = nullptr;
  Lane lane(lab, stream, [&](Place place, std::vector<BufferSpec> specs) {
    auto made = std::make_unique<FencedStorage>(place, std::move(specs));
    storage = made.get();
    storage->set_up(stream);
    return made;
  });
  try {
    lane.load(variant, params, state);
    const Tolerance& tolerance = lab.variant(variant).tolerance;
    poison_outputs(lane);
    lane.evaluate(stop);
    const HostState before = lane.download();
    if (lane.evaluates()) append(rows, row, lab.compare_evaluate(params, tolerance, before, {}, stop));
    lane.advance(start.steps, stop);
    append(rows, row, lab.compare_step(params, tolerance, before, lane.download(), {}, stop));
    row.problem = storage->broken_fence(stream);
  } catch (const Error& error) {
    if (error.code() == ExitCode::missing) throw;
    row.problem = error.what();
  }
  if (!row.problem.empty()) rows.push_back(row);
}

CheckRow present_state(const Lane& lane) {
  return {.variant = std::string(lane.info().name), .start = "the present state"};
}

std::vector<std::int64_t> spot_items_of(const Lane& lane) {
  constexpr int kItems = 256;
  return spot_items(lane.lab().item_count(lane.params()), kItems, 1);
}

}  // namespace

std::vector<CheckRow> check_variant(const Lab& lab, int variant, gpu::Stream& stream, std::stop_token stop) {
  std::vector<CheckRow> rows;
  for (const CheckCase& start : lab.check_cases()) {
    if (stop.stop_requested()) break;
    check_start(lab, variant, start, stream, stop, rows);
  }
  return rows;
}

std::vector<std::int64_t> spot_items(std::int64_t count, int how_many, std::uint64_t seed) {
  std::vector<std::int64_t> items;
  for (std::int64_t end : {std::int64_t{0}, std::int64_t{1}, count / 2, count - 2, count - 1}) {
    if (end >= 0 && end < count) items.push_back(end);
  }
  std::uint64_t state = seed;
  for (int k = 0; k < how_many; ++k) {
    // splitmix64 (Steele, Lea and Flood 2014)
    state += 0x9E3779B97F4A7C15u;
    std::uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    items.push_back(static_cast<std::int64_t>(z % static_cast<std::uint64_t>(count)));
  }
  std::sort(items.begin(), items.end());
  items.erase(std::unique(items.begin(), items.end()), items.end());
  return items;
}

std::vector<CheckRow> spot_check(Lane& lane, std::stop_token stop, int steps) {
  std::vector<CheckRow> rows;
  poison_outputs(lane);
  if (!lane.evaluates()) {
    const HostState before = lane.download();
    lane.advance(steps, stop);
    return spot_check_step(lane, before, stop);
  }
  lane.evaluate(stop);
  const HostState after = lane.download();
  append(rows, present_state(lane),
         lane.lab().compare_evaluate(lane.params(), lane.info().tolerance, after, spot_items_of(lane), stop));
  return rows;
}

std::vector<CheckRow> spot_check_step(Lane& lane, const HostState& before, std::stop_token stop) {
  std::vector<CheckRow> rows;
  append(rows, present_state(lane),
         lane.lab().compare_step(lane.params(), lane.info().tolerance, before, lane.download(), spot_items_of(lane),
                                 stop));
  return rows;
}

void poison_outputs(Lane& lane) {
  Storage& storage = lane.storage();
  Loan loan(storage, lane.stream(), lane.current());
  const auto specs = storage.specs();
  for (std::size_t b = 0; b < specs.size(); ++b) {
    if (!specs[b].is_output(lane.current())) continue;
    void* const items = loan.lent().pointers[b];
    if (storage.place() == Place::host) {
      std::memset(items, kPoison, static_cast<std::size_t>(specs[b].bytes()));
    } else {
      gpu::fill_device(items, kPoison, specs[b].bytes(), lane.stream());
    }
  }
}

std::string first_failure(const std::vector<CheckRow>& rows) {
  for (const CheckRow& row : rows) {
    if (row.passed()) continue;
    if (!row.problem.empty()) return row.problem;
    const Comparison& c = row.comparison;
    const bool by_l2 = !(c.l2_error <= c.allowed.l2);
    return row.output + " off by " + significant(by_l2 ? c.l2_error : c.max_error) + " (allowed " +
           significant(by_l2 ? c.allowed.l2 : c.allowed.max) + ")" +
           (c.worst_item >= 0 ? ", worst at item " + std::to_string(c.worst_item) : "");
  }
  return "";
}

}  // namespace warplight
