"""The rule engines: pure values and functions, no input or output, no clock, no randomness of their own."""
