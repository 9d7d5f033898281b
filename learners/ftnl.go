package learners

import (
	"fmt"
	"math"
	"slices"

	"regretscope/noise"
	"regretscope/noise/audit"
	"regretscope/noise/curve"
	"regretscope/noise/declare"
	"regretscope/noise/selection"
)

func init() {
	register(&Declaration{
		ID: "ftnl", Name: "FTNL", Family: Experts,
		Paper:    "HHMH §5, in words",
		Brief:    "RNM-FTNL with noise for all sums",
		Summary:  "as RNM-FTNL, but with the noise that publishing all K sums would need",
		Featured: 2, Privacy: Central,
		Claim:    "ε-DP (HHMH §5)",
		Audit:    func(s Setting, _ declare.Values) (audit.Transcript, error) { return naiveOptions(s).audit(s) },
		Feedback: FullFeedback,

		Pseudocode:   ftnlPseudocode("a random action", "Lap(K/ε)"),
		ReleaseLines: []int{16},
		New:          func(s Setting, _ declare.Values) Learner { return newFTNL(s, naiveOptions(s)) },
	})
}

// ftnlPseudocode is what FTNL and RNM-FTNL have in common, and the lines that
// RNM-FTNL's parameters add.
func ftnlPseudocode(first, publish string, variants ...Line) []Line {
	lines := append([]Line{
		{3, "J_0 ← " + first},
		{4, "for epochs r = 1, 2, …"},
		{5, "  Φ_j ← 0 for every action j"},
		{6, "  for rounds t = 2^(r−1), …, 2^r − 1"},
		{7, "    play J_{r−1}"},
		{8, "    see the rewards of all actions"},
	}, variants...)
	return append(lines, Line{14, "    add them to Φ"}, Line{16, "  J_r ← argmax_j Φ_j + " + publish})
}

// ftnl is follow the noisy leader in doubling epochs; its scores are Φ of the epoch before.
type ftnl struct {
	bandit
	ftnlOptions
	picker  selection.Mechanism
	made    noise.Mechanism // what makes a release,
	epsilon float64         // and what it costs

	began    int       // the first round of the running epoch, 2^(r−1), which is its length
	sums     []float64 // Φ of the running epoch
	noises   []float64 // Q that was added to scores
	releases []noise.Release
}

type ftnlOptions struct {
	noise     selection.Noise
	scale     float64 // in units of 1/ε
	resample  bool
	fromFirst bool
}

func ftnlOptionsOf(v declare.Values) ftnlOptions {
	kind, err := selection.ParseNoise(v.Text("noise"))
	if err != nil {
		panic(err) // the declaration lets no other word through
	}
	return ftnlOptions{
		noise: kind, scale: v.Number("scale"),
		resample: v.Text("resample") == "1", fromFirst: v.Text("first") == "one",
	}
}

// naiveOptions are those of FTNL: the noise that publishing all K sums would need.
func naiveOptions(s Setting) ftnlOptions {
	return ftnlOptions{noise: selection.Laplace, scale: float64(s.Arms)}
}

// mechanism is what picks the leader at the end of an epoch.
func (o ftnlOptions) mechanism(s Setting) selection.Mechanism {
	return selection.Mechanism{Noise: o.noise, Scale: o.scale / s.Epsilon}
}

// audit is the exact audit. Resampling changes nothing about ε: the worst rewards
// are 0 and 1, which are resampled to themselves. In the other notions the worst
// leads lie between whole numbers, which then do not occur.
func (o ftnlOptions) audit(s Setting) (audit.Transcript, error) {
	t, err := audit.DoublingEpochs(o.mechanism(s), s.Arms, s.Horizon)
	if o.resample {
		t.Mechanism = curve.AtMost{Mechanism: t.Mechanism}
	}
	return t, err
}

func newFTNL(s Setting, o ftnlOptions) *ftnl {
	l := &ftnl{
		bandit:      newBandit(s),
		ftnlOptions: o,
		picker:      o.mechanism(s),
		began:       1,
		sums:        make([]float64, s.Arms),
		noises:      make([]float64, s.Arms),
	}
	l.made = noise.Mechanism{Noise: noiseName(o.noise), Scale: l.picker.Scale, Candidates: s.Arms}
	if s.Arms > 1 { // the pick of one arm is certain, and tells nothing
		// Replacing one vector moves the lead of one action over another by up to 2.
		l.made.Sensitivity, l.epsilon = 2, 2*s.Epsilon/o.scale
	}
	if !o.fromFirst {
		l.play[0] = l.stream.IntN(s.Arms)
	}
	return l
}

func (l *ftnl) Choose(t int) []int {
	l.round = t
	return l.play[:]
}

func (l *ftnl) Observe(t int, feedback []float64) {
	if l.resample {
		for j, x := range feedback {
			l.sums[j] += l.stream.Round(x)
		}
	} else {
		for j, x := range feedback {
			l.sums[j] += x
		}
	}
	l.finish(t)
}

// finish ends round t, and the epoch if t is its last.
func (l *ftnl) finish(t int) {
	l.releases = l.releases[:0]
	if t < 2*l.began-1 {
		return
	}
	copy(l.scores, l.sums)
	l.play[0] = l.picker.Pick(l.scores, l.noises, &l.stream)
	arms := make([]int, len(l.scores))
	terms := make([]noise.ReleaseTerm, len(l.scores))
	for j, sum := range l.scores {
		arms[j] = j
		terms[j] = noise.ReleaseTerm{Arm: j, Sum: sum, Noise: l.noises[j], Before: math.NaN(), After: sum + l.noises[j]}
	}
	l.releases = append(l.releases, noise.Release{
		Round: t, Arms: arms, Observations: l.began, First: l.began, Last: t,
		Mechanism: l.made, Epsilon: l.epsilon, Bound: l.resample,
		Terms: terms, Winner: l.play[0],
	})
	l.began = t + 1
	clear(l.sums)
}

// noiseName is how a release writes the noise: with the names of people in
// capitals.
func noiseName(n selection.Noise) string {
	switch n {
	case selection.Laplace:
		return noise.LaplaceNoise
	case selection.Gumbel:
		return "Gumbel"
	default:
		return n.String()
	}
}

// Hold implements Holder: a play is kept for an epoch. Where rewards are resampled, sums of
// rewards are not enough to go on with, unless they are resampled already.
func (l *ftnl) Hold(t int) int { return 2*l.began - t }

// Absorb implements Holder.
func (l *ftnl) Absorb(t, n int, sums []float64) {
	for j, x := range sums {
		l.sums[j] += x
	}
	l.round = t + n - 1
	l.finish(l.round)
}

// Resamples implements Resampler.
func (l *ftnl) Resamples() bool { return l.resample }

// Mechanism implements NoisyLeader.
func (l *ftnl) Mechanism() selection.Mechanism { return l.picker }

// First implements NoisyLeader.
func (l *ftnl) First() []float64 {
	first := make([]float64, len(l.sums))
	if l.fromFirst {
		first[0] = 1
		return first
	}
	for j := range first {
		first[j] = 1 / float64(len(first))
	}
	return first
}

func (l *ftnl) Clone() Learner {
	c := *l
	c.bandit, c.sums, c.noises = l.bandit.clone(), slices.Clone(l.sums), slices.Clone(l.noises)
	c.releases = slices.Clone(l.releases) // a release is never changed once made
	return &c
}

// Estimate is the noisy mean of the epoch before, on which the leader was
// picked; NaN in the first epoch.
func (l *ftnl) Estimate(arm int) float64 {
	if l.began == 1 {
		return math.NaN()
	}
	return (l.scores[arm] + l.noises[arm]) / float64(l.began/2)
}

func (l *ftnl) Releases() []noise.Release { return l.releases }

// Pending counts the reward vectors of the running epoch.
func (l *ftnl) Pending() int {
	if l.round < l.began {
		return 0
	}
	return l.round - l.began + 1
}

func (l *ftnl) Epoch() (done, length int) { return l.Pending(), l.began }

func (l *ftnl) Explain() Explanation {
	if l.began == 1 {
		return Explanation{Lines: []int{3, 7}, Note: "the first epoch is round 1: there are no sums yet"}
	}
	columns := []Column{{"Φ", Estimate}, {"Q", Noise}, {"Φ + Q", Score}}
	e := l.explain([]int{7}, columns, func(j int) ([]float64, string) {
		return sum(l.scores[j]+l.noises[j], l.scores[j], l.noises[j])
	})
	e.Note = fmt.Sprintf("the leader of rounds %d to %d with noise; played for %d rounds", l.began-l.began/2, l.began-1, l.began)
	return e
}
