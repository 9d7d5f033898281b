package learners

import (
	"fmt"
	"math"
	"slices"

	"regretscope/noise"
	"regretscope/noise/dpaudit"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/noise/privacy"
)

func init() {
	Register(&Declaration{
		ID: "dp-ts-ucb",
		Listing: Listing{
			Name:   "DP-TS-UCB",
			Family: PrivateBandit,
			Paper:  "Hu, Huang, Zhang, Lécuyer & Hegde 2025; c₀ and first pulls not checked against the paper",
			Brief:  "largest sample, c₀ not checked",
			Summary: "Thompson sampling that draws a limited number of samples of a batch's mean, and then uses the " +
				"largest of them; c₀ is not checked against its paper",
		},
		Guarantee: Guarantee{
			Claim:    "μ-GDP with μ² = 2c₀ T^(½(1−α)) ln^(3/2·(1−α)) T (Hu et al. 2025)",
			Privacy:  Concentrated,
			Tunes:    "c0",
			Promises: promiseDPTSUCB,
			Audit:    auditDPTSUCB,
		},
		KnowsHorizon: true,
		Parameters: param.List{
			{
				Name: "alpha", Max: 1, Default: "1",
				Meaning: "from 0, samples as of plain Thompson sampling, to 1, few samples with more variance",
			},
			{
				Name: "c0", Above: true, Max: 1e6, Default: param.FormatNumber(2 * math.Sqrt(2*math.Pi*math.E)),
				Meaning: "factor of the number of samples; the default is 2√(2πe)",
			},
		},
		Teaching: Teaching{
			Plain: [3]string{
				"It keeps, for each arm, the mean of its newest full batch, a budget of draws, and the largest draw so far.",
				"It draws a possible mean for each arm with budget left, uses the largest old draw of the others, and chooses the largest.",
				"It adds no other noise: it pays for privacy with wide draws, a budget for them, and the rewards that it forgets.",
			},
			Symbols: []Symbol{
				{Name: "φ", Meaning: "the budget: how many draws a batch allows"},
				{Name: "c₀", Meaning: "the factor of the budget"},
				{Name: "α", Meaning: "from 0, many narrow draws, to 1, few wide ones"},
				{Name: "û_j", Meaning: "the mean of arm j's newest full batch"},
				{Name: "n_j", Meaning: "the number of rewards in that batch"},
				{Name: "r_j", Meaning: "how often arm j's batch length has doubled"},
				{Name: "h_j", Meaning: "the draws that are left for arm j"},
				{Name: "MAX_j", Meaning: "the largest of arm j's draws since that batch"},
			},
			Pseudocode: []Line{
				{1, "φ ← ⌈c₀ T^((1−α)/2) ln^((3−α)/2) T⌉"},
				{2, "pull each arm once; û_j ← X_j, n_j ← 1, r_j ← 0, h_j ← φ, MAX_j ← −∞"},
				{3, "for t = K+1, K+2, …"},
				{4, "  where h_j ≥ 1: draw θ_j ~ N(û_j, ln^α T/n_j), h_j ← h_j − 1, MAX_j ← max(MAX_j, θ_j), index θ_j"},
				{5, "  elsewhere: index MAX_j"},
				{6, "  pull the arm with the largest index"},
				{7, "  after 2^(r_J+1) fresh rewards of J: û_J ← their mean, n_J ← 2^(r_J+1), r_J ← r_J + 1, h_J ← φ, " +
					"MAX_J ← −∞"},
			},
			ReleaseLines: []int{4},
			Bounds: []Bound{{
				Source: "Hu et al. 2025", Formula: "Σ ln(T^((3−α)/2) Δ²) ln^α T/Δ",
				Value: func(i Instance) float64 {
					alpha, log := i.Values.Number("alpha"), math.Log(i.Round)
					return i.overGaps(func(gap float64) float64 {
						return max(0, (3-alpha)/2*log+2*math.Log(gap)) * math.Pow(log, alpha) / gap
					})
				},
			}},
		},
		New: func(s Setting, v param.Values) Learner {
			l := &dpTSUCB{
				bandit: newBandit(s), armReleases: newArmReleases(s.Arms), arms: make([]dpTSUCBArm, s.Arms),
			}
			l.samples, l.variance = samplesOf(s, v)
			for j := range l.arms {
				l.arms[j] = dpTSUCBArm{mean: math.NaN(), target: 1}
			}
			return l
		},
	})
}

// samplesOf returns the number φ = ⌈c₀ T^((1−α)/2) ln^((3−α)/2) T⌉ of samples for each mean,
// and the variance ln^α T of a sample around a single reward.
func samplesOf(s Setting, v param.Values) (phi int, variance float64) {
	alpha, horizon := v.Number("alpha"), float64(s.Horizon)
	log := math.Log(horizon)
	samples := v.Number("c0") * math.Pow(horizon, (1-alpha)/2) * math.Pow(log, (3-alpha)/2)
	return int(math.Ceil(min(samples, 1<<53))), math.Pow(log, alpha)
}

// promiseDPTSUCB returns the paper's μ = √(2c₀ T^(½(1−α)) ln^(1.5(1−α)) T).
func promiseDPTSUCB(s Setting, v param.Values) Promise {
	left, horizon := 1-v.Number("alpha"), float64(s.Horizon)
	return Promise{
		privacy.Mu,
		math.Sqrt(2 * v.Number("c0") * math.Pow(horizon, left/2) * math.Pow(math.Log(horizon), 1.5*left)),
	}
}

// auditDPTSUCB treats all samples around one mean as one sample with variance divided by their
// number: φ, or all T − K rounds after the first pulls if those are fewer. Batches are disjoint,
// and the first, of one reward, costs most.
func auditDPTSUCB(s Setting, v param.Values) dpaudit.Transcript {
	phi, variance := samplesOf(s, v)
	if phi = min(phi, s.Horizon-s.Arms); phi <= 0 {
		return dpaudit.Nothing(s.Arms) // no sample is drawn
	}
	return dpaudit.GaussianSums(s.Arms, math.Sqrt(variance/float64(phi)))
}

type dpTSUCB struct {
	bandit
	armReleases
	arms     []dpTSUCBArm
	samples  int     // φ
	variance float64 // ln^α T
}

type dpTSUCBArm struct {
	mean          float64   // û_j; NaN before the first pull
	size          float64   // n_j: number of rewards in the mean
	left          int       // h_j; φ before the first sample around this mean
	largest       float64   // MAX_j
	first, last   int       // first and last round of the batch in the mean
	drawn         bool      // a sample was drawn at the latest Choose
	fresh, target int       // rewards in the next batch so far, and its length 2^(r_j+1)
	sum           noise.Sum // of the next batch
	began         int       // the first round of the next batch
}

func (l *dpTSUCB) Choose(t int) []int {
	if l.firstPull(t) {
		return l.play[:]
	}
	for j := range l.arms {
		a := &l.arms[j]
		if a.drawn = a.left > 0; a.drawn {
			l.scores[j] = l.stream.Normal(a.mean, math.Sqrt(l.variance/a.size))
			a.left--
			a.largest = max(a.largest, l.scores[j])
		} else {
			l.scores[j] = a.largest
		}
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
	a.sum.Add(feedback[0])
	if a.fresh < a.target {
		return
	}
	a.size = float64(a.fresh)
	a.mean, a.first, a.last = a.sum.Value()/a.size, a.began, t
	a.left, a.largest = l.samples, math.Inf(-1)
	a.fresh, a.sum, a.target = 0, noise.Sum{}, 2*a.target
}

// publish releases the samples that decided round t.
func (l *dpTSUCB) publish(t int) {
	l.begin()
	for j := range l.arms {
		if a := &l.arms[j]; a.drawn {
			l.enter(noise.Release{
				Round: t, Observations: int(a.size), First: a.first, Last: a.last,
				Perturbation: noise.NoisySum(noise.GaussianNoise, math.Sqrt(l.variance*a.size)), Epsilon: math.Inf(1),
			}, noise.ReleaseTerm{
				Arm: j, Sum: a.mean * a.size, Noise: (l.scores[j] - a.mean) * a.size, Before: a.mean,
				After: l.scores[j],
			})
		}
	}
}

func (l *dpTSUCB) Estimate(arm int) float64 { return l.arms[arm].mean }

// Pending returns the number of rewards in next batches and in means without a sample.
func (l *dpTSUCB) Pending() int {
	pending := 0
	for j := range l.arms {
		a := &l.arms[j]
		pending += a.fresh
		if a.left == l.samples {
			pending += int(a.size)
		}
	}
	return pending
}

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
	columns := []Column{{"û", Estimate}, {"θ − û", Noise}, {"θ or MAX", Score}}
	return l.explainPulled(2, []int{4, 5, 6}, columns, func(j int) ([]float64, string) {
		a := &l.arms[j]
		text := fmt.Sprintf("largest of %s samples so far: MAX = %s", number.Count(l.samples), num(l.scores[j]))
		if a.drawn {
			text = fmt.Sprintf("θ = %s drawn from N(%s, %s); %s samples left", num(l.scores[j]), num(a.mean),
				num(l.variance/a.size), number.Count(a.left))
		}
		return []float64{a.mean, l.scores[j] - a.mean, l.scores[j]}, text
	})
}

func (l *dpTSUCB) Suppose(arm int, more float64) bool {
	a := &l.arms[arm]
	if a.size == 0 || a.left == 0 { // then the largest sample so far decides
		return false
	}
	a.mean += more / a.size
	return true
}
