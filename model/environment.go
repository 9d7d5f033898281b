package model

import "regretscope/scenarios"

// An Environment is a scenario written out, with all that its rewards, its
// plays and its default channels depend on.
type Environment struct {
	Name     string             `json:"name"`
	Kind     scenarios.Kind     `json:"kind"`
	Feedback scenarios.Feedback `json:"feedback"`
	Labels   []string           `json:"labels,omitempty"`
	Channels []string           `json:"channels,omitempty"` // one an arm, as --channel takes them
	Matroid  *Structure         `json:"matroid,omitempty"`
	Phases   []Stretch          `json:"phases"`

	// SharedDraws says that all arms of a round come from the same random
	// numbers, so that the laws below are marginals.
	SharedDraws bool `json:"shared_draws,omitempty"`
}

// A Structure is a matroid written out.
type Structure struct {
	Kind string   `json:"kind"`
	Rank int      `json:"rank"`
	Arms []string `json:"arms"` // what each is: its vector, edge, block or sets
}

// A Stretch is a phase of an environment written out.
type Stretch struct {
	From  int       `json:"from"`
	Arms  []string  `json:"arms"`
	Means []float64 `json:"means"`
}

func environment(s *scenarios.Scenario) Environment {
	e := Environment{
		Name: s.Name, Kind: s.Kind, Feedback: s.Feedback,
		Labels: s.Labels, Channels: s.Channels, SharedDraws: s.SharedDraws,
	}
	if m := s.Matroid; m != nil {
		e.Matroid = &Structure{Kind: m.Kind(), Rank: m.Rank()}
		for j := range m.Size() {
			e.Matroid.Arms = append(e.Matroid.Arms, m.Describe(j))
		}
	}
	for i := range s.Phases {
		p := &s.Phases[i]
		stretch := Stretch{From: p.From, Means: p.Means}
		for _, law := range p.Arms {
			stretch.Arms = append(stretch.Arms, law.String())
		}
		e.Phases = append(e.Phases, stretch)
	}
	return e
}
