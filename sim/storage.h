// Where a running state's buffers live, and how they are lent to a kernel.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "sim/gpu/buffer.h"
#include "sim/lab.h"

namespace warplight {

// Buffers are lent for a call and given back after it: OpenGL memory must be unmapped before it can be drawn.
class Storage {
 public:
  virtual ~Storage() = default;
  virtual Place place() const = 0;
  virtual std::span<const BufferSpec> specs() const = 0;
  // Pointers stay valid until give_back; they may be others at the next lend. One mapping call for all.
  virtual Lent lend(gpu::Stream& stream) = 0;
  virtual void give_back(gpu::Stream& stream) = 0;
  // Somebody has changed what no step writes (BufferSpec::steady), in the loan that is open or the one before.
  virtual void note_placed() {}
};

// A loan for a scope. Its end never throws: a lost GPU shows at the next call that can say so.
class Loan {
 public:
  Loan(Storage& storage, gpu::Stream& stream, int current);
  ~Loan();
  Loan(const Loan&) = delete;
  Loan& operator=(const Loan&) = delete;
  Lent& lent() { return lent_; }

 private:
  Storage& storage_;
  gpu::Stream& stream_;
  Lent lent_;
};

// Plain host memory.
class HostStorage final : public Storage {
 public:
  explicit HostStorage(std::vector<BufferSpec> specs);
  Place place() const override { return Place::host; }
  std::span<const BufferSpec> specs() const override { return specs_; }
  Lent lend(gpu::Stream& stream) override;
  void give_back(gpu::Stream&) override {}

 private:
  std::vector<BufferSpec> specs_;
  std::vector<std::vector<std::byte>> buffers_;
};

// Plain device memory.
class DeviceStorage final : public Storage {
 public:
  explicit DeviceStorage(std::vector<BufferSpec> specs);
  Place place() const override { return Place::device; }
  std::span<const BufferSpec> specs() const override { return specs_; }
  Lent lend(gpu::Stream& stream) override;
  void give_back(gpu::Stream&) override {}

 private:
  std::vector<BufferSpec> specs_;
  std::vector<gpu::Buffer> buffers_;
};

// Plain storage of either kind.
std::unique_ptr<Storage> make_plain_storage(Place place, std::vector<BufferSpec> specs);

// Throws failed, with what is needed and what is free, if a state of these buffers can't be held there.
void require_memory(Place place, std::span<const BufferSpec> specs);
void require_host_memory(std::int64_t bytes);

}  // namespace warplight
