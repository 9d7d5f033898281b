package trials

import (
	"cmp"
	"slices"

	"gonum.org/v1/gonum/stat"

	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
)

// An Environment is a full description of a scenario: its rewards, plays and default channels.
type Environment struct {
	Name     string             `json:"name"`
	Written  string             `json:"arms,omitempty"` // as --arms took it; empty for other scenarios
	Kind     scenarios.Kind     `json:"kind"`
	Feedback scenarios.Feedback `json:"feedback"`
	Labels   []string           `json:"labels,omitempty"`
	Channels []string           `json:"channels,omitempty"` // one per arm, as --channel takes them
	Matroid  *Structure         `json:"matroid,omitempty"`
	Phases   []Phase            `json:"phases"`
	Table    *Table             `json:"table,omitempty"`

	// SharedDraws reports whether all arms of a round use the same random numbers, so that the
	// laws below are marginals.
	SharedDraws bool `json:"shared_draws,omitempty"`
}

// Title returns what tells the environment from others in a grid: the arms as written, or its name.
func (e *Environment) Title() string { return cmp.Or(e.Written, e.Name) }

// A Table is the source of an environment's rewards.
type Table struct {
	Rows  int    `json:"rows"`
	Order string `json:"order"`  // "as it is", where regret is against the best arm in hindsight, or "drawn"
	Sum   string `json:"sha256"` // of the arms' names and rewards

	Indexed bool `json:"indexed,omitempty"` // its first column has no name and is left out
}

// A Structure is a description of a matroid.
type Structure struct {
	Kind string   `json:"kind"`
	Rank int      `json:"rank"`
	Arms []string `json:"arms"` // each arm's vector, edge, block or sets
}

// A Phase is a description of one phase of an environment.
type Phase struct {
	From  int       `json:"from"`
	Arms  []string  `json:"arms"`
	Means []float64 `json:"means"`
	// Channels are those of a phase in records of version 2, as part of their hash.
	Channels []string `json:"channels,omitempty"`
}

// UniformRegret returns the expected regret of playing every arm with the same probability, up to
// a round; ok is false where a play has several arms, for tables, and if no arm is better.
func (e *Environment) UniformRegret(round int) (regret float64, ok bool) {
	if e.Matroid != nil || e.Table != nil {
		return 0, false
	}
	for i, p := range e.Phases {
		if len(p.Means) == 0 {
			return 0, false // unknown
		}
		until := round
		if i+1 < len(e.Phases) {
			until = min(round, e.Phases[i+1].From-1)
		}
		regret += float64(max(0, until-p.From+1)) * (slices.Max(p.Means) - stat.Mean(p.Means, nil))
	}
	return regret, regret > 0
}

func environment(s *scenarios.Scenario) Environment {
	e := Environment{
		Name: s.Name, Written: s.Written, Kind: s.Kind, Feedback: s.Feedback,
		Labels: s.Labels, Channels: s.Channels, SharedDraws: s.SharedDraws,
	}
	if m := s.Matroid; m != nil {
		e.Matroid = &Structure{Kind: m.Kind(), Rank: m.Rank()}
		for j := range m.Size() {
			e.Matroid.Arms = append(e.Matroid.Arms, m.Describe(j))
		}
	}
	if s.Rows != nil {
		e.Table = &Table{s.Rows.Table.Rows, s.Rows.Order(), s.Rows.Sum, s.Rows.Indexed}
	}
	for i := range s.Phases {
		p := &s.Phases[i]
		e.Phases = append(e.Phases, Phase{
			From: p.From, Means: p.Means, Arms: param.Map(p.Arms, arm.Distribution.String),
		})
	}
	return e
}
