package setup

import (
	"errors"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/figure"
	"regretscope/noise/channel"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
	"regretscope/ui/kit/uitest"
)

// Declarations and presets with optional features that the catalog may lack.
var (
	needsAll = &learners.Declaration{
		ID: "needs-all",
		Listing: learners.Listing{
			Name:    "Needs-All",
			Family:  learners.Experts,
			Paper:   "none",
			Summary: "wants to see every reward",
		},
		Guarantee: learners.Guarantee{Privacy: learners.Central},
		Feedback:  learners.FullFeedback,
		Parameters: param.List{
			{Name: "noise", Meaning: "its law", Choices: []string{"laplace", "gumbel"}, Notes: []string{"two-sided", "softmax"}, Default: "laplace"},
			{Name: "scale", Meaning: "in units of 1/ε", Min: 0, Above: true, Max: 100, Default: "2"},
		},
		New: nobody,
	}
	needsBasis = &learners.Declaration{
		ID:        "needs-basis",
		Listing:   learners.Listing{Name: "Needs-Basis", Family: learners.Matroids, Paper: "none", Summary: "plays bases"},
		Guarantee: learners.Guarantee{Privacy: learners.Central},
		Feedback:  learners.SemiBanditFeedback,
		New:       nobody,
	}
	derives = &learners.Declaration{
		ID:           "derives",
		Listing:      learners.Listing{Name: "Derives", Family: learners.LocalPrivacy, Paper: "none", Summary: "has a window"},
		Guarantee:    learners.Guarantee{Privacy: learners.Local},
		Feedback:     learners.BanditFeedback,
		KnowsHorizon: true,
		Parameters: param.List{
			{Name: "w", Meaning: "window", Min: 1, Max: 1e9, Whole: true, Derived: "T/K"},
			{Name: "b", Meaning: "bias", Min: 0, Max: 1e9, Derived: "4/ε"},
		},
		Derive: func(s learners.Setting, _ param.Set, name string) float64 {
			if name == "w" {
				return float64(s.Horizon / s.Arms)
			}
			return 4 / s.Epsilon
		},
		New: nobody,
	}
	reports = &learners.Declaration{
		ID: "reports",
		Listing: learners.Listing{
			Name:    "Reports",
			Family:  learners.LocalPrivacy,
			Paper:   "none",
			Summary: "ranks arms by their bits",
		},
		Guarantee:     learners.Guarantee{Privacy: learners.Local},
		Feedback:      learners.BanditFeedback,
		Channel:       "linear",
		TrustsReports: true,
		Accepts: func(c channel.Channel) error {
			if !c.Bits() {
				return errors.New("it needs bits")
			}
			return nil
		},
		Parameters: param.List{{Name: "claim", Meaning: "ε of its worst channel", Min: 0, Max: 1e9, Derived: "max ε"}},
		Derive: func(s learners.Setting, _ param.Set, _ string) float64 {
			worst := 0.
			for _, c := range s.Channels {
				worst = max(worst, c.Epsilon())
			}
			return worst
		},
		New: nobody,
	}
	coins = &scenarios.Preset{
		Name: "coins", Title: "fair coins", Paper: "none", Summary: "as many fair coins as wanted",
		Kind: scenarios.Stochastic, Feedback: scenarios.Full,
		Parameters: param.List{{Name: "K", Meaning: "arms", Min: 1, Max: 1000, Whole: true, Default: "3"}},
		Build: func(v param.Values, _ string) (*scenarios.Scenario, error) {
			return &scenarios.Scenario{
				Horizon: 2000, Epsilon: 2, Phases: []scenarios.Phase{{From: 1, Arms: fair(int(v.Number("K")))}},
			}, nil
		},
	}
	films = &scenarios.Preset{
		Name: "films", Title: "films", Paper: "none", Summary: "ratings from a folder", NeedsData: true,
		Kind: scenarios.Stochastic, Feedback: scenarios.Bandit,
		Build: func(_ param.Values, data string) (*scenarios.Scenario, error) {
			if data != "ml" {
				return nil, errors.New("no ratings in " + data)
			}
			return &scenarios.Scenario{Horizon: 300, Epsilon: 1, Phases: []scenarios.Phase{{From: 1, Arms: fair(4)}}}, nil
		},
	}
)

// nobody returns no learner: these declarations are listed and configured, but never play.
func nobody(learners.Setting, param.Values) learners.Learner { return nil }

func fair(n int) []arm.Distribution {
	laws := make([]arm.Distribution, n)
	for i := range laws {
		laws[i], _ = arm.Parse("0.5")
	}
	return laws
}

// A driver is a person at the screen.
type driver struct {
	t      *testing.T
	screen *Screen
	start  *model.Config // what the newest keys started
}

func drive(t *testing.T) *driver {
	t.Helper()
	return driveWith(t, Options{Open: openTestFile})
}

// driveWith adds the declarations above to the existing ones.
func driveWith(t *testing.T, o Options) *driver {
	t.Helper()
	o.Presets = append(scenarios.Presets(), coins, films)
	o.Learners = append(learners.All(), needsAll, needsBasis, derives, reports)
	d := &driver{t: t}
	o.Start = func(config *model.Config) tea.Cmd {
		d.start = config
		return nil
	}
	d.screen = New(uitest.Theme(termenv.Ascii), o)
	d.screen.SetSize(120, 36)
	return d
}

// smallCatalog is a fixed selection, independent of the catalog's growth.
func smallCatalog(t *testing.T) Options {
	t.Helper()
	o := Options{Open: openTestFile, Learners: []*learners.Declaration{needsAll, needsBasis, derives}}
	for _, id := range []string{"ucb1", "lazy-dp-ts", "anytime-lazy-ucb"} {
		d := param.Must(learners.Find(id))
		o.Learners = append([]*learners.Declaration{d}, o.Learners...)
	}
	p := param.Must(scenarios.FindPreset("hhmh-1"))
	o.Presets = []*scenarios.Preset{p, coins}
	o.Lineups = []*figure.Lineup{
		{Name: "pair", Paper: "none", Summary: "one beside the other", Scenario: "hhmh-1", Learners: []string{"lazy-dp-ts", "ucb1"}},
		{Name: "prices", Paper: "none", Summary: "what privacy costs", Scenario: "hhmh-1", Learners: []string{"lazy-dp-ts,epsilon=0.25", "lazy-dp-ts"}},
	}
	return o
}

func openTestFile(ref string) (*scenarios.Scenario, error) {
	if ref != "two.toml" {
		return nil, errors.New(ref + ": no such file")
	}
	s, err := scenarios.FromArms("two", fair(2), scenarios.Bandit)
	if err == nil {
		s.Reference, s.Horizon = ref, 777
	}
	return s, err
}

// press presses keys, by name or as letters, and runs what follows.
func (d *driver) press(keys ...string) *driver {
	d.t.Helper()
	for _, k := range keys {
		d.start = nil
		d.run(uitest.Press(d.screen, k))
	}
	return d
}

func (d *driver) run(cmd tea.Cmd) { uitest.Settle(d.t, cmd, nil, d.screen.Update) }

// scenario moves to a scenario of the list.
func (d *driver) scenario(name string) *driver {
	d.t.Helper()
	d.screen.goTo(scenarioSection)
	d.press("home")
	for range d.screen.selected.scenarios.entries {
		if e := d.screen.selected.scenarios.chosen; e.Name == name || e.Title == name {
			return d
		}
		d.press("down")
	}
	d.t.Fatalf("%s is not in the list", name)
	return d
}

// learner moves to a learner of the list.
func (d *driver) learner(id string) *driver {
	d.t.Helper()
	d.screen.goTo(learnerSection)
	d.press("home")
	for _, r := range d.screen.selected.learners.rows {
		if r.heading() {
			d.screen.selected.learners.unfolded[r.reason] = true
		}
	}
	d.screen.selected.learners.relist()
	for range d.screen.selected.learners.rows {
		if at, _ := d.screen.selected.learners.current(); !at.heading() && at.ID == id {
			return d
		}
		d.press("down")
	}
	d.t.Fatalf("%s is not in the list", id)
	return d
}

// started presses Enter and expects that a run starts.
func (d *driver) started() *model.Config {
	d.t.Helper()
	if d.press("enter"); d.start == nil {
		d.t.Fatalf("nothing starts:\n%s", d.screen.View())
	}
	return d.start
}

// refused presses Enter and expects the reason on screen.
func (d *driver) refused(why string) {
	d.t.Helper()
	if d.press("enter"); d.start != nil {
		d.t.Fatalf("it starts; want the refusal %q", why)
	}
	d.sees("✗ " + why)
}

// sees expects a text on screen, across line breaks.
func (d *driver) sees(text string) {
	d.t.Helper()
	d.screen.SetSize(100, 60) // one section at a time, with room for whole sentences
	defer d.screen.SetSize(120, 36)
	if view := d.screen.View(); !strings.Contains(view, text) {
		d.t.Errorf("%q is not on screen:\n%s", text, view)
	}
}

func ids(chosen []learners.Spec) string {
	texts := make([]string, len(chosen))
	for i, spec := range chosen {
		texts[i] = spec.String()
	}
	return strings.Join(texts, " ")
}
