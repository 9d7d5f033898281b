#!/usr/bin/env python3
"""Broken: no noise at all."""
from elimination import Elimination, play


class NoNoise(Elimination):
    def noisy_means(self):
        return {arm: self.sums[arm] / self.n for arm in self.active}


if __name__ == "__main__":
    play(NoNoise, "no noise")
