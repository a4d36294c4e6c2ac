"""Leading through camera, board, set-up and dice, step by step."""
