// Package scenarios defines the environments for learners, and the presets of the papers. Its
// subpackages hold arm distributions (arm), matroids (matroid), rating data (movielens), tables
// of rewards (table) and scenario files (file).
package scenarios

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"regretscope/noise"
	"regretscope/noise/channel"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/scenarios/arm"
	"regretscope/scenarios/matroid"
	"regretscope/scenarios/table"
)

// Limits of a scenario, checked before any allocation.
const (
	MaxArms    = matroid.MaxArms
	MaxHorizon = 1e10
	MaxPhases  = 1000
)

// A Kind of environment determines its arms and plays.
type Kind string

// The kinds of environment.
const (
	Stochastic    Kind = "stochastic"
	Deterministic Kind = "deterministic"
	MatroidKind   Kind = "matroid"
	Changing      Kind = "changing"
	TableKind     Kind = "table"
)

// Feedback is the part of a round's rewards that a learner sees.
type Feedback string

// The kinds of feedback.
const (
	Bandit     Feedback = "bandit"      // the reward of the arm it pulled
	SemiBandit Feedback = "semi-bandit" // the reward of every arm of its basis
	Full       Feedback = "full"        // the reward of every arm
)

// A Scenario is an environment with a default horizon and ε. It is immutable once built and safe for concurrent use.
type Scenario struct {
	Name string
	// Reference and Data are the arguments of file.Open that open this scenario again;
	// Reference is empty for scenarios made of arms alone.
	Reference, Data string
	Written         string // the arms as the user wrote them, for scenarios made of arms alone

	Paper    string // its source: short name and section; empty for users' scenarios
	Summary  string // one line: its content and purpose
	Kind     Kind
	Feedback Feedback
	Horizon  int      // default number of rounds
	Epsilon  float64  // default privacy parameter, in (0, +Inf]
	Labels   []string // one for each arm, or empty
	Phases   []Phase  // at least one; the first starts at round 1

	// Matroid defines the bases; nil unless Kind is MatroidKind.
	Matroid matroid.Matroid
	// Channels are the arms' local channels in the notation of channel.Parse; empty if the scenario
	// does not choose them.
	Channels []string

	// Local means that the scenario is for local privacy. It only affects the default learners.
	Local bool

	// SharedDraws means that all arms of a round use the same random numbers or table row, so
	// their rewards are correlated: one user rates them all.
	SharedDraws bool

	// Rows are the source of the rewards; nil unless Kind is TableKind.
	Rows *Rows
}

// A Phase is an interval of rounds with constant distributions.
type Phase struct {
	From  int // its first round
	Arms  []arm.Distribution
	Means []float64 // of Arms

	// Best is the play with the largest expected reward, BestMean. Of several, it is the one with the lowest numbers.
	Best     []int
	BestMean float64
}

// IsBest reports whether an arm is in Best or, if a play is one arm, equally good.
func (p *Phase) IsBest(j int) bool {
	return slices.Contains(p.Best, j) || len(p.Best) == 1 && p.Means[j] == p.BestMean
}

// Arms returns the number of arms K (L base arms for matroids).
func (s *Scenario) Arms() int { return len(s.Phases[0].Arms) }

// PlaySize returns how many arms a play has: 1, or the matroid's rank.
func (s *Scenario) PlaySize() int { return len(s.Phases[0].Best) }

// PhaseAt returns the phase of round t ≥ 1 and its index.
func (s *Scenario) PhaseAt(t int) (*Phase, int) {
	i := len(s.Phases) - 1
	for i > 0 && s.Phases[i].From > t {
		i--
	}
	return &s.Phases[i], i
}

// Breakpoints returns the first rounds of all phases but the first.
func (s *Scenario) Breakpoints() []int {
	return param.Map(s.Phases[1:], func(p Phase) int { return p.From })
}

// Label returns the name of arm j, or its number from 1.
func (s *Scenario) Label(j int) string {
	if j < len(s.Labels) {
		return s.Labels[j]
	}
	return fmt.Sprint(j + 1)
}

// Gaps returns the Δ_j of the first phase, the best play's mean minus each arm's. They are
// meaningful only if a play is one arm.
func (s *Scenario) Gaps() []float64 {
	p := &s.Phases[0]
	return param.Map(p.Means, func(mean float64) float64 { return p.BestMean - mean })
}

// measure computes the means and the best play of a phase.
func (s *Scenario) measure(p *Phase) {
	p.Means = param.Map(p.Arms, arm.Distribution.Mean)
	equalize(p.Means)
	if s.Matroid != nil {
		p.Best, p.BestMean = matroid.Optimal(s.Matroid, p.Means), 0
		for _, e := range p.Best {
			p.BestMean += p.Means[e]
		}
		return
	}
	p.BestMean = slices.Max(p.Means)
	p.Best = []int{slices.Index(p.Means, p.BestMean)}
}

// equalize makes means equal that tie with the largest of them (noise.TieLimit): they would be
// equal without rounding.
func equalize(means []float64) {
	order := param.Order(len(means), func(a, b int) int { return cmp.Compare(means[b], means[a]) })
	for i, j := range order[1:] {
		if larger := means[order[i]]; means[j] >= noise.TieLimit(larger) {
			means[j] = larger
		}
	}
}

// Rewards draws the rewards X_j(t) of one seed. X_j(t) is a pure function of (scenario, seed,
// j, t), independent of the order of calls. A Rewards is not safe for concurrent use.
type Rewards struct {
	scenario *Scenario
	inOrder  *table.Table // its row t is round t; nil if rewards are drawn
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

// Seek moves to the phase of round t ≥ 0 and returns it. Round 0, which some algorithms observe
// before they begin, is in the first phase.
func (r *Rewards) Seek(t int) *Phase {
	p, i := r.scenario.PhaseAt(t)
	r.phase, r.until = p, 0
	if i+1 < len(r.scenario.Phases) {
		r.until = r.scenario.Phases[i+1].From
	}
	return p
}

// Until returns the first round after the current phase, or 0 if it never ends.
func (r *Rewards) Until() int { return r.until }

// At returns X_j(t) for a round t in the current phase.
func (r *Rewards) At(j, t int) float64 {
	if law, ok := r.phase.Arms[j].(arm.Bernoulli); ok { // the usual case: the cell stays in registers
		cell := noise.At(r.keys[j], t)
		return law.Sample(&cell)
	}
	if r.inOrder != nil {
		return r.inOrder.At(j, t-1)
	}
	r.cell = noise.At(r.keys[j], t)
	return r.phase.Arms[j].Sample(&r.cell)
}

// Draw draws X_j(t), X_j(t+1), … of the current phase into out until it is full or the total loss, 1−x for a reward
// x, exceeds losses. It returns the number of rewards, including the last, and their sum in the order of rounds.
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

// Finish checks a new scenario and fills in its means and best plays. Errors are *param.FieldError.
func (s *Scenario) Finish() (*Scenario, error) {
	if len(s.Phases) > MaxPhases {
		return nil, param.Refuse("phase", "phase: %s phases are too many, at most %s are allowed",
			number.Count(len(s.Phases)), number.Count(MaxPhases))
	}
	if err := CheckHorizon(float64(s.Horizon)); err != nil {
		return nil, param.Refuse("horizon", "horizon: %w", err)
	}
	if err := s.CheckRows(s.Horizon); err != nil {
		return nil, param.Refuse("horizon", "horizon %w", err)
	}
	switch {
	case !(s.Epsilon > 0):
		return nil, param.Refuse("epsilon", "epsilon: must be a positive number or inf")
	case s.Epsilon < channel.MinEpsilon:
		return nil, param.Refuse("epsilon", "epsilon: must be at least %v, or inf", channel.MinEpsilon)
	}
	for i := range s.Phases {
		if err := s.checkPhase(i); err != nil {
			return nil, err
		}
	}
	if err := s.checkPerArm(); err != nil {
		return nil, err
	}
	for i := range s.Phases {
		s.measure(&s.Phases[i])
	}
	return s, nil
}

// checkPhase checks a phase and its order after earlier ones.
func (s *Scenario) checkPhase(i int) error {
	p, field := &s.Phases[i], ""
	if s.Kind == Changing {
		field = fmt.Sprintf("phase[%d].", i)
	}
	switch arms := len(p.Arms); {
	case i == 0 && p.From != 1:
		return param.Refuse(field+"from", "phase 1: from must be 1, not %d", p.From)
	case i > 0 && p.From <= s.Phases[i-1].From:
		return param.Refuse(field+"from", "phase %d: from must be above %d, where phase %d starts", i+1, s.Phases[i-1].From, i)
	case CheckArms(arms) != nil:
		return &param.FieldError{Field: field + "arms", Err: CheckArms(arms)}
	case arms != s.Arms():
		return param.Refuse(field+"arms", "phase %d: %d arms, but phase 1 has %d", i+1, arms, s.Arms())
	}
	for j, law := range p.Arms {
		if s.Kind == Deterministic && law.Variance() != 0 {
			return param.Refuse(fmt.Sprintf("%sarms[%d]", field, j),
				"arm %d: %v: must be constant in a deterministic scenario", j+1, law)
		}
	}
	return nil
}

func (s *Scenario) checkPerArm() error {
	arms := s.Arms()
	for _, of := range []struct {
		field string
		given int
	}{{"labels", len(s.Labels)}, {"channels", len(s.Channels)}} {
		if of.given != 0 && of.given != arms {
			return param.Refuse(of.field, "%s: %d given for %d arms: give one for each arm, or omit them", of.field, of.given, arms)
		}
	}
	if s.Matroid != nil && s.Matroid.Size() != arms {
		return param.Refuse("matroid", "matroid: %d arms for a matroid of %d", arms, s.Matroid.Size())
	}
	for j, text := range s.Channels {
		if _, err := channel.Parse(text, s.Epsilon); err != nil {
			return param.Refuse(fmt.Sprintf("channels[%d]", j), "channels: arm %d: %w", j+1, err)
		}
	}
	return nil
}

// CheckArms returns an error if a number of arms is not allowed.
func CheckArms(arms int) error {
	switch {
	case arms < 1:
		return errors.New("arms: there must be at least one")
	case arms > MaxArms:
		return fmt.Errorf("arms: %s are too many, at most %s are allowed", number.Count(arms), number.Count(MaxArms))
	}
	return nil
}

// CheckRows returns an error if the scenario has fewer rounds than horizon. Only tables played in order can.
func (s *Scenario) CheckRows(horizon int) error {
	if s.InOrder() && horizon > s.Rows.Table.Rows {
		return fmt.Errorf("%d: must be at most %s, the rows of the table; order = \"drawn\" has no limit", horizon,
			number.Count(s.Rows.Table.Rows))
	}
	return nil
}

// ParseHorizon reads a number of rounds as it is typed or as screens show it: 1e6, 1_000_000, 1,000,000.
func ParseHorizon(text string) (int, error) {
	text = strings.NewReplacer(",", "_", " ", "_").Replace(text)
	rounds, err := number.Parse(text)
	if err != nil || !number.IsWhole(text, rounds) {
		rounds = math.NaN() // refused with the range, like any other wrong value
	}
	return int(rounds), CheckHorizon(rounds)
}

// CheckHorizon returns an error if a number of rounds is not allowed.
func CheckHorizon(rounds float64) error {
	if rounds != math.Trunc(rounds) || rounds < 1 || rounds > MaxHorizon {
		return errors.New("must be a whole number from 1 to " + number.Count(MaxHorizon))
	}
	return nil
}
