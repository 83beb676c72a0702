#include "sim/image/definition.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "sim/error.h"
#include "sim/host_threads.h"
#include "sim/storage.h"

namespace warplight::image {

bool Definition::whole(const Source& source, std::vector<double>& out, int threads, const std::stop_token& stop) const {
  const std::int64_t row = source.width() * source.channels();
  out.resize(static_cast<std::size_t>(row * source.height()));
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads) if (threads > 1)
  for (std::int64_t y = 0; y < source.height(); ++y) {
    if (stop.stop_requested()) continue;
    for (std::int64_t x = 0; x < source.width(); ++x) pixel(source, x, y, out.data() + y * row + x * source.channels());
  }
  return !stop.stop_requested();
}

void Separable::pixel(const Source& source, std::int64_t x, std::int64_t y, double* out) const {
  const std::int64_t r = radius();
  for (int c = 0; c < source.channels(); ++c) {
    double sum = 0;
    for (std::int64_t j = -r; j <= r; ++j) {
      double along_row = 0;
      for (std::int64_t i = -r; i <= r; ++i) along_row += weights_[static_cast<std::size_t>(i + r)] * source.at(x + i, y + j, c);
      sum += weights_[static_cast<std::size_t>(j + r)] * along_row;
    }
    out[c] = sum;
  }
}

bool Separable::whole(const Source& source, std::vector<double>& out, int threads, const std::stop_token& stop) const {
  const std::int64_t r = radius(), w = source.width(), h = source.height(), channels = source.channels(), row = w * channels;
  std::vector<double> along_rows(static_cast<std::size_t>(row * h));
  out.assign(along_rows.size(), 0);
#pragma omp parallel num_threads(threads) if (threads > 1)
  {
    std::vector<double> wide(static_cast<std::size_t>(row + 2 * r * channels));  // a row and what lies beyond its ends
#pragma omp for schedule(dynamic, 4)
    for (std::int64_t y = 0; y < h; ++y) {
      if (stop.stop_requested()) continue;
      for (std::int64_t x = -r; x < w + r; ++x) {
        for (int c = 0; c < channels; ++c) wide[static_cast<std::size_t>((x + r) * channels + c)] = source.at(x, y, c);
      }
      double* const to = along_rows.data() + y * row;
      for (std::int64_t k = 0; k <= 2 * r; ++k) {
        const double weight = weights_[static_cast<std::size_t>(k)], *const from = wide.data() + k * channels;
        for (std::int64_t i = 0; i < row; ++i) to[i] += weight * from[i];
      }
    }
#pragma omp for schedule(dynamic, 4)
    for (std::int64_t y = 0; y < h; ++y) {
      if (stop.stop_requested()) continue;
      double* const to = out.data() + y * row;
      for (std::int64_t k = -r; k <= r; ++k) {
        const double weight = weights_[static_cast<std::size_t>(k + r)];
        const int from = border_index(static_cast<int>(y + k), static_cast<int>(h), source.params().border);
        if (from >= 0) {
          for (std::int64_t i = 0; i < row; ++i) to[i] += weight * along_rows[static_cast<std::size_t>(from * row + i)];
          continue;
        }
        // A row of the constant stays what it is where the weights add up to one; elsewhere it is weighed too.
        double all = 0;
        for (const double one : weights_) all += one;
        for (std::int64_t i = 0; i < row; ++i) to[i] += weight * all * source.outside(static_cast<int>(i % channels));
      }
    }
  }
  return !stop.stop_requested();
}

Progress advance_reference(const Definition& definition, const Params& params, View& view, Call& call, int steps) {
  const Source source(params, view.from);
  for (int done = 0; done < steps; ++done) {
    std::vector<double> out;
    if (!definition.whole(source, out, 1, call.stop)) return {done};
    const std::int64_t row = view.width * channels_of(params);
    for (std::int64_t y = 0; y < view.height; ++y) {
      const std::int64_t start = y * view.pitch * channels_of(params);
      for (std::int64_t i = 0; i < row; ++i) set_sample(params.sample, view.to, start + i, out[static_cast<std::size_t>(y * row + i)]);
    }
  }
  return {steps};
}

namespace {

// By how much a rung is off. A whole number may be the nearest of a value that was half a unit away, no more.
struct Errors {
  Sample sample;
  double errors2 = 0, wanted2 = 0, worst = 0, count = 0;
  std::int64_t worst_item = -1;

  void add(std::int64_t item, double wanted, double got) {
    const double most = white_of(sample);
    const double held = sample == Sample::f32 ? wanted : std::clamp(wanted, 0.0, most);
    double error = std::fabs(got - held);
    if (sample != Sample::f32) error = std::max(0.0, error - 0.5);
    // Written so that a NaN becomes, and stays, the worst.
    if (worst_item < 0 || (!std::isnan(worst) && !(error <= worst))) worst = error, worst_item = item;
    errors2 += error * error;
    wanted2 += held * held;
    ++count;
  }
  void add(const Errors& other) {
    if (other.worst_item >= 0 && (worst_item < 0 || (!std::isnan(worst) && !(other.worst <= worst)))) {
      worst = other.worst;
      worst_item = other.worst_item;
    }
    errors2 += other.errors2, wanted2 += other.wanted2, count += other.count;
  }
};

Comparison compared(const Errors& errors, const Tolerance& tolerance) {
  const double typical = std::sqrt(errors.wanted2 / std::max(1.0, errors.count));
  const auto relative = [&](double error) {
    if (typical > 0) return error / typical;
    return error == 0 ? 0 : std::numeric_limits<double>::infinity();  // all black
  };
  return {.output = "filtered",
          .l2_error = relative(std::sqrt(errors.errors2 / std::max(1.0, errors.count))),
          .max_error = relative(errors.worst),
          .allowed = tolerance,
          .worst_item = errors.worst_item};
}

Comparison compare_picture(const HostState& before, const HostState& after) {
  const auto& was = before.buffers[Filter::kPicture];
  const auto& is = after.buffers[Filter::kPicture];
  const bool same = was.size() == is.size() && std::memcmp(was.data(), is.data(), was.size()) == 0;
  return {.output = "picture", .l2_error = same ? 0.0 : 1.0, .max_error = same ? 0.0 : 1.0, .allowed = {}, .worst_item = -1};
}

}  // namespace

std::vector<Comparison> compare_filtered(const Definition& definition, const Params& params, const Tolerance& tolerance,
                                         const HostState& before, const HostState& after,
                                         std::span<const std::int64_t> items, std::stop_token stop) {
  const Source source(params, before.buffers[Filter::kPicture].data());
  const void* const got = after.buffers[Filter::kFiltered].data();
  const std::int64_t channels = channels_of(params), pitch = pitch_of(params);
  Errors errors{params.sample};
  const auto add = [&](Errors& to, std::int64_t item, const double* wanted) {
    const std::int64_t x = item % params.width, y = item / params.width;
    for (int c = 0; c < channels; ++c) to.add(item, wanted[c], sample_at(params.sample, got, (y * pitch + x) * channels + c));
  };
  if (items.empty()) {
    std::vector<double> wanted;
    if (!definition.whole(source, wanted, host_threads(), stop)) return {};
    for (std::int64_t i = 0; i < params.width * params.height; ++i) add(errors, i, wanted.data() + i * channels);
  } else {
    const auto count = static_cast<std::int64_t>(items.size());
#pragma omp parallel for schedule(dynamic, 1) num_threads(host_threads())
    for (std::int64_t k = 0; k < count; ++k) {
      double wanted[4] = {};
      if (!stop.stop_requested()) definition.pixel(source, items[static_cast<std::size_t>(k)] % params.width, items[static_cast<std::size_t>(k)] / params.width, wanted);
      Errors one{params.sample};
      add(one, items[static_cast<std::size_t>(k)], wanted);
#pragma omp critical
      errors.add(one);
    }
  }
  if (stop.stop_requested()) return {};
  return {compared(errors, tolerance), compare_picture(before, after)};
}

}  // namespace warplight::image
