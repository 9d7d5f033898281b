#!/usr/bin/env python3
"""A learner for regretscope: UCB1. What is printed for you goes to sys.stderr."""
import json, math, random, sys


class Learner:
    """Plays one run. Arms count from 0; rewards are in [0, 1]."""

    def __init__(self, begin, seed):
        # begin has arms, horizon, epsilon (None: no privacy), feedback, and the
        # parameters of --learner ./mine.py,key=value as texts.
        self.random = random.Random(seed)  # for all that is random, so that runs can be had again
        self.pulls = [0] * begin["arms"]
        self.sums = [0.0] * begin["arms"]

    def choose(self, t):
        """Returns the arm to pull in round t = 1, 2, …"""
        if t <= len(self.pulls):
            return t - 1
        level = 2 * math.log(t)
        index = [s / n + math.sqrt(level / n) for s, n in zip(self.sums, self.pulls)]
        best = max(index)
        if index.count(best) == 1:
            return index.index(best)
        return self.random.choice([arm for arm, x in enumerate(index) if x == best])

    def observe(self, arm, reward):
        self.pulls[arm] += 1
        self.sums[arm] += reward


def main():
    begin = json.loads(sys.stdin.readline())
    if begin["feedback"] != "bandit":
        sys.exit("this learner plays one arm a round and sees its reward alone")
    lanes = [Learner(begin, seed) for seed in begin["seeds"]]  # runs side by side
    # A private learner says "central" and claims epsilon, epsilon with delta, rho, or mu:
    # {"name": "Mine", "private": "central", "claim": {"epsilon": begin["epsilon"]}}.
    # Without privacy, begin["epsilon"] is None; then this claims nothing.
    print(json.dumps({"name": "My UCB1", "private": "no"}), flush=True)
    play = []
    for line in sys.stdin:
        message = json.loads(line)
        for learner, arm, reward in zip(lanes, play, message.get("feedback", [])):
            learner.observe(arm, reward)
        if message.get("end"):
            break
        play = [learner.choose(message["t"]) for learner in lanes]
        print(json.dumps({"play": play}), flush=True)


if __name__ == "__main__":
    main()
