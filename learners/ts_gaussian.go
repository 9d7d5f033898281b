package learners

import (
	"fmt"
	"math"
	"slices"

	"regretscope/noise"
	"regretscope/noise/dpaudit"
	"regretscope/noise/param"
	"regretscope/noise/privacy"
)

func init() {
	Register(&Declaration{
		ID: "ts-gaussian", Look: 11,
		Listing: Listing{
			Name: "TS-Gaussian", Family: PrivateBandit,
			Paper:   "Agrawal & Goyal 2013, Alg. 2; privacy by Ou, Avella Medina & Cummings 2024",
			Brief:   "Thompson with normal samples",
			Summary: "Thompson sampling from normal distributions, private without added noise",
		},
		Guarantee: Guarantee{
			Claim:   "μ-GDP with μ = O(√T) (Ou, Avella Medina & Cummings 2024)",
			Growth:  "μ = O(√T)",
			Privacy: Concentrated,
			Tunes:   "c",
			Audit:   auditGaussianTS,
		},
		Parameters: param.List{{
			Name: "c", Meaning: "scale of the samples' variance, c/(n + 1)",
			Min: 0, Above: true, Max: 1e9, Default: "1",
		}},
		Teaching: Teaching{
			Plain: [3]string{
				"It keeps the number of each arm's rewards and their sum, without noise.",
				"It draws a possible mean for each arm, and chooses the largest draw.",
				"It adds no other noise: wide draws hide the rewards and cost regret, and they hide less the longer it plays.",
			},
			Symbols: []Symbol{
				{Name: "n_j", Meaning: "the number of rewards of arm j"},
				{Name: "S_j", Meaning: "their sum"},
				{Name: "c", Meaning: "how wide the draws are: the variance before the first reward"},
			},
			Pseudocode: []Line{
				{1, "n_j ← 0, S_j ← 0 for every arm j"},
				{2, "for t = 1, 2, …"},
				{3, "  draw θ_j ~ N(S_j/(n_j + 1), c/(n_j + 1)) for every arm"},
				{4, "  pull the arm with the largest θ_j"},
				{5, "  add its reward to S_j, 1 to n_j"},
			},
			ReleaseLines: []int{3},
			Bounds: []Bound{{
				Source: "Agrawal & Goyal 2013", Formula: "√(K T ln K)",
				Value: func(i Instance) float64 { return math.Sqrt(float64(i.Arms) * i.Round * math.Log(float64(i.Arms))) },
				Where: func(i Instance) bool { return i.Values.Number("c") == 1 && i.Arms > 1 },
			}},
		},
		New: func(s Setting, v param.Values) Learner {
			return &gaussianTS{
				bandit: newBandit(s), tally: newTally(s.Arms), variance: v.Number("c"),
				observed: make([][2]int, s.Arms), armReleases: newArmReleases(s.Arms),
			}
		},
	})
}

// auditGaussianTS bounds what all samples up to the horizon reveal about one reward. A sample of an arm with n
// observations is its sum with noise of variance c(n + 1), drawn in every later round. Samples reveal most about an
// arm that is played in round 1 alone. For the plays alone this is an upper bound.
func auditGaussianTS(s Setting, v param.Values) dpaudit.Transcript {
	rounds := s.Horizon - 1
	if rounds == 0 {
		return dpaudit.Nothing(s.Arms) // no sample is drawn around a reward
	}
	t := dpaudit.Sums(s.Arms, privacy.GaussianSum{Deviation: math.Sqrt(v.Number("c") * 2 / float64(rounds))})
	t.Mechanism = privacy.AtMost{Mechanism: t.Mechanism}
	t.Note = "ρ and μ cover all samples up to the horizon and grow with it. The plays alone reveal less."
	return t
}

// gaussianTS is Gaussian Thompson sampling. A sample reveals the rewards around which it is
// drawn, so each sample is a release.
type gaussianTS struct {
	bandit
	tally
	armReleases
	variance float64 // c
	observed [][2]int
	pending  int
}

func (l *gaussianTS) Choose(int) []int {
	for j, n := range l.counts {
		l.scores[j] = l.stream.Normal(l.sums[j].Value()/(n+1), math.Sqrt(l.variance/(n+1)))
	}
	return l.playBest()
}

func (l *gaussianTS) Observe(t int, feedback []float64) {
	l.publish(t)
	j := l.play[0]
	if l.counts[j] == 0 {
		l.observed[j][0] = t
	}
	l.observed[j][1] = t
	l.add(j, feedback[0])
	l.pending++
}

// publish releases the samples that decided round t.
func (l *gaussianTS) publish(t int) {
	l.begin()
	l.pending = 0
	for j, n := range l.counts {
		if n == 0 {
			continue // drawn around no reward
		}
		l.enter(noise.Release{
			Round: t, Observations: int(n), First: l.observed[j][0], Last: l.observed[j][1],
			Perturbation: noise.NoisySum(noise.GaussianNoise, math.Sqrt(l.variance*(n+1))), Epsilon: math.Inf(1),
			Bound: true,
		}, noise.ReleaseTerm{
			Arm: j, Sum: l.sums[j].Value(), Noise: l.scores[j]*(n+1) - l.sums[j].Value(),
			Before: l.Estimate(j), After: l.scores[j],
		})
	}
}

// Estimate returns the center of the arm's samples, or NaN before its first observation.
func (l *gaussianTS) Estimate(arm int) float64 {
	if l.counts[arm] == 0 {
		return math.NaN()
	}
	return l.sums[arm].Value() / (l.counts[arm] + 1)
}

// Pending returns the number of rewards since the latest sample.
func (l *gaussianTS) Pending() int { return l.pending }

func (l *gaussianTS) Clone() Learner {
	c := *l
	c.bandit, c.tally = l.bandit.clone(), l.tally.clone()
	c.observed, c.armReleases = slices.Clone(l.observed), l.armReleases.clone()
	return &c
}

func (l *gaussianTS) Explain() Explanation {
	columns := []Column{{"S/(n + 1)", Center}, {"√(c/(n + 1))", Spread}, {"θ", Sample}}
	return l.explain([]int{3, 4}, columns, func(j int) ([]float64, string) {
		n := l.counts[j]
		center, variance := l.sums[j].Value()/(n+1), l.variance/(n+1)
		return []float64{center, math.Sqrt(variance), l.scores[j]},
			fmt.Sprintf("θ = %s drawn from N(%s, %s)", num(l.scores[j]), num(center), num(variance))
	})
}

func (l *gaussianTS) Suppose(arm int, more float64) bool { return l.suppose(arm, more, nil) }
