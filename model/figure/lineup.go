package figure

import (
	"cmp"
	_ "embed"
	"fmt"
	"strings"

	"regretscope/model"
	"regretscope/noise/param"
	"regretscope/scenarios/file"
)

// A Lineup is a comparison under a name: a scenario, and the learners that are
// worth seeing side by side in it. It is written in the words of the command
// line so that it can be copied and changed there.
type Lineup struct {
	Name     string   `json:"name"`
	Summary  string   `json:"summary"`                    // one line: what there is to see
	Paper    string   `json:"paper"`                      // where it comes from
	Scenario string   `json:"scenario,omitempty"`         // as --scenario takes it
	Arms     string   `json:"arms,omitempty"`             // instead: as --arms takes them
	Full     bool     `json:"full_information,omitempty"` // with Arms
	Learners []string `json:"learners"`                   // as --learner takes them
	Channel  string   `json:"channel,omitempty"`          // as --channel takes it; empty: the learners' own
	Epsilon  float64  `json:"epsilon,omitempty"`          // privacy parameter; 0: the scenario's
	Horizon  int      `json:"horizon,omitempty"`          // in rounds; 0: the scenario's
	Data     bool     `json:"needs_data"`                 // the scenario reads a folder that the user has
	Figure   *Figure  `json:"-"`                          // whose panel it is, at one ε; nil: it belongs to no figure
}

//go:embed comparisons.toml
var comparisons []byte

// otherLineups returns the comparisons that belong to no figure. A mistake in their file leaves
// some out, which the tests find.
func otherLineups() (all []*Lineup) {
	var read struct{ Comparison []*Lineup }
	_ = file.Decode("comparisons.toml", comparisons, &read)
	return read.Comparison
}

// shownHorizon is the longest horizon that a comparison asks for: the terminal
// program plays round by round.
const shownHorizon = 10_000_000

// Lineups returns every comparison there is, in the order of listings: one for
// each panel of a figure, and further ones.
func Lineups() []*Lineup {
	var all []*Lineup
	for _, f := range All() {
		for i := range f.Panels {
			all = append(all, f.lineups(&f.Panels[i])...)
		}
	}
	return append(all, otherLineups()...)
}

// lineups returns a panel's comparisons. The first is called as the figure, with the
// panel's name where it has one. Where a panel shows regret over rounds, every ε
// of it is a picture of its own, and the further ones have ε in their names.
func (f *Figure) lineups(p *Panel) []*Lineup {
	var all []*Lineup
	epsilons := orDefault(p.epsilons(), 0)
	if p.X.Shows != Rounds {
		epsilons = epsilons[:1]
	}
	learners := alternatives(p.Learners)
	for _, epsilon := range epsilons {
		l := &Lineup{
			Name: f.File(p), Figure: f, Paper: f.Paper, Summary: cmp.Or(p.Title, f.Summary), Data: p.needsData(),
			Scenario: orDefault(alternatives(p.Scenarios), "")[0], Arms: orDefault(p.Arms, "")[0], Full: p.Full,
			Learners: learners[:min(len(learners), model.MaxLearners)],
			Channel:  p.channels()[0], Epsilon: epsilon, Horizon: min(orDefault(p.Horizon, 0)[0], shownHorizon),
		}
		if len(all) > 0 {
			l.Name += "-" + param.FormatNumber(epsilon)
			l.Summary += ", at ε = " + param.FormatNumber(epsilon)
		}
		all = append(all, l)
	}
	return all
}

// FindLineup returns the comparison with the given name; the error of an unknown
// one names the nearest.
func FindLineup(name string) (*Lineup, error) {
	return param.Find(Lineups(), "comparison", name, func(l *Lineup) string { return l.Name })
}

// Family is what the comparison is one of: its figure, or itself.
func (l *Lineup) Family() (name, summary string) {
	if l.Figure == nil {
		return l.Name, l.Summary
	}
	return l.Figure.ID, l.Figure.Title
}

// Place is what the learners play: the scenario, or the arms.
func (l *Lineup) Place() string {
	if l.Arms != "" {
		return "arms " + l.Arms
	}
	return l.Scenario
}

// Written returns the comparison in flags of the command line.
func (l *Lineup) Written() string {
	parts := []string{"--scenario " + l.Scenario}
	if l.Arms != "" {
		parts[0] = fmt.Sprintf("--arms %q", l.Arms)
		if l.Full {
			parts[0] += " --feedback full"
		}
	}
	if l.Channel != "" {
		parts = append(parts, "--channel "+l.Channel)
	}
	if l.Epsilon != 0 {
		parts = append(parts, "--epsilon "+param.FormatNumber(l.Epsilon))
	}
	if l.Horizon != 0 {
		parts = append(parts, fmt.Sprintf("--horizon %d", l.Horizon))
	}
	for _, learner := range l.Learners {
		parts = append(parts, "--learner "+learner)
	}
	return strings.Join(parts, " ")
}

// Config returns the run that the comparison stands for, with seed 1. Data is the
// folder of a scenario that reads one.
func (l *Lineup) Config(data string) (*model.Config, error) {
	if l.Data && data == "" {
		return nil, fmt.Errorf("%s reads a folder of ratings: begin with --lineup %s --data DIR", l.Name, l.Name)
	}
	points, err := (&Panel{
		Scenarios: listOf(l.Scenario), Arms: listOf(l.Arms), Full: l.Full,
		Learners: l.Learners, Channels: listOf(l.Channel), Epsilon: listOf(l.Epsilon), Horizon: listOf(l.Horizon),
	}).configs(data)
	if err != nil {
		return nil, err
	}
	return points[0], points[0].Check()
}

// listOf returns a list of one value, empty for the zero value.
func listOf[T comparable](x T) []T {
	var zero T
	if x == zero {
		return nil
	}
	return []T{x}
}
