#pragma once

#include <string>

// A body with its checksum, without the line's end.
std::string framed(const std::string& body);

// Feed bytes to the parser and to a tower. Aborts where a damaged line was accepted or said.
void fuzz(const std::string& bytes);

// Print what was fed so far and what became of it.
void report(const char* how);
