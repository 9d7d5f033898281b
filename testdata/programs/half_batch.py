#!/usr/bin/env python3
"""Broken: noise for a batch of twice as many rewards as there are."""
from elimination import Elimination, play


class HalfBatch(Elimination):
    def noisy_means(self):
        scale = 1 / (2 * self.n * self.epsilon)
        return {arm: self.sums[arm] / self.n + self.laplace(scale) for arm in self.active}


if __name__ == "__main__":
    play(HalfBatch, "half batch")
