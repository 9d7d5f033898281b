package figure

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/trials"
	"regretscope/noise/number"
	"regretscope/noise/param"
)

const specified = `hhmh-fig1 hhmh-fig2 hhmh-thm hhmh-always hhmh-experts ww-table1 ww-table2 chh-table1 chh-fig1 chh-fig2a chh-fig2b chh-fig3 chh-table3
	chh-fig4a chh-fig4b chh-fig5a chh-fig5b jzl-fig2a jzl-fig2b jzl-fig2c jzl-fig2d jzl-fig2e jzl-fig2f jzl-remark1 gaj-thm1 gaj-corollary1 gaj-corollary2
	gaj-linear gaj-optimal gaj-windows azize25`

func TestEveryFigureIsThere(t *testing.T) {
	for _, id := range strings.Fields(specified) {
		_, err := Find(id)
		_, err1 := FindLineup(id)
		if err != nil || err1 != nil {
			t.Errorf("%s: %v; as a comparison: %v", id, err, err1)
		}
	}
	if _, err := Find("hhmh-fig3"); err == nil || !strings.Contains(err.Error(), "hhmh-fig") {
		t.Errorf("error %v does not name the nearest", err)
	}
}

func TestLineupsCanBeRun(t *testing.T) {
	seen := map[string]bool{}
	for _, l := range Lineups() {
		if seen[l.Name] {
			t.Errorf("%s: there are two of this name", l.Name)
		}
		seen[l.Name] = true
		if l.Paper == "" || l.Summary == "" {
			t.Errorf("%s: says neither what it is nor where it comes from", l.Name)
		}
		if l.Data {
			if _, err := l.Config(""); err == nil || !strings.Contains(err.Error(), "--data DIR") {
				t.Errorf("%s without its folder: %v", l.Name, err)
			}
			continue
		}
		c, err := l.Config("")
		if err != nil {
			t.Errorf("%s: %v", l.Name, err)
			continue
		}
		for i, spec := range c.Learners {
			if spec.String() != l.Learners[i] {
				t.Errorf("%s: %s is written %s", l.Name, l.Learners[i], spec)
			}
			model.NewRun(c, i).Advance(100)
		}
	}
}

// The variants are compared at equal privacy: noise of scale b/ε costs 2ε/b for any law.
func TestVariantsSpendTheSame(t *testing.T) {
	for _, name := range []string{"ww-variants", "ww-resampled", "ww-lower"} {
		l := param.Must(FindLineup(name))
		c := param.Must(l.Config(""))
		if c.Scenario.Arms() != 64 {
			t.Errorf("%s: K = %d, want 64", name, c.Scenario.Arms())
		}
		for i := range c.Learners {
			run := model.NewRun(c, i)
			run.Advance(100)
			if got := run.CostliestRound(); got != c.Epsilon {
				t.Errorf("%s: %s spends %v, want ε = %v", name, c.Learners[i], got, c.Epsilon)
			}
		}
	}
}

func TestFiguresHaveNoMistakes(t *testing.T) {
	for _, entry := range param.Must(files.ReadDir("data")) {
		t.Run(entry.Name(), func(t *testing.T) {
			f, err := Parse(entry.Name(), param.Must(files.ReadFile("data/"+entry.Name())))
			if err == nil {
				err = f.check(strings.TrimSuffix(entry.Name(), ".toml"))
			}
			if err == nil {
				err = f.runnable()
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
}

const sound = `id = "hhmh-x"
paper = "HHMH"
title = "t"
summary = "s"
[[panel]]
scenarios = ["hhmh-1"]
learners = ["ucb1"]
horizon = [1000]
[[claim]]
says = "it learns"
rule = "settles"
learners = ["ucb1"]
high = 1.2
`

// Each mistake is found.
func TestChecksFindMistakes(t *testing.T) {
	for _, c := range []struct{ replace, by, want string }{
		{"", "", ""},
		{`"hhmh-x"`, `"hhmh-y"`, `id: must be hhmh-x, the name of the file, not "hhmh-y"`},
		{`"HHMH"`, `""`, "paper, title, and summary are required"},
		{`summary`, `sumary`, "hhmh-x.toml:4: sumary: no such key; did you mean summary?"},
		{`["ucb1"]`, `["ucb"]`, "panel 1: learner ucb: no such learner; did you mean ucb1?"},
		{`"hhmh-1"`, `"hhmh-9"`, "panel 1: scenario hhmh-9: no such scenario; did you mean hhmh-1?"},
		{`["hhmh-1"]`, `["ww-det,K=3", "chh-synthetic"]`, "ucb1 cannot play chh-synthetic: it plays one arm a round"},
		{`["ucb1"]`, `["ucb1", "dpucb-mat"]`, "dpucb-mat cannot play hhmh-1: it needs a matroid"},
		{`learners =`, "x = { shows = \"time\" }\nlearners =", "panel 1: x: must show one of t, "},
		{`learners =`, "epsilon = \"half\"\nlearners =", "hhmh-x.toml:7: epsilon: must be a list of numbers"},
		{`scenarios = ["hhmh-1"]`, ``, "panel 1: scenarios: needs either scenarios or arms"},
		{`[[panel]]`, "runs = 1\n[[panel]]", "runs: must be at least 2, not 1"},
		{`"it learns"`, `""`, "claim 1: says: must state a claim"},
		{`"settles"`, `"settle"`, `claim 1: no rule "settle"`},
		{`high = 1.2`, ``, "claim 1: settles needs high"},
		{`high = 1.2`, "high = 1.2\nlow = 1.1", "claim 1: low is not an argument of settles"},
		{`high = 1.2`, "high = 5", "claim 1: settles needs a high below"},
		{"\"settles\"\nlearners = [\"ucb1\"]", "\"settles\"\nlearners = [\"dp-se\"]", "claim 1: the panel has no learner dp-se"},
		{"\"settles\"\nlearners = [\"ucb1\"]\nhigh = 1.2", "\"less-regret\"\nlearners = [\"ucb1\"]", "claim 1: less-regret needs than"},
		{"\"settles\"\nlearners", "\"fitted-power\"\nlow = 2.0\nlearners", "claim 1: low: 2 must be below high 1.2"},
		{"\"settles\"", "\"settles\"\nupper = true\nlogs = -1.0", "claim 1: logs"},
		{`rule =`, "panel = \"b\"\nrule =", `claim 1: panel: there is no panel "b"`},
	} {
		f, err := Parse("hhmh-x.toml", []byte(strings.Replace(sound, c.replace, c.by, 1)))
		if err == nil {
			err = f.check("hhmh-x")
		}
		if err == nil {
			err = f.runnable()
		}
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %s: %v", c.want, c.by, err)
		}
	}
}

var (
	xQuantities = []Quantity{
		Rounds, PrivacyAxis, InverseAxis, HorizonAxis, ArmsAxis, RankAxis, OutsideAxis,
		PhasesAxis, GapAxis, ChannelAxis, SlopeAxis, WindowAxis,
	}
	yQuantities = []Quantity{Regret, Return, RegretByLog, ExpectedExact}
)

// A requirement is what a rule needs.
type requirement struct {
	takes string                        // its arguments; "?" marks optional ones
	needs func(c *Claim, p *Panel) bool // checks the claim and its panel; nil: nothing more to check
	text  string                        // the requirement, for the error
}

var requirements = map[string]requirement{
	"less-regret": {
		"learners than? channels? than-channels? from? since? elsewhere?", compares,
		"than, two or more learners, or channels and than-channels of the panel",
	},
	"ratio-within": {"learner than? low? high? beside? returns?", limited, "low, high, or both"},
	"growth-within": {"learners from? over? low? high?", func(c *Claim, p *Panel) bool {
		alongX := c.From == 0 && c.Over != "" && p.X.Shows != Rounds
		return limited(c, p) && isScale(c.Over) && (c.From > 1 && c.Over == "" || alongX)
	}, "low, high, or both, and either a from of at least 2 or an over of x, 1/x, or ln x"},
	"settles": {"learners high upper?", func(c *Claim, p *Panel) bool {
		return !slices.ContainsFunc(p.Horizon, func(horizon int) bool {
			last := float64(horizon)
			return c.High >= math.Log(last)/math.Log(last/100)
		})
	}, "a high below ln T/ln(T/100), the change of ln² t over ln t"},
	"fitted-power": {"learners low high", nil, ""},
	"power": {"learners minus? of? in? logs? low? high?", func(c *Claim, p *Panel) bool {
		return limited(c, p) && isScale(c.XScale) && (c.Minus == "" || c.Divisor == "")
	}, "low, high, or both, an in of x, 1/x, or ln x, and at most one of minus and of"},
	"explicit-bounds": {"learners?", nil, ""},
	"private":         {"learners", nil, ""},
	"same-reports":    {"channels", nil, ""},
	"overlap":         {"learner arms", func(_ *Claim, p *Panel) bool { return len(p.At) > 0 }, "a panel that reports the round before the last"},
}

func compares(c *Claim, p *Panel) bool {
	if len(c.ThanChannels) == 0 {
		return len(c.Channels) == 0 && len(c.Than)+len(c.Learners) > 1
	}
	missing := func(text string) bool { return !slices.Contains(p.channels(), text) }
	both := slices.Concat(c.Channels, c.ThanChannels)
	return len(c.Channels) > 0 && len(c.Than) == 0 && !slices.ContainsFunc(both, missing)
}

// specs returns the panel's learners with alternatives expanded.
func specs(p *Panel) (all []learners.Spec, err error) {
	for _, text := range alternatives(p.Learners) {
		spec, err := learners.ParseSpec(text)
		if err != nil {
			return nil, fmt.Errorf("learner %w", err)
		}
		all = append(all, spec)
	}
	return all, nil
}

func limited(c *Claim, _ *Panel) bool { return c.Low > 0 || c.High > 0 }

func isScale(text string) bool { return text == "" || scales[text] != nil }

func (c *Claim) check(f *Figure) error {
	if c.Says == "" {
		return fmt.Errorf("says: must state a claim")
	}
	number := f.number(c.Panel)
	if number < 0 {
		return fmt.Errorf("panel: there is no panel %q", c.Panel)
	}
	return c.suits(&f.Panels[number])
}

func (c *Claim) suits(p *Panel) error {
	r, known := requirements[c.Rule]
	if !known || rules[c.Rule] == nil {
		return fmt.Errorf("no rule %q", c.Rule)
	}
	if err := c.checkArguments(strings.Fields(r.takes)); err != nil {
		return err
	}
	if c.High > 0 && c.Low >= c.High {
		return fmt.Errorf("low: %v must be below high %v", c.Low, c.High)
	}
	all, err := specs(p)
	if err != nil {
		return err
	}
	there := param.Map(all, learners.Spec.String)
	for _, text := range slices.Concat([]string{c.Learner, c.Divisor, c.Minus}, c.Learners, c.Than, c.Beside) {
		if text != "" && !slices.Contains(there, text) {
			return fmt.Errorf("the panel has no learner %s", text)
		}
	}
	if r.needs != nil && !r.needs(c, p) {
		return fmt.Errorf("%s needs %s", c.Rule, r.text)
	}
	return nil
}

// checkArguments refuses arguments that the rule does not take, that are missing, or that are not positive.
func (c *Claim) checkArguments(takes []string) error {
	v := reflect.ValueOf(c).Elem()
	for i := range v.NumField() {
		field, value := v.Type().Field(i).Tag.Get("toml"), v.Field(i)
		if slices.Contains([]string{"says", "panel", "rule"}, field) {
			continue
		}
		must, may := slices.Contains(takes, field), slices.Contains(takes, field+"?")
		switch {
		case must && value.IsZero():
			return fmt.Errorf("%s needs %s", c.Rule, field)
		case !must && !may && !value.IsZero():
			return fmt.Errorf("%s is not an argument of %s", field, c.Rule)
		case value.CanFloat() && !(value.Float() >= 0 && value.Float() <= math.MaxFloat64),
			value.CanInt() && value.Int() < 0:
			return fmt.Errorf("%s must be a positive number, not %v", field, value)
		}
	}
	return nil
}

// check returns the first mistake in a figure.
func (f *Figure) check(id string) error {
	switch {
	case f.ID != id:
		return fmt.Errorf("id: must be %s, the name of the file, not %q", id, f.ID)
	case f.Paper == "" || f.Title == "" || f.Summary == "":
		return errors.New("paper, title, and summary are required")
	case f.Runs < 2:
		return fmt.Errorf("runs: must be at least 2, not %d", f.Runs)
	case f.MaxRuns < f.Runs || f.MaxRuns > trials.MaxRuns:
		return fmt.Errorf("most: must be from %d (runs) to %s, not %d", f.Runs, number.Count(trials.MaxRuns), f.MaxRuns)
	case len(f.Panels) == 0:
		return errors.New("panel: needs at least one")
	}
	names := map[string]bool{}
	for i := range f.Panels {
		p := &f.Panels[i]
		if names[p.Name] {
			return fmt.Errorf("two panels are named %q", p.Name)
		}
		names[p.Name] = true
		if err := p.check(); err != nil {
			return fmt.Errorf("panel %d: %w", i+1, err)
		}
	}
	for i := range f.Claims {
		if err := f.Claims[i].check(f); err != nil {
			return fmt.Errorf("claim %d: %w", i+1, err)
		}
	}
	return nil
}

func (p *Panel) check() error {
	switch {
	case (len(p.Scenarios) == 0) == (len(p.Arms) == 0):
		return fmt.Errorf("scenarios: needs either scenarios or arms")
	case !slices.Contains(xQuantities, p.X.Shows):
		return fmt.Errorf("x: must show one of %s, not %q", list(xQuantities), string(p.X.Shows))
	case !slices.Contains(yQuantities, p.Y.Shows):
		return fmt.Errorf("y: must show one of %s, not %q", list(yQuantities), string(p.Y.Shows))
	case p.Spaced != nil && (p.Epsilon != nil || p.Spaced.Count < 2 || p.Spaced.Count > model.MaxSeries):
		return fmt.Errorf("epsilon-spaced: must have a count from 2 to %s, and no epsilon",
			number.Count(model.MaxSeries))
	case p.Points < 0 || p.Points > trials.MaxReported:
		return fmt.Errorf("points: must be from 1 to %s", number.Count(trials.MaxReported))
	}
	_, err := specs(p)
	return err
}

// runnable finds the first panel whose learners cannot play it.
func (f *Figure) runnable() error {
	for i := range f.Panels {
		p := &f.Panels[i]
		if p.needsData() {
			continue // the folder's contents are unknown
		}
		if _, err := p.Experiment("", f.Runs); err != nil {
			return fmt.Errorf("panel %d: %w", i+1, err)
		}
	}
	return nil
}

func list(quantities []Quantity) string {
	return strings.Join(param.Map(quantities, func(q Quantity) string { return string(q) }), ", ")
}

// GAJ's window √(4eT/(L_T + 4)), and w with w² ln w² = 8eT/(L_T + 4), which App. A derives
// first (u e^u with u = ln w² there), are among the windows that the figure tries.
func TestWindowsAreThePapers(t *testing.T) {
	f := param.Must(Find("gaj-windows"))
	for _, p := range f.Panels {
		t.Run(p.Scenarios[0], func(t *testing.T) {
			points := param.Must(p.configs(""))
			horizon, phases := float64(points[0].Horizon), float64(len(points[0].Scenario.Phases))
			paper := math.Ceil(math.Sqrt(4 * math.E * horizon / (phases + 4)))
			first := 2.
			for first*first*math.Log(first*first) < 8*math.E*horizon/(phases+4) {
				first++
			}
			if first--; math.Abs(first-paper/2) > paper/4 {
				t.Errorf("the proof's window %v is far from half of %v", first, paper)
			}
			for _, want := range []float64{paper, first} {
				if !strings.Contains(p.Learners[0], fmt.Sprintf("|%.0f|", want)) && !strings.Contains(p.Learners[0], fmt.Sprintf("|%.0f|", want+1)) {
					t.Errorf("%v is not among %s", want, p.Learners[0])
				}
			}
		})
	}
}
