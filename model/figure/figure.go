// Package figure holds the papers' figures and tables as data: the experiments, the paper's
// statements about them, and the rules that judge each statement from the runs of this program. It
// also holds the named comparisons, most of which are panels of figures.
//
// A figure is one file in the folder data. For what a paper leaves out, the file lists this project's choices.
package figure

import (
	"cmp"
	"embed"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"gonum.org/v1/gonum/floats"

	"regretscope/model"
	"regretscope/model/choice"
	"regretscope/model/trials"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/file"
)

// A Figure is a figure or table of a paper, or a statement that this program turns into one.
type Figure struct {
	ID          string       `toml:"id"`      // as reproduce takes it
	Paper       string       `toml:"paper"`   // short name and place
	Title       string       `toml:"title"`   // what is shown
	Summary     string       `toml:"summary"` // one line: what to look for
	Runs        int          `toml:"runs"`    // the paper's number of replications; 20 if it gives no number
	MaxRuns     int          `toml:"most"`    // the maximum number of replications; default 1280
	Assumptions []Assumption `toml:"gap"`
	Panels      []Panel      `toml:"panel"`
	Claims      []Claim      `toml:"claim"`
}

// An Assumption is this project's choice of something that the paper leaves out.
type Assumption struct {
	Missing string `toml:"what"`
	Choice  string `toml:"ours"`
}

// A Panel is one experiment: learners on the same rewards, at one configuration
// or at every combination of several scenarios, channels, ε and horizons.
type Panel struct {
	Name      string    `toml:"name"`      // unique in the figure; the first may be empty
	Title     string    `toml:"title"`     // empty: the figure's title
	Scenarios []string  `toml:"scenarios"` // as --scenario takes them, alternatives included (K=4|16)
	Arms      []string  `toml:"arms"`      // instead of Scenarios: texts as --arms takes them
	Full      bool      `toml:"full"`      // with Arms: full information
	Learners  []string  `toml:"learners"`  // as --learner takes them, alternatives included
	Channels  []string  `toml:"channels"`  // as --channel takes them, alternatives included; empty: the learners' own
	Epsilon   []float64 `toml:"epsilon"`   // empty: the scenario's
	Spaced    *Spaced   `toml:"epsilon-spaced"`
	Horizon   []int     `toml:"horizon"` // empty: the scenario's
	At        []int     `toml:"at"`      // rounds to report beside the evenly spaced ones
	Points    int       `toml:"points"`  // how many evenly spaced rounds to report; 0 is 25
	X         Axis      `toml:"x"`
	Y         Axis      `toml:"y"`
}

// Spaced describes evenly spaced values from From to To, or values with evenly spaced inverses.
type Spaced struct {
	From    float64 `toml:"from"`
	To      float64 `toml:"to"`
	Count   int     `toml:"count"`
	Inverse bool    `toml:"inverse"`
}

// An Axis is what a panel shows along one side.
type Axis struct {
	Shows Quantity `toml:"shows"`
	Log   bool     `toml:"log"`
}

// A Quantity is the quantity that an axis shows.
type Quantity string

// The quantities. On the x axis all but Rounds are measured at the horizon.
const (
	Rounds        Quantity = "t"                  // the default of x
	PrivacyAxis   Quantity = "ε"                  //
	InverseAxis   Quantity = "1/ε"                //
	HorizonAxis   Quantity = "T"                  //
	ArmsAxis      Quantity = "K"                  // the number of arms
	RankAxis      Quantity = "rank"               // the number of arms in a play
	OutsideAxis   Quantity = "L − K"              // the number of arms outside a basis
	PhasesAxis    Quantity = "L"                  // the number of phases within the horizon
	GapAxis       Quantity = "Δ"                  // the smallest positive gap
	ChannelAxis   Quantity = "b"                  // the last number of the channel's text
	SlopeAxis     Quantity = "1/(p00 + p11 − 1)²" // of the first learner's channel; lowest for the best one
	WindowAxis    Quantity = "w"                  // the last number of the learner's text: one line through all learners
	Regret        Quantity = "R"                  // mean regret, the default of y
	Return        Quantity = "return"             // mean expected per-round return
	RegretByLog   Quantity = "R/ln t"
	ExpectedExact Quantity = "E[R]" // the exact expectation
)

const seed = 1

// NeedsData reports whether a scenario of the figure reads a folder of the user's.
func (f *Figure) NeedsData() bool {
	return slices.ContainsFunc(f.Panels, func(p Panel) bool { return p.needsData() })
}

// Computed reports whether the panel shows exact expectations, which take no runs.
func (p *Panel) Computed() bool { return p.Y.Shows == ExpectedExact }

func (p *Panel) needsData() bool { return slices.ContainsFunc(p.Scenarios, needsData) }

func needsData(scenario string) bool {
	name, _, _ := strings.Cut(scenario, ",")
	preset, err := scenarios.FindPreset(name)
	return err == nil && preset.NeedsData
}

// epsilons returns the panel's privacy parameters; empty for the scenario's.
func (p *Panel) epsilons() []float64 {
	if p.Spaced == nil {
		return p.Epsilon
	}
	values := make([]float64, p.Spaced.Count)
	if !p.Spaced.Inverse {
		return floats.Span(values, p.Spaced.From, p.Spaced.To)
	}
	floats.Span(values, 1/p.Spaced.From, 1/p.Spaced.To)
	for i, x := range values {
		values[i] = 1 / x
	}
	return values
}

// sources returns the panel's scenarios. Those that need data read it from the folder data.
func (p *Panel) sources(data string) []choice.Source {
	feedback := scenarios.Bandit
	if p.Full {
		feedback = scenarios.Full
	}
	all := param.Map(p.Arms, func(text string) choice.Source { return choice.Source{Arms: text, Feedback: feedback} })
	for _, text := range p.Scenarios {
		from := choice.Source{Scenario: text}
		if needsData(text) {
			from.Data = data
		}
		all = append(all, from)
	}
	return all
}

// channels returns the panel's local channels, or one empty text if learners keep their own.
func (p *Panel) channels() []string { return param.Or(alternatives(p.Channels), "") }

func alternatives(texts []string) []string {
	return slices.Concat(param.Map(texts, param.Alternatives)...)
}

// configs returns the panel's grid points: by scenario, then by channel, by ε and by horizon.
func (p *Panel) configs(data string) ([]*model.Config, error) {
	own := choice.Choice{
		Sources: p.sources(data), Learners: p.Learners, Channels: p.channels(),
		Epsilons: p.epsilons(), Horizons: p.Horizon, Seed: seed,
	}
	return own.Points()
}

// Experiment returns the panel's experiment. Scenarios that need data read it from the folder data.
func (p *Panel) Experiment(data string, runs int) (*trials.Experiment, error) {
	points, err := p.configs(data)
	if err != nil {
		return nil, err
	}
	e := &trials.Experiment{Points: points, Runs: runs, At: p.rounds(points)}
	return e, e.Check()
}

// rounds returns the rounds to report: evenly spaced ones if the x axis shows rounds, those
// that the panel names, and the longest horizon.
func (p *Panel) rounds(points []*model.Config) []int {
	longest := slices.MaxFunc(points, func(a, b *model.Config) int { return a.Horizon - b.Horizon }).Horizon
	at := append(slices.Clone(p.At), longest)
	if p.X.Shows == Rounds {
		at = append(at, trials.Spaced(longest, cmp.Or(p.Points, 25), p.X.Log)...)
	}
	slices.Sort(at)
	return slices.Compact(at)
}

//go:embed data/*.toml
var files embed.FS

// order lists the beginnings of ids in listing order: papers, and a paper's numbered figures
// before its other statements. Figures that match no line come last.
//
//go:embed data/order.txt
var order string

var load = sync.OnceValue(func() []*Figure {
	var figures []*Figure
	for _, entry := range param.Must(files.ReadDir("data")) {
		name := entry.Name()
		figures = append(figures, param.Must(Parse(name, param.Must(files.ReadFile("data/"+name)))))
	}
	slices.SortStableFunc(figures, func(a, b *Figure) int { return listingPlace(a.ID) - listingPlace(b.ID) })
	return figures
})

// listingPlace returns a figure's position in listings.
func listingPlace(id string) int {
	beginnings := strings.Fields(order)
	i := slices.IndexFunc(beginnings, func(beginning string) bool { return strings.HasPrefix(id, beginning) })
	if i < 0 {
		return len(beginnings)
	}
	return i
}

// All returns all figures. Callers must not change them.
func All() []*Figure { return slices.Clone(load()) }

// Find returns the figure with the given id. The error names the nearest.
func Find(id string) (*Figure, error) {
	return param.Find(All(), "figure", id, func(f *Figure) string { return f.ID })
}

// Parse reads a figure from a file called name. It checks its keys alone: tests check the rest of every figure.
func Parse(name string, text []byte) (*Figure, error) {
	var f Figure
	if err := file.Decode(name, text, &f); err != nil {
		return nil, err
	}
	f.Runs, f.MaxRuns = cmp.Or(f.Runs, 20), cmp.Or(f.MaxRuns, 1280)
	for i := range f.Panels {
		x, y := &f.Panels[i].X.Shows, &f.Panels[i].Y.Shows
		*x, *y = cmp.Or(*x, Rounds), cmp.Or(*y, Regret)
	}
	return &f, nil
}

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

// Lineups returns all comparisons in listing order: one for each panel of a figure, then the others.
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

// FindLineup returns the comparison with the given name; the error of an unknown one names the nearest.
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

// Environment returns the scenario or the arms.
func (l *Lineup) Environment() string {
	if l.Arms != "" {
		return "arms " + l.Arms
	}
	return l.Scenario
}

// Config returns the comparison's configuration, with seed 1. Scenarios that need data read it from the folder data.
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
