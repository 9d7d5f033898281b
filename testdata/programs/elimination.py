"""Private elimination on fresh batches, which the programs beside this file play."""
import json, math, random, sys


class Elimination:
    """One run. Every arm that is left is pulled n = 8, 16, 32, … times; then the mean of
    this batch alone is released with noise, and arms far below the best are dropped."""

    def __init__(self, begin, seed):
        self.random = random.Random(seed)
        self.epsilon = begin["epsilon"] or math.inf
        self.active = list(range(begin["arms"]))
        self.begin_batch(8)

    def begin_batch(self, n):
        self.n, self.t, self.sums = n, 0, {arm: 0.0 for arm in self.active}

    def laplace(self, scale):
        return scale * (self.random.expovariate(1) - self.random.expovariate(1))

    def noisy_means(self):
        return {arm: self.sums[arm] / self.n + self.laplace(1 / (self.n * self.epsilon)) for arm in self.active}

    def choose(self):
        return self.active[self.t % len(self.active)]

    def observe(self, reward):
        if len(self.active) == 1:
            return
        self.sums[self.choose()] += reward
        self.t += 1
        if self.t == self.n * len(self.active):
            means = self.noisy_means()
            least = max(means.values()) - 1 / math.sqrt(self.n)
            self.active = [arm for arm in self.active if means[arm] >= least]
            self.begin_batch(2 * self.n)


def play(learner, name):
    """Plays all lanes with learners of a class that claim the ε they were given."""
    begin = json.loads(sys.stdin.readline())
    lanes = [learner(begin, seed) for seed in begin["seeds"]]
    ready = {"name": name, "private": "central"}
    if begin["epsilon"]:
        ready["claim"] = {"epsilon": begin["epsilon"]}
    print(json.dumps(ready), flush=True)
    for line in sys.stdin:
        message = json.loads(line)
        for lane, reward in zip(lanes, message.get("feedback", [])):
            lane.observe(reward)
        if message.get("end"):
            break
        print('{"play":[' + ",".join(str(lane.choose()) for lane in lanes) + "]}", flush=True)
