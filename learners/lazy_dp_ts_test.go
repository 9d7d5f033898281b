package learners_test

import (
	"math"
	"testing"

	"regretscope/scenarios"

	"gonum.org/v1/gonum/stat"
)

func init() {
	exactTests["lazy-dp-ts"] = "TestExplanationsRecombine"
	roundLines["lazy-dp-ts"] = []string{"2>2", "4 5", "4 5>7 8"}
	batched = append(batched, batchedCase{learner: "lazy-dp-ts", feedback: scenarios.Bandit, loss: 1, horizon: 2000})
	releaseCosts = append(releaseCosts, releaseCost{learner: "lazy-dp-ts", noise: "Laplace", scale: 1, sensitivity: 1, loss: 1})
}

// At a tiny ε, noise exceeds the rewards, so the mean regret is that of uniform play. |z| > 5
// has probability 6·10⁻⁷. A larger ε must be noticed.
func TestTinyEpsilonLearnsNothing(t *testing.T) {
	t.Parallel()
	means := []float64{.9, .5, .1}
	const rounds, runs = 300, 150 * effort
	for _, learner := range []string{"anytime-lazy-ucb", "lazy-dp-ts"} {
		for epsilon, uniform := range map[float64]bool{1e-6: true, 4: false} {
			regret, _ := simulate(configure(t, bernoulliArms(means...), learner, epsilon, rounds), runs)
			mean, sd := stat.MeanStdDev(regret, nil)
			if z := (mean - .4*rounds) / sd * math.Sqrt(runs); (math.Abs(z) < 5) != uniform {
				t.Errorf("%s: at ε = %v: regret %.2f, uniform play has %v: z = %.1f", learner, epsilon, mean, .4*rounds, z)
			}
		}
	}
}
