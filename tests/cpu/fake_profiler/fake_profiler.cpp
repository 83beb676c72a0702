// A profiler as NVTX loads one (NVTX_INJECTION64_PATH): writes each range that it is told of to the file that FAKE_PROFILER_LOG
// names, indented by its depth, with its domain and its payload.
#include <nvtx3/nvToolsExt.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

struct Domain {
  std::string name;
};
int g_depth = 0;

void write_line(const std::string& line) {
  const char* file = std::getenv("FAKE_PROFILER_LOG");
  if (file == nullptr) return;
  if (std::FILE* log = std::fopen(file, "a")) {
    std::fprintf(log, "%*s%s\n", 2 * g_depth, "", line.c_str());
    std::fclose(log);
  }
}

nvtxDomainHandle_t create_domain(const char* name) { return reinterpret_cast<nvtxDomainHandle_t>(new Domain{name}); }

int push(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* event) {
  std::string line = reinterpret_cast<const Domain*>(domain)->name + ":" + event->message.ascii;
  if (event->payloadType == NVTX_PAYLOAD_TYPE_INT64) line += " " + std::to_string(event->payload.llValue);
  write_line(line);
  return g_depth++;
}

int pop(nvtxDomainHandle_t) { return --g_depth; }

template <class Function>
void set(NvtxFunctionTable table, unsigned place, Function function) {
  *table[place] = reinterpret_cast<NvtxFunctionPointer>(function);
}

}  // namespace

extern "C" int InitializeInjectionNvtx2(NvtxGetExportTableFunc_t get_table) {
  const auto* callbacks = static_cast<const NvtxExportTableCallbacks*>(get_table(NVTX_ETID_CALLBACKS));
  NvtxFunctionTable table = nullptr;
  unsigned size = 0;
  if (callbacks == nullptr || !callbacks->GetModuleFunctionTable(NVTX_CB_MODULE_CORE2, &table, &size)) return 0;
  set(table, NVTX_CBID_CORE2_DomainCreateA, create_domain);
  set(table, NVTX_CBID_CORE2_DomainRangePushEx, push);
  set(table, NVTX_CBID_CORE2_DomainRangePop, pop);
  return 1;
}
