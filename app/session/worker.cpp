#include "app/session/worker.h"

#include <utility>

namespace warplight::app {

Worker::Worker(std::function<void()> wake)
    : wake_(std::move(wake)), thread_([this](std::stop_token end) { serve(end); }) {}

Worker::~Worker() { stop(); }

void Worker::start(Job job) {
  {
    std::lock_guard lock(mutex_);
    job_ = std::move(job);
    busy_ = true;
    error_ = nullptr;
    stop_ = {};
  }
  changed_.notify_one();
}

bool Worker::busy() const {
  std::lock_guard lock(mutex_);
  return busy_;
}

void Worker::stop() { stop_.request_stop(); }

std::exception_ptr Worker::take_error() {
  std::lock_guard lock(mutex_);
  return std::exchange(error_, nullptr);
}

void Worker::serve(std::stop_token end) {
  while (true) {
    Job job;
    std::stop_token stop;
    {
      std::unique_lock lock(mutex_);
      if (!changed_.wait(lock, end, [this] { return job_.has_value(); })) return;
      job = std::move(*job_);
      job_.reset();
      stop = stop_.get_token();
    }
    std::exception_ptr error;
    try {
      job(stop);
    } catch (...) {
      error = std::current_exception();
    }
    job = nullptr;  // what it holds goes before anybody hears that it ended
    {
      std::lock_guard lock(mutex_);
      error_ = error;
      busy_ = false;
    }
    if (wake_) wake_();
  }
}

}  // namespace warplight::app
