package learners

import (
	"fmt"
	"math"

	"regretscope/noise"
	"regretscope/noise/declare"
)

func init() {
	register(&Declaration{
		ID: "lazy-dp-ts", Name: "Lazy-DP-TS", Family: PrivateBandit,
		Paper:    "HHMH Alg. 3",
		Brief:    "Thompson on doubling batches",
		Summary:  "Thompson sampling on optimistic private means of fresh, doubling batches",
		Featured: 1, Privacy: Central,
		Claim:    "ε-DP (HHMH Thm 4)",
		Audit:    auditFreshSums,
		Feedback: BanditFeedback,
		Pseudocode: []Line{
			{2, "pull each arm once; O_j ← 1, r_j ← 0, μ̃_j ← X_j + Lap(1/ε), N_j ← Φ_j ← 0"},
			{3, "for t = K+1, K+2, …"},
			{4, "  draw θ_j ~ Beta(m_j O_j + 1, (1 − m_j) O_j + 1), m_j = clip(μ̃_j + 3 ln t/(ε O_j))"},
			{5, "  pull J with the largest θ_j"},
			{6, "  N_J ← N_J + 1, Φ_J ← Φ_J + X_J"},
			{7, "  if N_J has reached 2^(r_J+1)"},
			{8, "    O_J ← 2^(r_J+1), μ̃_J ← (Φ_J + Lap(1/ε))/O_J, r_J ← r_J + 1, N_J ← Φ_J ← 0"},
		},
		ReleaseLines: []int{7, 8},
		Bounds:       []Bound{{Source: "HHMH Thm 5", Formula: "Σ ln T / min(Δ, ε)", Value: logOverGaps}},
		New: func(s Setting, _ declare.Values) Learner {
			l := &lazyDPTS{lazyPosterior: lazyPosterior{lazyBandit: newLazyBandit(s)}}
			l.samples = newSamples(6, s.Arms, l.stream.Uint64())
			return l
		},
	})
}

// lazyPosterior is what Lazy-DP-TS and its leaps share: private means of fresh batches,
// and posteriors around them.
type lazyPosterior struct {
	lazyBandit
	newest int     // the newest round that a posterior was asked for
	level  float64 // 3 ln t of that round
}

func (l *lazyPosterior) clone() lazyPosterior {
	return lazyPosterior{l.lazyBandit.clone(), l.newest, l.level}
}

func (l *lazyPosterior) law(t, j int) noise.Beta {
	if t != l.newest {
		l.newest, l.level = t, 3*math.Log(float64(t))
	}
	m, size := l.optimistic(j, l.level), l.arms[j].size
	return noise.Beta{A: m*size + 1, B: (1-m)*size + 1}
}

// optimistic is m_j = clip_[0,1](μ̃_j + level/(ε O_j)).
func (l *lazyPosterior) optimistic(j int, level float64) float64 {
	a := &l.arms[j]
	return clip(a.estimate + level/(l.epsilon*a.size))
}

type lazyDPTS struct {
	lazyPosterior
	samples
}

func (l *lazyDPTS) Choose(t int) []int {
	if l.firstPull(t) {
		return l.play[:]
	}
	if t >= l.until {
		// Until then, optimism grows by .15 successes or so, by .003/ε at most below.
		l.choose(t, t+4+int(float64(t)*min(max(.05*l.epsilon, .001), .0625)), l)
		for j := range l.arms {
			l.renew(t, j)
		}
	}
	l.play[0] = l.winner(t, l)
	return l.play[:]
}

// renew makes the bounds of arm j good for its present release in the rounds from t on
// for which thresholds are chosen: optimism only grows.
func (l *lazyDPTS) renew(t, j int) { l.bound(j, l.law(t, j), l.law(max(l.until-1, t), j)) }

func (l *lazyDPTS) Observe(t int, feedback []float64) {
	l.lazyBandit.Observe(t, feedback)
	l.released(t)
}

// released renews the bounds of an arm that got a new estimate in round t.
func (l *lazyDPTS) released(t int) {
	if len(l.releases) > 0 && l.until > 0 {
		l.renew(t+1, l.play[0])
	}
}

// Steady implements Steady: for as long as no release is due and thresholds are good,
// rounds in which the arm is alone above the higher one.
func (l *lazyDPTS) Steady(t int) (rounds int, losses float64) {
	a := &l.arms[l.play[0]]
	return l.steady(t, a.target-a.batch-1, l.play[0])
}

// ObserveAll implements Steady.
func (l *lazyDPTS) ObserveAll(t int, s *Stretch) {
	l.begin()
	l.round = t + s.Rounds - 1
	a := &l.arms[l.play[0]]
	a.sum = s.AddTo(a.sum, 0)
	l.add(t, s.Rounds, l.play[0], 0, &l.stream)
	l.released(l.round)
}

// clip moves x to the nearest point of [0,1].
func clip(x float64) float64 { return min(max(x, 0), 1) }

func (l *lazyDPTS) Clone() Learner { return &lazyDPTS{l.lazyPosterior.clone(), l.samples.clone()} }

// Leap implements Leaper.
func (l *lazyDPTS) Leap() Holder {
	return &leapingDPTS{lazyPosterior: l.lazyPosterior.clone(), stairs: newStairs(len(l.arms), l.key)}
}

func (l *lazyDPTS) Explain() Explanation {
	level := 3 * math.Log(float64(l.round))
	columns := []Column{{"μ̃", Estimate}, {"3 ln t/(εO)", PrivacyBonus}, {"m", Center}, {"θ", Sample}}
	return l.explainPulled(2, []int{4, 5}, columns, func(j int) ([]float64, string) {
		a, m, theta := &l.arms[j], l.optimistic(j, level), l.sample(l.round, j, l)
		bonus := level / (l.epsilon * a.size)
		return []float64{a.estimate, bonus, m, theta}, fmt.Sprintf("m = clip(%s + %s) = %s, θ = %s drawn from Beta(%s, %s)",
			num(a.estimate), num(bonus), num(m), num(theta), num(m*a.size+1), num((1-m)*a.size+1))
	})
}
