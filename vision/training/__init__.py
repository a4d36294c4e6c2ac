"""Makes the reader's training pictures and trains it. Needs PyTorch; reading pictures does not."""
