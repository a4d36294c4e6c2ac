"""What columns of cubes stand on a board with square cells."""
