// One thread that runs one job at a time, so that slow work never holds up the window.
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace warplight::app {

class Worker {
 public:
  using Job = std::function<void(std::stop_token)>;

  // `wake` is called from the thread when a job has ended.
  explicit Worker(std::function<void()> wake = {});
  ~Worker();  // stops the job and waits for it
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  void start(Job job);  // only while not busy
  bool busy() const;
  void stop();  // asks the job to end early; busy() until it has
  bool stopping() const { return stop_.stop_requested(); }
  std::exception_ptr take_error();  // what the last job threw

 private:
  void serve(std::stop_token end);

  std::function<void()> wake_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::optional<Job> job_;
  bool busy_ = false;
  std::exception_ptr error_;
  std::stop_source stop_;
  std::jthread thread_;  // last: it uses all of the above
};

}  // namespace warplight::app
