"""The rules of a game to be read: chapters with pictures, and the rules that verdicts cite."""
