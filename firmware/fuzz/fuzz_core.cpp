// Arbitrary bytes into the firmware's line parser and into a whole tower on a fake board, every line judged by a second
// implementation of the checksum. Built by libFuzzer, or with blind_fuzzer.cpp where clang is not installed.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "fuzz_core.h"

extern "C" {
unsigned core_lines(const uint8_t* bytes, unsigned count, char* out, unsigned room, unsigned* damaged);
unsigned core_talk(const uint8_t* bytes, unsigned count, char* out, unsigned room);
}

namespace {

constexpr size_t kLongestToTower = 80, kLongestFromTower = 200;

unsigned long long bytes_fed, lines_accepted, lines_damaged, lines_said;

uint32_t crc32(const std::string& text) {
  uint32_t crc = 0xFFFFFFFF;
  for (const unsigned char c : text) {
    crc ^= c;
    for (int bit = 0; bit < 8; ++bit) crc = crc & 1 ? crc >> 1 ^ 0xEDB88320 : crc >> 1;
  }
  return ~crc;
}

bool printable(const std::string& text) {
  for (const unsigned char c : text) {
    if (c < 0x20 || c > 0x7E) return false;
  }
  return true;
}

// The body of a line without its end, by the words of PROTOCOL.md. False where it is none.
bool unframe(const std::string& line, std::string& body) {
  if (line.size() < 9 || !printable(line)) return false;
  body = line.substr(0, line.size() - 9);
  return framed(body) == line;
}

[[noreturn]] void fail(const char* what, const std::string& text) {
  std::fprintf(stderr, "%s: %s\n", what, text.c_str());
  std::abort();
}

void check_lines(const std::string& bytes) {
  std::string expected, line, body;
  for (const char c : bytes) {
    if (c == '\n') {
      if (unframe(line, body) && body.size() <= kLongestToTower) {
        expected += body + '\n';
        ++lines_accepted;
      }
      line.clear();
    } else if (c != '\r') {
      line += c;
    }
  }
  std::string accepted(bytes.size() + 1, '\0');
  unsigned damaged;
  accepted.resize(core_lines(reinterpret_cast<const uint8_t*>(bytes.data()), static_cast<unsigned>(bytes.size()),
                             &accepted[0], static_cast<unsigned>(accepted.size()), &damaged));
  if (accepted != expected) fail("the parser accepted other lines than are sound", accepted);
  lines_damaged += damaged;
}

void check_answers(const std::string& bytes) {
  static char said[1 << 16];
  const unsigned length = core_talk(reinterpret_cast<const uint8_t*>(bytes.data()), static_cast<unsigned>(bytes.size()),
                                    said, sizeof said);
  if (length == sizeof said) return;  // cut off
  std::string line, body;
  for (unsigned i = 0; i < length; ++i) {
    if (said[i] != '\n') {
      line += said[i];
    } else {
      if (!unframe(line, body) || line.size() >= kLongestFromTower) fail("the tower said a damaged line", line);
      line.clear();
      ++lines_said;
    }
  }
  if (!line.empty()) fail("the tower broke off in a line", line);
}

}  // namespace

std::string framed(const std::string& body) {
  char end[10];
  std::snprintf(end, sizeof end, "*%08X", crc32(body));
  return body + end;
}

void fuzz(const std::string& bytes) {
  check_lines(bytes);
  check_answers(bytes);
}

void report(const char* how) {
  std::printf("firmware, %s: %llu bytes, as lines and as requests: %llu lines accepted, %llu refused, %llu said in answer, "
              "all of them sound\n",
              how, bytes_fed, lines_accepted, lines_damaged, lines_said);
  std::fflush(stdout);
}

// The bytes as they are, then as requests with the right checksum: behind a checksum nothing is found by chance.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  fuzz(bytes);
  std::string requests = framed("HELLO #1 dtp=1 host=x") + '\n', line;
  for (const char c : bytes + '\n') {
    if (c == '\n') {
      requests += framed(line) + '\n';
      line.clear();
    } else {
      line += c;
    }
  }
  fuzz(requests);

  static const char* const wanted = std::getenv("FUZZ_BYTES");
  bytes_fed += size;
  if (wanted && bytes_fed >= std::strtoull(wanted, nullptr, 10)) {
    report("guided by coverage");
    std::_Exit(0);
  }
  return 0;
}
