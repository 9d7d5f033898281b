#!/usr/bin/env python3
"""Broken: one noise for all arms, which cancels wherever two of them are compared."""
from elimination import Elimination, play


class OneNoise(Elimination):
    def noisy_means(self):
        noise = self.laplace(1 / (self.n * self.epsilon))
        return {arm: self.sums[arm] / self.n + noise for arm in self.active}


if __name__ == "__main__":
    play(OneNoise, "one noise")
