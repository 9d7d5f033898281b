package setup

import (
	"errors"
	"slices"
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

type driver struct {
	*uitest.Person
	*Screen
	start *model.Config // what Enter started
}

func drive(t *testing.T) *driver {
	t.Helper()
	return driveWith(t, Options{Open: openTestFile})
}

// driveWith adds the declarations above to the existing ones, unless the options have their own.
func driveWith(t *testing.T, o Options) *driver {
	t.Helper()
	if o.Presets == nil {
		o.Presets, o.Learners = append(scenarios.Presets(), coins, films), append(learners.All(), needsAll, needsBasis, derives, reports)
	}
	d := &driver{}
	o.Start = func(config *model.Config) tea.Cmd {
		d.start = config
		return nil
	}
	d.Screen = New(uitest.Theme(termenv.Ascii), o)
	d.Person = uitest.Use(t, d.Screen, nil, 120, 36)
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

// tell acts out a story, with steps of its own:
//
//	@name    the cursor moves to a scenario of the list
//	#id      the cursor moves to a learner of the list
//	= what   Enter starts a run of what: learners, +more or −fewer than the demonstration's, and --flags of its command
//	✗ why    Enter starts nothing, for this reason
//	& text   a click on it
//	> where  the cursor is at an item or a field, with its text
//	~ text   it is on screen, across line breaks
//	! text   it is not
func (d *driver) tell(story string) *driver {
	d.Helper()
	d.Tell(story, map[string]func(string){
		"@": d.scenario, "#": d.learner, "=": d.starts, "✗": d.refused, "~": d.sees, "&": d.Click,
		">": func(where string) {
			d.Helper()
			if at := d.place(); at != where {
				d.Errorf("the cursor is at %q, want %q", at, where)
			}
		},
		"!": func(text string) {
			d.Helper()
			d.whole(func() { d.ExpectNot(text) })
		},
	})
	return d
}

// place returns where the cursor is.
func (d *driver) place() string {
	switch at, _ := d.selected.learners.current(); {
	case d.page == sharePage:
		return "share"
	case d.page == comparisonPage:
		return d.comparisons.all[d.comparisons.chosen].Name
	case d.section == parameterSection:
		return strings.TrimSuffix(d.form.Focused().Name+"="+d.form.Focused().Text(), "=")
	case d.section == scenarioSection:
		return d.selected.scenarios.chosen.Name
	case at.heading():
		return "a heading"
	default:
		return at.ID
	}
}

// scenario moves to a scenario of the list.
func (d *driver) scenario(name string) {
	d.Helper()
	d.goTo(scenarioSection)
	d.Types("home")
	for range d.selected.scenarios.entries {
		if e := d.selected.scenarios.chosen; e.Name == name || e.Title == name {
			return
		}
		d.Types("down")
	}
	d.Fatalf("%s is not in the list", name)
}

// learner moves to a learner of the list.
func (d *driver) learner(id string) {
	d.Helper()
	d.goTo(learnerSection)
	d.Types("home")
	for _, r := range d.selected.learners.rows {
		if r.heading() {
			d.selected.learners.unfolded[r.reason] = true
		}
	}
	d.selected.learners.relist()
	for range d.selected.learners.rows {
		if d.place() == id {
			return
		}
		d.Types("down")
	}
	d.Fatalf("%s is not in the list", id)
}

func (d *driver) starts(what string) {
	d.Helper()
	c := d.started()
	names, flags, _ := strings.Cut(" "+what, " --")
	want := strings.Fields(names)
	if strings.ContainsAny(names, "+−") {
		want = ids(defaultConfig().Learners)
		for name := range strings.FieldsSeq(names) {
			if more, found := strings.CutPrefix(name, "+"); found {
				want = append(want, more)
			} else {
				want = slices.DeleteFunc(want, func(id string) bool { return "−"+id == name })
			}
		}
	}
	if got := ids(c.Learners); len(want) > 0 && !slices.Equal(got, want) {
		d.Errorf("learners %q, want %q", got, want)
	}
	for flag := range strings.SplitSeq(flags, " --") {
		if line := command(c); flag != "" && !strings.Contains(line+" ", " --"+flag+" ") {
			d.Errorf("no --%s in %s", flag, line)
		}
	}
}

// started presses Enter and expects that a run starts.
func (d *driver) started() *model.Config {
	d.Helper()
	d.start = nil
	if d.Types("enter"); d.start == nil {
		d.Fatalf("nothing starts:\n%s", d.Screen.View())
	}
	return d.start
}

func (d *driver) refused(why string) {
	d.Helper()
	d.start = nil
	if d.Types("enter"); d.start != nil {
		d.Fatalf("it starts; want the refusal %q", why)
	}
	d.sees("✗ " + why)
}

func (d *driver) sees(text string) {
	d.Helper()
	d.whole(func() { d.Expect(text) })
}

// whole looks at one section at a time, with room for whole sentences.
func (d *driver) whole(look func()) {
	width, height := d.Width, d.Height
	d.SetSize(100, 60)
	look()
	d.SetSize(width, height)
}

func ids(chosen []learners.Spec) []string { return param.Map(chosen, learners.Spec.String) }
