"""The dice tower: its protocol and its driver."""
