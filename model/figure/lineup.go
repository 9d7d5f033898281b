package figure

import (
	"cmp"
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strings"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/scenarios/file"
)

// A Lineup is a named comparison: a scenario and learners to run side by side. Its fields are
// in the format of command-line flags, so that users can copy and change them.
type Lineup struct {
	Name     string   `json:"name"`
	Summary  string   `json:"summary"`                    // one line: what to look for
	Paper    string   `json:"paper"`                      // where it comes from
	Scenario string   `json:"scenario,omitempty"`         // as --scenario takes it
	Arms     string   `json:"arms,omitempty"`             // in place of Scenario, as --arms takes them
	Full     bool     `json:"full_information,omitempty"` // with Arms
	Learners []string `json:"learners"`                   // as --learner takes them
	Channel  string   `json:"channel,omitempty"`          // as --channel takes it; empty: the learners' own
	Epsilon  float64  `json:"epsilon,omitempty"`          // privacy parameter; 0: the scenario's
	Horizon  int      `json:"horizon,omitempty"`          // in rounds; 0: the scenario's
	Data     bool     `json:"needs_data"`                 // the scenario reads a folder of the user's
	Figure   *Figure  `json:"-"`                          // the figure that it is a panel of; nil: none
}

// comparisons are those that belong to no figure.
//
//go:embed comparisons.toml
var comparisons []byte

// shownHorizon limits the horizon of a comparison: the terminal program plays round by round.
const shownHorizon = 10_000_000

// Lineups returns all comparisons in listing order: one for each panel of a figure, then the
// others.
func Lineups() []*Lineup {
	var lineups []*Lineup
	for _, f := range All() {
		for i := range f.Panels {
			lineups = append(lineups, f.lineups(&f.Panels[i])...)
		}
	}
	var others struct{ Comparison []*Lineup }
	_ = file.Decode("comparisons.toml", comparisons, &others) // tests find mistakes in it
	return append(lineups, others.Comparison...)
}

// lineups returns a panel's comparisons. The first has the name of the panel's files. If the x axis
// shows rounds, each further ε has its own comparison, with ε at the end of its name.
func (f *Figure) lineups(p *Panel) []*Lineup {
	var lineups []*Lineup
	epsilons := param.Or(p.epsilons(), 0)
	if p.X.Shows != Rounds {
		epsilons = epsilons[:1]
	}
	learners := alternatives(p.Learners)
	for _, epsilon := range epsilons {
		l := &Lineup{
			Name: f.File(p), Figure: f, Paper: f.Paper, Summary: cmp.Or(p.Title, f.Summary), Data: p.needsData(),
			Scenario: param.Or(alternatives(p.Scenarios), "")[0], Arms: param.Or(p.Arms, "")[0], Full: p.Full,
			Learners: learners[:min(len(learners), model.MaxLearners)],
			Channel:  p.channels()[0], Epsilon: epsilon, Horizon: min(param.Or(p.Horizon, 0)[0], shownHorizon),
		}
		if len(lineups) > 0 {
			l.Name += "-" + number.Format(epsilon)
			l.Summary += ", at ε = " + number.Format(epsilon)
		}
		lineups = append(lineups, l)
	}
	return lineups
}

// FindLineup returns the comparison with the given name; the error of an unknown
// one names the nearest.
func FindLineup(name string) (*Lineup, error) {
	return param.Find(Lineups(), "comparison", name, func(l *Lineup) string { return l.Name })
}

// Family returns the comparison's figure, or the comparison itself if it has none.
func (l *Lineup) Family() (name, summary string) {
	if l.Figure == nil {
		return l.Name, l.Summary
	}
	return l.Figure.ID, l.Figure.Title
}

// Place returns the scenario or the arms.
func (l *Lineup) Place() string {
	if l.Arms != "" {
		return "arms " + l.Arms
	}
	return l.Scenario
}

// Config returns the comparison's configuration, with seed 1. Scenarios that need data read it
// from the folder data.
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

// Reported returns the rounds that a grid point reports.
func (s *Sample) Reported(point int) []int { return s.series(point, 0).At }

// Values returns the y values of a learner at the reported round with index k: one for each
// run, and their scale; or a single computed value.
func (s *Sample) Values(point, learner, k int) (values []float64, scale float64, computed bool) {
	switch s.Panel.Y.Shows {
	case ExpectedExact:
		if e := s.exact(point, learner, k); s.Runs == 0 || !math.IsNaN(e) {
			return []float64{e}, 1, true
		}
	case Return:
		return s.returns(point, learner, k), 1, false
	case RegretByLog:
		return s.regrets(point, learner, k), 1 / math.Log(float64(s.round(point, k))), false
	}
	return s.regrets(point, learner, k), 1, false
}

// Curves groups the grid points that differ only in x.
func (s *Sample) Curves() [][]int {
	var groups [][]int
	var names []string
	for p := range s.Points {
		name := s.CurveLabel(p)
		i := slices.Index(names, name)
		if i < 0 {
			i, names, groups = len(names), append(names, name), append(groups, nil)
		}
		groups[i] = append(groups[i], p)
	}
	return groups
}

// CurveLabel returns a grid point's label without the part that the x axis shows.
func (s *Sample) CurveLabel(point int) string {
	if s.Panel.X.Shows == GapAxis {
		return ""
	}
	var parts []string
	for part := range strings.SplitSeq(s.Points[point].Scenario.Name, ",") {
		key, _, _ := strings.Cut(part, "=")
		if !slices.Contains([]string{"K", "L", "length", "rank", "gap"}, key) {
			parts = append(parts, part)
		}
	}
	showsEpsilon := slices.Contains([]Quantity{PrivacyAxis, InverseAxis, SlopeAxis}, s.Panel.X.Shows)
	if !showsEpsilon && len(s.Panel.epsilons()) > 1 {
		parts = append(parts, fmt.Sprintf("ε = %s", number.Format(s.Points[point].Epsilon)))
	}
	return strings.Join(parts, ",")
}

// ShortNames returns short names for the legend: the learner's name if its id is unique, and
// only the parameters if all ids are equal.
func (s *Sample) ShortNames() []string {
	ids := map[string]int{}
	for _, text := range s.Learners() {
		id, _, _ := strings.Cut(text, ",")
		ids[id]++
	}
	names := slices.Clone(s.Learners())
	for i, text := range names {
		id, rest, found := strings.Cut(text, ",")
		name := id
		if d, err := learners.Find(id); err == nil {
			name = d.Name
		}
		switch {
		case ids[id] == 1:
			names[i] = name
		case len(ids) == 1 && found:
			names[i] = strings.ReplaceAll(strings.TrimPrefix(rest, "noise="), ",", " ")
		default:
			text = name + strings.TrimPrefix(text, id)
			names[i] = strings.ReplaceAll(strings.ReplaceAll(text, ",noise=", " "), ",", " ")
		}
	}
	return names
}
