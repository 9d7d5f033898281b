// Package scenarios defines the environments that learners play in, and the presets
// of the papers. The packages below it hold arm distributions (arm), matroids
// (matroid), rating data (movielens), tables of rewards (table) and scenario files (file).
package scenarios

import (
	"fmt"
	"math"
	"slices"

	"regretscope/noise"
	"regretscope/noise/param"
	"regretscope/scenarios/arm"
	"regretscope/scenarios/matroid"
	"regretscope/scenarios/table"
)

// Limits of what a scenario may ask for, checked before anything is allocated.
const (
	MaxArms    = matroid.MaxArms
	MaxHorizon = 1e10
	MaxPhases  = 1000
)

// A Kind of environment decides what its arms and plays are.
type Kind string

// The kinds of environment.
const (
	Stochastic    Kind = "stochastic"
	Deterministic Kind = "deterministic"
	MatroidKind   Kind = "matroid"
	Changing      Kind = "changing"
	TableKind     Kind = "table"
)

// Feedback is what a learner is shown of a round's rewards.
type Feedback string

// The kinds of feedback.
const (
	Bandit     Feedback = "bandit"      // the reward of the arm it pulled
	SemiBandit Feedback = "semi-bandit" // the reward of every arm of its basis
	Full       Feedback = "full"        // the reward of every arm
)

// A Scenario is an environment with the horizon and ε that it is meant for. It
// never changes once built, and may be read from several goroutines.
type Scenario struct {
	Name string
	// Reference is what file.Open takes, with Data as its data, to give this
	// scenario again; empty for scenarios made of arms alone.
	Reference, Data string

	Paper    string // where it comes from: short name and section; empty for scenarios of users
	Summary  string // one line: what is in it, and why
	Kind     Kind
	Feedback Feedback
	Horizon  int      // default number of rounds
	Epsilon  float64  // default privacy parameter, in (0, +Inf]
	Labels   []string // one for each arm, or empty
	Phases   []Phase  // at least one; the first starts at round 1

	// Matroid is what plays are bases of; nil unless Kind is MatroidKind.
	Matroid matroid.Matroid
	// Channels are the arms' local channels in the notation of channel.Parse,
	// one for each arm; empty if the scenario leaves them open.
	Channels []string

	// Local says that a preset is meant for local privacy. It only decides which
	// learners are the default.
	Local bool

	// SharedDraws says that all arms of a round are drawn from the same random
	// numbers, so that their rewards are correlated (one user rates them all), or come
	// from one row of a table.
	SharedDraws bool

	// Rows are what the rewards come from; nil unless Kind is TableKind.
	Rows *Rows
}

// A Phase is a stretch of rounds in which the arms' distributions do not change.
type Phase struct {
	From  int // its first round
	Arms  []arm.Distribution
	Means []float64 // of Arms

	// Best is the play of largest expected reward (of several, the one of the
	// lowest numbers), BestMean its expected reward.
	Best     []int
	BestMean float64
}

// IsBest reports whether an arm is in Best, or alone as good.
func (p *Phase) IsBest(j int) bool {
	return slices.Contains(p.Best, j) || len(p.Best) == 1 && p.Means[j] == p.BestMean
}

// Arms returns the number of arms K (L base arms for matroids).
func (s *Scenario) Arms() int { return len(s.Phases[0].Arms) }

// PlaySize returns how many arms a play has: 1, or the matroid's rank.
func (s *Scenario) PlaySize() int { return len(s.Phases[0].Best) }

// PhaseAt returns the phase that round t ≥ 1 is in, and its number from 0.
func (s *Scenario) PhaseAt(t int) (*Phase, int) {
	i := len(s.Phases) - 1
	for i > 0 && s.Phases[i].From > t {
		i--
	}
	return &s.Phases[i], i
}

// Breakpoints returns the rounds at which the means change, the first round not
// among them.
func (s *Scenario) Breakpoints() []int {
	return param.Map(s.Phases[1:], func(p Phase) int { return p.From })
}

// Label returns the name of arm j: its own, or its number on screen.
func (s *Scenario) Label(j int) string {
	if j < len(s.Labels) {
		return s.Labels[j]
	}
	return fmt.Sprint(j + 1)
}

// Gaps returns the Δ_j of the first phase, the best play's mean minus each arm's. They
// mean something only where a play is one arm.
func (s *Scenario) Gaps() []float64 {
	p := &s.Phases[0]
	return param.Map(p.Means, func(mean float64) float64 { return p.BestMean - mean })
}

// measure fills in the means and the best play of a phase.
func (s *Scenario) measure(p *Phase) {
	p.Means = param.Map(p.Arms, arm.Distribution.Mean)
	if s.Matroid != nil {
		p.Best, p.BestMean = matroid.Optimal(s.Matroid, p.Means), 0
		for _, e := range p.Best {
			p.BestMean += p.Means[e]
		}
		return
	}
	best := 0
	for j, mean := range p.Means {
		if mean > p.Means[best] {
			best = j
		}
	}
	p.Best, p.BestMean = []int{best}, p.Means[best]
}

// Rewards draws the rewards X_j(t) of one seed. X_j(t) is a pure function of
// (scenario, seed, j, t) and does not depend on the order of calls; a Rewards itself
// belongs to one goroutine.
type Rewards struct {
	scenario *Scenario
	inOrder  *table.Table // whose row t is round t; nil if rewards are drawn
	keys     []uint64     // one for each arm
	phase    *Phase
	until    int // the first round after the phase; 0 if it never ends
	cell     noise.Cell
}

// Rewards returns the rewards of a seed.
func (s *Scenario) Rewards(seed uint64) *Rewards {
	r := &Rewards{scenario: s, keys: make([]uint64, s.Arms())}
	if s.InOrder() {
		r.inOrder = s.Rows.Table
	}
	for j := range r.keys {
		if s.SharedDraws {
			r.keys[j] = noise.Key(seed, noise.Rewards)
		} else {
			r.keys[j] = noise.Key(seed, noise.Rewards, uint64(j))
		}
	}
	r.Seek(1)
	return r
}

// Seek moves to the phase of round t ≥ 0 and returns it. Round 0, whose rewards
// some algorithms see before they begin, is in the first phase.
func (r *Rewards) Seek(t int) *Phase {
	p, i := r.scenario.PhaseAt(t)
	r.phase, r.until = p, 0
	if i+1 < len(r.scenario.Phases) {
		r.until = r.scenario.Phases[i+1].From
	}
	return p
}

// Until returns the first round after the present phase, 0 if it never ends.
func (r *Rewards) Until() int { return r.until }

// At returns X_j(t) for a round t of the phase that Seek moved to.
func (r *Rewards) At(j, t int) float64 {
	if law, ok := r.phase.Arms[j].(arm.Bernoulli); ok { // most are: a cell in registers
		cell := noise.At(r.keys[j], t)
		return law.Sample(&cell)
	}
	if r.inOrder != nil {
		return r.inOrder.At(j, t-1)
	}
	r.cell = noise.At(r.keys[j], t)
	return r.phase.Arms[j].Sample(&r.cell)
}

// Draw draws X_j(t), X_j(t+1), … of the present phase into out, until it is full or
// more than losses is lost, a reward x losing 1−x. It returns how many rewards that
// are, the last included, and their sum in the order of rounds.
func (r *Rewards) Draw(j, t int, out []float64, losses float64) (n int, sum float64) {
	if law, ok := r.phase.Arms[j].(arm.Bernoulli); ok {
		return drawBits(law, r.keys[j], t, out, int(min(losses, float64(len(out)))))
	}
	if r.inOrder != nil && math.IsInf(losses, 1) {
		return len(out), r.inOrder.Copy(j, t-1, out)
	}
	for lost := 0.0; n < len(out) && lost <= losses; n++ {
		out[n] = r.At(j, t+n)
		sum += out[n]
		lost += 1 - out[n]
	}
	return n, sum
}

// drawBits is Draw for rewards of 0 and 1.
func drawBits(law arm.Bernoulli, key uint64, t int, out []float64, zeros int) (n int, sum float64) {
	ones := 0
	for ; n < len(out) && n-ones <= zeros; n++ {
		cell := noise.At(key, t+n)
		bit := int(law.Bit(&cell))
		out[n] = float64(bit)
		ones += bit
	}
	return n, float64(ones)
}
