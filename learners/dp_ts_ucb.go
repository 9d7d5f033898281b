package learners

import (
	"fmt"
	"math"
	"slices"

	"regretscope/noise"
	"regretscope/noise/audit"
	"regretscope/noise/curve"
	"regretscope/noise/declare"
)

func init() {
	register(&Declaration{
		ID: "dp-ts-ucb", Name: "DP-TS-UCB", Family: PrivateBandit,
		Paper:        "Hu, Huang, Zhang, Lécuyer & Hegde 2025, read in summaries; c₀, rounding and first pulls this project's reading",
		Brief:        "the largest of several samples",
		Summary:      "Thompson sampling that draws so many samples of a batch's mean, and then goes by the largest of them",
		Privacy:      Concentrated,
		Claim:        "μ-GDP with μ² = 2c₀ T^(½(1−α)) ln^(3/2·(1−α)) T (Hu et al. 2025)",
		Tunes:        "c0",
		Promises:     promiseDPTSUCB,
		Audit:        auditDPTSUCB,
		Feedback:     BanditFeedback,
		KnowsHorizon: true,
		Parameters: declare.List{
			{
				Name: "alpha", Meaning: "from 0, samples as of plain Thompson sampling, to 1, few samples with more variance",
				Min: 0, Max: 1, Default: "1",
			},
			{
				Name: "c0", Meaning: "factor of the number of samples; the default is 2√(2πe)",
				Min: 0, Above: true, Max: 1e6, Default: declare.FormatNumber(2 * math.Sqrt(2*math.Pi*math.E)),
			},
		},
		Pseudocode: []Line{
			{1, "φ ← ⌈c₀ T^((1−α)/2) ln^((3−α)/2) T⌉"},
			{2, "pull each arm once; μ̂_j ← X_j, n_j ← 1, r_j ← 0, h_j ← φ, MAX_j ← −∞"},
			{3, "for t = K+1, K+2, …"},
			{4, "  where h_j ≥ 1: draw θ_j ~ N(μ̂_j, ln^α T/n_j), h_j ← h_j − 1, MAX_j ← max(MAX_j, θ_j), index θ_j"},
			{5, "  elsewhere: index MAX_j"},
			{6, "  pull the arm with the largest index"},
			{7, "  after 2^(r_J+1) fresh rewards of J: μ̂_J ← their mean, n_J ← 2^(r_J+1), r_J ← r_J + 1, h_J ← φ, MAX_J ← −∞"},
		},
		ReleaseLines: []int{4},
		New: func(s Setting, v declare.Values) Learner {
			l := &dpTSUCB{
				bandit: newBandit(s), armReleases: newArmReleases(s.Arms), arms: make([]dpTSUCBArm, s.Arms),
				samples: samplesOf(s, v), level: sampleLevel(s, v),
			}
			for j := range l.arms {
				l.arms[j] = dpTSUCBArm{mean: math.NaN(), target: 1}
			}
			return l
		},
	})
}

// samplesOf is φ = ⌈c₀ T^((1−α)/2) ln^((3−α)/2) T⌉.
func samplesOf(s Setting, v declare.Values) int {
	alpha, horizon := v.Number("alpha"), float64(s.Horizon)
	phi := v.Number("c0") * math.Pow(horizon, (1-alpha)/2) * math.Pow(math.Log(horizon), (3-alpha)/2)
	return int(math.Ceil(min(phi, 1<<53)))
}

// sampleLevel is ln^α T, the variance of a sample around one reward.
func sampleLevel(s Setting, v declare.Values) float64 {
	return math.Pow(math.Log(float64(s.Horizon)), v.Number("alpha"))
}

// promiseDPTSUCB is the paper's √(2c₀ T^(½(1−α)) ln^(1.5(1−α)) T).
func promiseDPTSUCB(s Setting, v declare.Values) Promise {
	left, horizon := 1-v.Number("alpha"), float64(s.Horizon)
	return Promise{curve.Mu, math.Sqrt(2 * v.Number("c0") * math.Pow(horizon, left/2) * math.Pow(math.Log(horizon), 1.5*left))}
}

// auditDPTSUCB counts φ samples about one mean as one with a φ-th of the variance.
// Batches are disjoint, and the first, of one reward, is the worst.
func auditDPTSUCB(s Setting, v declare.Values) (audit.Transcript, error) {
	samples := samplesOf(s, v)
	if samples == 0 {
		return audit.Nothing(s.Arms), nil // a single round has no sample
	}
	return audit.GaussianSums(s.Arms, math.Sqrt(sampleLevel(s, v)/float64(samples)))
}

type dpTSUCB struct {
	bandit
	armReleases
	arms    []dpTSUCBArm
	samples int     // φ
	level   float64 // ln^α T
}

type dpTSUCBArm struct {
	mean        float64 // μ̂_j; NaN before the first pull
	size        float64 // n_j: of how many rewards
	first, last int     // the rounds of the batch that the mean is of
	left        int     // h_j
	drawn       bool    // at the newest Choose
	published   bool    // there was a sample of this mean
	largest     float64 // MAX_j

	fresh, target int     // rewards since, and how many make the next batch
	sum           float64 // of them
	began         int     // the round of the first of them
}

func (l *dpTSUCB) Choose(t int) []int {
	if l.firstPull(t) {
		return l.play[:]
	}
	for j := range l.arms {
		a := &l.arms[j]
		if a.drawn = a.left > 0; !a.drawn {
			l.scores[j] = a.largest
			continue
		}
		l.scores[j] = l.stream.Normal(a.mean, math.Sqrt(l.level/a.size))
		a.left--
		a.largest = max(a.largest, l.scores[j])
	}
	return l.playBest()
}

func (l *dpTSUCB) Observe(t int, feedback []float64) {
	l.publish(t)
	a := &l.arms[l.play[0]]
	if a.fresh == 0 {
		a.began = t
	}
	a.fresh++
	a.sum += feedback[0]
	if a.fresh < a.target {
		return
	}
	a.size = float64(a.fresh)
	a.mean, a.first, a.last = a.sum/a.size, a.began, t
	a.left, a.largest, a.published = l.samples, math.Inf(-1), false
	a.fresh, a.sum, a.target = 0, 0, 2*a.target
}

// publish makes releases of the samples that round t was decided by.
func (l *dpTSUCB) publish(t int) {
	l.begin()
	for j := range l.arms {
		a := &l.arms[j]
		if !a.drawn {
			continue
		}
		a.drawn, a.published = false, true
		l.enter(noise.Release{
			Round: t, Observations: int(a.size), First: a.first, Last: a.last,
			Mechanism: noise.NoisySum(noise.GaussianNoise, math.Sqrt(l.level*a.size)), Epsilon: math.Inf(1),
		}, noise.ReleaseTerm{
			Arm: j, Sum: a.mean * a.size, Noise: (l.scores[j] - a.mean) * a.size, Before: a.mean, After: l.scores[j],
		})
	}
}

// Estimate is the mean of the arm's newest batch.
func (l *dpTSUCB) Estimate(arm int) float64 { return l.arms[arm].mean }

// Pending counts fresh rewards, and those of means of which no sample was drawn yet.
func (l *dpTSUCB) Pending() int {
	pending := 0
	for j := range l.arms {
		pending += l.arms[j].fresh
		if !l.arms[j].published {
			pending += int(l.arms[j].size)
		}
	}
	return pending
}

// Epoch is the fresh batch of the arm being played.
func (l *dpTSUCB) Epoch() (done, length int) {
	a := &l.arms[l.play[0]]
	return a.fresh, a.target
}

func (l *dpTSUCB) Clone() Learner {
	c := *l
	c.bandit, c.armReleases, c.arms = l.bandit.clone(), l.armReleases.clone(), slices.Clone(l.arms)
	return &c
}

func (l *dpTSUCB) Explain() Explanation {
	columns := []Column{{"μ̂", Estimate}, {"θ − μ̂", Noise}, {"θ or MAX", Score}}
	return l.explainPulled(2, []int{4, 5, 6}, columns, func(j int) ([]float64, string) {
		a := &l.arms[j]
		variance := l.level / a.size
		text := fmt.Sprintf("largest of %d samples so far: MAX = %s", l.samples, num(l.scores[j]))
		if a.drawn {
			text = fmt.Sprintf("θ = %s drawn from N(%s, %s); %d samples left", num(l.scores[j]), num(a.mean), num(variance), a.left)
		}
		return []float64{a.mean, l.scores[j] - a.mean, l.scores[j]}, text
	})
}

func (l *dpTSUCB) Suppose(arm int, more float64) bool {
	a := &l.arms[arm]
	if a.size == 0 || a.left == 0 { // then the largest sample so far counts
		return false
	}
	a.mean += more / a.size
	return true
}
