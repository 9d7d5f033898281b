#!/usr/bin/env python3
"""Private elimination done right: every reward is in one mean, with noise Lap(1/(nε))."""
from elimination import Elimination, play

if __name__ == "__main__":
    play(Elimination, "right")
