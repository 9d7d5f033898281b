#!/usr/bin/env python3
"""Broken: the noise of an arm is drawn once, and used again in every release."""
from elimination import Elimination, play


class SameNoise(Elimination):
    def __init__(self, begin, seed):
        super().__init__(begin, seed)
        self.noise = {arm: self.laplace(1 / self.epsilon) for arm in self.active}

    def noisy_means(self):
        return {arm: (self.sums[arm] + self.noise[arm]) / self.n for arm in self.active}


if __name__ == "__main__":
    play(SameNoise, "same noise")
