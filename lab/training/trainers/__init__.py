"""One module a network: its model, its training data as tensors, its loss and its metrics."""
