package learners

import (
	"fmt"
	"math"
	"slices"

	"regretscope/noise"
	"regretscope/noise/dpaudit"
	"regretscope/noise/number"
	"regretscope/noise/param"
)

func init() {
	Register(&Declaration{
		ID: "dp-se", Look: 6,
		Listing: Listing{
			Name: "DP-SE", Family: PrivateBandit,
			Paper:   "Sajed & Sheffet 2019",
			Brief:   "successive elimination of arms",
			Summary: "pulls all surviving arms equally often and drops those whose private mean is clearly behind",
		},
		Guarantee:    Guarantee{Privacy: Central, Claim: "ε-DP (Sajed & Sheffet 2019)", Audit: auditDPSE},
		KnowsHorizon: true,
		Parameters: param.List{{
			Name:    "anytime",
			Meaning: "start again in rounds 1, 2, 4, 8, …, each time with T the rounds until the next start (doubling trick, HHMH §1)",
			Choices: []string{"0", "1"}, Default: "0",
		}},
		Teaching: Teaching{
			Plain: [3]string{
				"It keeps a list of the arms that may still be the best, and a sum of rewards for each of them.",
				"It pulls all these arms equally often, then drops those whose noisy mean is clearly behind.",
				"It pays for privacy with Laplace noise in every mean, longer epochs to outweigh it, and rewards that it forgets.",
			},
			Symbols: []Symbol{
				{Name: "S", Meaning: "the arms that may still be the best; |S| is their number"},
				{Name: "e", Meaning: "the number of the epoch"},
				{Name: "β", Meaning: "how likely a wrong conclusion may be"},
				{Name: "D", Meaning: "the gap that this epoch can detect"},
				{Name: "R", Meaning: "how often each arm is pulled in the epoch"},
				{Name: "m_a", Meaning: "the noisy mean of arm a in this epoch"},
				{Name: "h", Meaning: "how far chance may move a mean"},
				{Name: "c", Meaning: "how far the noise may move a mean"},
			},
			Pseudocode: []Line{
				{1, "S ← all arms, e ← 0, β ← 1/T"},
				{2, "while S has more than one arm"},
				{3, "  e ← e + 1, D ← 2^−e"},
				{4, "  R ← ⌈max(32 ln(8|S|e²/β)/D², 8 ln(4|S|e²/β)/(εD)) + 1⌉"},
				{5, "  pull every arm of S R times, in turn; m_a ← mean of these + Lap(1/(εR))"},
				{6, "  h ← √(ln(8|S|e²/β)/(2R)), c ← ln(4|S|e²/β)/(Rε)"},
				{7, "  drop from S every a with max m − m_a > 2h + 2c"},
				{8, "play the survivor"},
			},
			ReleaseLines: []int{5, 6, 7},
			Bounds: []Bound{{
				Source: "Sajed & Sheffet 2019, as HHMH quote it", Formula: "Σ ln T / Δ + K ln T / ε",
				Where: func(i Instance) bool { return i.Values.Text("anytime") == "0" },
				Value: func(i Instance) float64 {
					log := math.Log(i.Round)
					return i.overGaps(func(gap float64) float64 { return log / gap }) + float64(i.Arms)*log/i.Epsilon
				},
			}},
		},
		New: func(s Setting, v param.Values) Learner { return newDPSE(s, v.Text("anytime") == "1") },
	})
}

// dpSE is successive elimination on private means of fresh sums.
type dpSE struct {
	bandit
	armReleases
	epsilon, beta float64
	restart       int // the next start of the doubling trick; 0 if there is none

	active  []int // S, in increasing order
	epoch   int   // e
	repeats int   // R of the current epoch
	began   int   // the round in which it began
	turn    int   // pulls in the epoch so far
	sums    []noise.Sum
	means   []float64 // noisy means of the latest finished epoch, by arm; NaN before the first
	margin  float64   // 2h + 2c of the latest finished epoch
}

func newDPSE(s Setting, anytime bool) *dpSE {
	l := &dpSE{
		bandit: newBandit(s), armReleases: newArmReleases(s.Arms), epsilon: s.Epsilon,
		sums: make([]noise.Sum, s.Arms), means: make([]float64, s.Arms),
	}
	if anytime {
		l.restart = 1
	} else {
		l.start(1, s.Horizon)
	}
	return l
}

// start forgets everything and begins with all arms in round t.
func (l *dpSE) start(t, horizon int) {
	l.beta, l.epoch, l.margin, l.active = 1/float64(horizon), 0, 0, nil
	for j := range l.means {
		l.active = append(l.active, j)
		l.means[j] = math.NaN()
	}
	l.beginEpoch(t)
}

// auditDPSE audits fresh sums, which cost ε from the end of the first epoch on. With anytime=1, too:
// a start forgets the rewards before it, so each reward is in at most one sum.
func auditDPSE(s Setting, v param.Values) dpaudit.Transcript {
	if s.Arms == 1 {
		return dpaudit.Nothing(s.Arms) // a single arm is never eliminated
	}
	t, l := auditFreshSums(s, v), newDPSE(s, v.Text("anytime") == "1")
	for from := 1; from <= s.Horizon; from *= 2 {
		l.Choose(from)
		if l.repeats*s.Arms <= s.Horizon-from+1 && !l.neverEnds() {
			t.Round = from // its reward is in a released sum
			return t
		}
		if l.restart == 0 {
			break
		}
	}
	t.Within = 0
	return t
}

// neverEnds reports whether the next start comes before the end of the epoch.
func (l *dpSE) neverEnds() bool {
	return l.restart > 0 && l.began+l.repeats*len(l.active) > l.restart
}

// beginEpoch starts an epoch in round t, unless a single arm survives.
func (l *dpSE) beginEpoch(t int) {
	l.began, l.turn = t, 0
	if len(l.active) == 1 {
		return
	}
	l.epoch++
	log8, log4 := l.logs()
	d := math.Ldexp(1, -l.epoch)
	l.repeats = int(math.Ceil(max(32*log8/(d*d), 8*log4/(l.epsilon*d)) + 1))
	clear(l.sums)
}

// logs returns ln(8|S|e²/β) and ln(4|S|e²/β).
func (l *dpSE) logs() (log8, log4 float64) {
	x := float64(len(l.active)) * float64(l.epoch) * float64(l.epoch) / l.beta
	return math.Log(8 * x), math.Log(4 * x)
}

func (l *dpSE) Choose(t int) []int {
	if t == l.restart {
		l.restart = 2 * t
		l.start(t, t)
	}
	l.play[0] = l.active[l.turn%len(l.active)]
	return l.play[:]
}

func (l *dpSE) Observe(t int, feedback []float64) {
	l.begin()
	if len(l.active) == 1 {
		return
	}
	l.sums[l.play[0]].Add(feedback[0])
	if l.turn++; l.turn == l.repeats*len(l.active) {
		l.endEpoch(t)
	}
}

// endEpoch releases the means, drops the arms that are clearly behind, and starts the next epoch.
func (l *dpSE) endEpoch(t int) {
	for i, j := range l.active {
		l.publish(t, i, j)
	}
	r, best := float64(l.repeats), l.best()
	log8, log4 := l.logs()
	h, c := math.Sqrt(log8/(2*r)), log4/(r*l.epsilon)
	l.margin = 2*h + 2*c
	l.active = slices.DeleteFunc(slices.Clone(l.active), func(j int) bool { return best-l.means[j] > l.margin })
	l.beginEpoch(t + 1)
}

// publish releases the mean of arm j, the i-th of S.
func (l *dpSE) publish(t, i, j int) {
	// Lap(1/(εR)) on the mean is Lap(1/ε) on the sum.
	scale := 1 / l.epsilon
	drawn, before := l.stream.Laplace(scale), l.means[j]
	l.means[j] = (l.sums[j].Value() + drawn) / float64(l.repeats)
	l.enter(noise.Release{
		Round: t, Observations: l.repeats, First: l.began + i, Last: t - len(l.active) + 1 + i,
		Perturbation: noise.NoisySum(noise.LaplaceNoise, scale), Epsilon: l.epsilon,
	}, noise.ReleaseTerm{Arm: j, Sum: l.sums[j].Value(), Noise: drawn, Before: before, After: l.means[j]})
}

// best returns the largest mean in S, or NaN before the first epoch ends.
func (l *dpSE) best() float64 {
	best := math.Inf(-1)
	for _, j := range l.active {
		best = max(best, l.means[j])
	}
	return best
}

func (l *dpSE) Clone() Learner {
	c := *l
	c.bandit, c.armReleases, c.active = l.bandit.clone(), l.armReleases.clone(), slices.Clone(l.active)
	c.sums, c.means = slices.Clone(l.sums), slices.Clone(l.means)
	return &c
}

func (l *dpSE) Estimate(arm int) float64 { return l.means[arm] }
func (l *dpSE) Pending() int             { return l.turn }
func (l *dpSE) Active() []int            { return slices.Clone(l.active) }

func (l *dpSE) Epoch() (done, length int) {
	if len(l.active) <= 1 || l.neverEnds() {
		return 0, 0
	}
	return l.turn, l.repeats * len(l.active)
}

func (l *dpSE) Explain() Explanation {
	until := ""
	if l.restart > 0 {
		until = "; starts again in round " + number.Count(l.restart)
	}
	if len(l.active) == 1 {
		return Explanation{Lines: []int{8}, Note: fmt.Sprintf("arm %d is the only one left", l.active[0]+1) + until}
	}
	best := l.best()
	columns := []Column{{"m", Estimate}, {"behind", Detail}, {"dropped above", Detail}}
	e := l.explain([]int{5}, columns, func(j int) ([]float64, string) {
		mean, text := l.means[j], "in S; m = "+num(l.means[j])
		switch {
		case !slices.Contains(l.active, j):
			text = "dropped; its last m was " + num(mean)
		case math.IsNaN(mean):
			text = "in S; no epoch has ended yet"
		}
		return []float64{mean, best - mean, l.margin}, text
	})
	e.Note = fmt.Sprintf("epoch %d: %d arms in turn, %s each; D = 2^−%d",
		l.epoch, len(l.active), number.Plural(l.repeats, "pull"),
		l.epoch) + until
	return e
}
