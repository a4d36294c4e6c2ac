"""Running the networks; their weights lie beside."""
