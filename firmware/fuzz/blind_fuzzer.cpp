// Without libFuzzer: requests harmed at random, requests that make no sense, and noise.
//
//   blind_fuzzer BYTES SEED
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>

#include "fuzz_core.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace {

const char* const kRequests[] = {
    "HELLO #1 dtp=1 host=x", "HELLO #2 dtp=2 host=y", "PING #3",        "ACK #4 1 boot=9F3A", "ARM #5 77",
    "DISCARD #6",            "LOG #7 1",              "SET #8 hb=1000", "SET #9 still=250",   "RAW #10 2",
    "CAL #11 start",         "CAL #12 dark",          "CAL #13 white",  "CAL #14 die R bay=1 face=3",
    "CAL #15 save",          "CAL #16 drop",          "CAL #999 clear"};

std::mt19937_64 chance;

unsigned below(size_t limit) { return static_cast<unsigned>(chance() % limit); }

std::string request() { return kRequests[below(sizeof kRequests / sizeof *kRequests)]; }

void harm(std::string& text) {
  if (text.empty()) return;
  const size_t at = below(text.size());
  switch (below(6)) {
    case 0: text[at] = static_cast<char>(text[at] ^ 1 << below(8)); break;
    case 1: text.erase(at, 1 + below(3)); break;
    case 2: text.insert(at, 1, static_cast<char>(below(256))); break;
    case 3: text.insert(at, 1, text[at]); break;
    case 4: text[at] = "0123456789 =#*\n"[below(15)]; break;
    default: std::swap(text[at], text[below(text.size())]); break;
  }
}

}  // namespace

int main(int argc, char** argv) {
  const unsigned long long wanted = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1000000;
  chance.seed(argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1);
  unsigned long long fed = 0;
  while (fed < wanted) {
    std::string bytes;
    while (bytes.size() < 400) {
      const unsigned kind = below(10);
      if (kind == 0) {  // noise
        for (unsigned left = below(120); left; --left) bytes += static_cast<char>(below(256));
      } else if (kind < 6) {  // a line harmed on its way
        std::string line = framed(request());
        for (unsigned left = below(4); left; --left) harm(line);
        bytes += line + '\n';
      } else {  // a request that makes no sense, the line sound
        std::string body = request();
        for (unsigned left = 1 + below(4); left; --left) harm(body);
        bytes += framed(body) + '\n';
      }
    }
    LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
    fed += bytes.size();
  }
  report("harmed at random");
  return 0;
}
