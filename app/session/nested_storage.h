// Storage that may be lent while it is lent: only the outermost loan maps, so that a frame has one mapping call.
#pragma once

#include <memory>
#include <utility>

#include "sim/storage.h"

namespace warplight::app {

class NestedStorage final : public Storage {
 public:
  explicit NestedStorage(std::unique_ptr<Storage> inner) : inner_(std::move(inner)) {}
  Place place() const override { return inner_->place(); }
  std::span<const BufferSpec> specs() const override { return inner_->specs(); }
  Lent lend(gpu::Stream& stream) override {
    if (depth_ == 0) lent_ = inner_->lend(stream);
    ++depth_;
    return lent_;
  }
  void give_back(gpu::Stream& stream) override {
    if (--depth_ == 0) inner_->give_back(stream);
  }
  void note_placed() override { inner_->note_placed(); }
  Storage& inner() { return *inner_; }

 private:
  std::unique_ptr<Storage> inner_;
  Lent lent_;
  int depth_ = 0;
};

}  // namespace warplight::app
