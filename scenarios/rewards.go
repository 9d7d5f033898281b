package scenarios

import (
	"regretscope/noise"
)

// Rewards draws the rewards X_j(t) of one seed. X_j(t) is a pure function of
// (scenario, seed, j, t), whoever asks and in whatever order; a Rewards itself
// belongs to one goroutine.
type Rewards struct {
	scenario *Scenario
	keys     []uint64 // one an arm
	phase    *Phase
	until    int // the first round after the phase; 0 where it never ends
	cell     noise.Cell
}

// Rewards returns the rewards of a seed.
func (s *Scenario) Rewards(seed uint64) *Rewards {
	r := &Rewards{scenario: s, keys: make([]uint64, s.Arms())}
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

// Until is the first round after the present phase, 0 where it never ends.
func (r *Rewards) Until() int { return r.until }

// At returns X_j(t) for a round t of the phase that Seek moved to.
func (r *Rewards) At(j, t int) float64 {
	r.cell = noise.At(r.keys[j], t)
	return r.phase.Arms[j].Sample(&r.cell)
}
