// A small table from a place in the program's text to what is counted there.
#pragma once

#include <cstdint>
#include <vector>

namespace warplight::lens {

template <class Tally>
class PlaceTable {
 public:
  PlaceTable() { clear(); }

  // The tally of this key (not 0), made when it is new. Stays valid until the next call.
  Tally& at(std::uint32_t key) {
    std::size_t slot = slot_of(key);
    if (slots_[slot].key == 0) {
      if (2 * ++used_ > slots_.size()) {
        grow();
        slot = slot_of(key);
      }
      slots_[slot].key = key;
    }
    return slots_[slot].tally;
  }

  template <class F>
  void for_each(F visit) const {
    for (const Slot& slot : slots_) {
      if (slot.key != 0) visit(slot.key, slot.tally);
    }
  }

  void clear() {
    slots_.assign(256, Slot{});
    used_ = 0;
  }

 private:
  struct Slot {
    std::uint32_t key = 0;
    Tally tally{};
  };

  std::size_t slot_of(std::uint32_t key) const {
    const std::size_t last = slots_.size() - 1;
    std::size_t slot = (key * 2654435761u >> 7) & last;
    while (slots_[slot].key != 0 && slots_[slot].key != key) slot = (slot + 1) & last;
    return slot;
  }
  void grow() {
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.key != 0) slots_[slot_of(slot.key)] = slot;
    }
  }

  std::vector<Slot> slots_;
  std::size_t used_ = 0;
};

}  // namespace warplight::lens
