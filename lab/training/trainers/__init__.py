"""One module a network: its model, its lessons as tensors, its loss and its metrics."""
