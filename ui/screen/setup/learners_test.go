package setup

import (
	"slices"
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/choice"
	"regretscope/model/figure"
	"regretscope/model/program"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
)

func TestSpaceChoosesAndTakesAway(t *testing.T) {
	d := drive(t).learner("thompson").press("space").learner("ucb1").press("space")
	if got, want := ids(d.started().Learners), "lazy-dp-ts anytime-lazy-ucb thompson"; got != want {
		t.Errorf("learners %q, want %q", got, want)
	}
	for _, id := range []string{"lazy-dp-ts", "anytime-lazy-ucb", "thompson"} {
		d.learner(id).press("space")
	}
	d.refused("no learner is chosen: space chooses one")
	if d.screen.section != learnerSection {
		t.Error("the focus is not where it can be mended")
	}
}

func TestTooManyLearnersAreRefused(t *testing.T) {
	d := drive(t).learner("ucb1")
	for range model.MaxLearners - 3 {
		d.press("D")
	}
	const why = "16 learners are chosen already, and the run screen shows up to 16: remove one first"
	if d.press("D"); d.screen.Notice.Text != why {
		t.Errorf("a copy is refused with %q", d.screen.Notice.Text)
	}
	if d.learner("thompson").press("space"); d.screen.Notice.Text != why {
		t.Errorf("one more is refused with %q", d.screen.Notice.Text)
	}
	d.screen.SetSize(140, 36)
	uitest.Contains(t, d.screen.View(), "✗ "+why)
	if n := len(d.started().Learners); n != model.MaxLearners {
		t.Errorf("%d learners", n)
	}
	if d.press("down"); d.screen.Notice.Text != "" {
		t.Error("the refusal stays for ever")
	}
}

func TestUnsuitedLearnersSayWhy(t *testing.T) {
	d := drive(t)
	for _, c := range []struct{ id, why string }{
		{"needs-all", "Needs-All cannot play hhmh-1: it needs full information"},
		{"needs-basis", "Needs-Basis cannot play hhmh-1: it needs a matroid"},
	} {
		t.Run(c.id, func(t *testing.T) {
			d.learner(c.id)
			d.sees(" cannot play      " + c.why[strings.Index(c.why, "it needs"):])
			d.press("space")
			d.sees("✗ " + c.why)
			if n := len(d.screen.selected.learners.chosen); n != 3 {
				t.Errorf("%s was chosen", c.id)
			}
		})
	}
}

func TestLearnersAreSetAsideAndComeBack(t *testing.T) {
	full := "arms of your own"
	d := drive(t).learner("ucb1").press("space").scenario(full).press("right", "0.9 0.8", "down", "right")
	d.learner("needs-all").press("space")
	if got, want := ids(d.started().Learners), "lazy-dp-ts anytime-lazy-ucb needs-all"; got != want {
		t.Errorf("learners %q, want %q", got, want)
	}
	d.scenario("hhmh-1").learner("needs-all")
	d.sees("set aside while it cannot play")
	if got, want := ids(d.started().Learners), "lazy-dp-ts anytime-lazy-ucb"; got != want {
		t.Errorf("set aside, learners %q, want %q", got, want)
	}
	if got := ids(d.scenario(full).press("enter").started().Learners); !strings.Contains(got, "needs-all") {
		t.Errorf("learners %q: needs-all did not come back", got)
	}
}

// Learners chosen by hand stay while one of them can play; a scenario that none can play
// temporarily uses its own comparison.
func TestAScenarioBringsItsComparison(t *testing.T) {
	const theirs = "lazy-dp-ts anytime-lazy-ucb ucb1"
	d := drive(t)
	for _, p := range scenarios.Presets() {
		t.Run(p.Name, func(t *testing.T) {
			if p.NeedsData {
				return
			}
			s := param.Must(p.Make(nil, ""))
			if got, want := ids(d.scenario(p.Name).started().Learners), ids(model.DefaultLearners(s)); got != want {
				t.Errorf("%s: learners %q, want %q", p.Name, got, want)
			}
		})
	}
	if got := ids(d.scenario("hhmh-1").started().Learners); got != theirs {
		t.Errorf("back at the first scenario, learners %q, want %q", got, theirs)
	}
	d.learner("thompson").press("space")
	if got, want := ids(d.scenario("jzl-20").started().Learners), theirs+" thompson"; got != want {
		t.Errorf("chosen by hand, learners %q, want %q", got, want)
	}
	if got, want := ids(d.scenario("chh-synthetic").started().Learners), "dpts-mat dpucb-mat omm"; !sameWords(got, want) {
		t.Errorf("where none can play, learners %q, want %q", got, want)
	}
	if got, want := ids(d.scenario("hhmh-2").started().Learners), theirs+" thompson"; got != want {
		t.Errorf("where they can play again, learners %q, want %q", got, want)
	}
}

func sameWords(a, b string) bool {
	x, y := strings.Fields(a), strings.Fields(b)
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}

// Learners that cannot play are listed below all that can, under headings with the reason, and
// the cursor starts on one that can play.
func TestLearnersThatCannotPlayAreFolded(t *testing.T) {
	for _, name := range []string{"hhmh-1", "chh-synthetic", "coins", "gaj-swap"} {
		t.Run(name, func(t *testing.T) {
			d := drive(t).scenario(name).press("2")
			if at, ok := d.screen.selected.learners.current(); !ok || at.heading() || at.slot == nil {
				t.Errorf("%s: the cursor is not on a learner that plays", name)
			}
			seen, count := false, 0
			for _, r := range d.screen.selected.learners.rows {
				switch {
				case r.heading():
					seen = true
					count += len(r.folded)
				case seen || d.screen.selected.learners.reason(r.Declaration) != "":
					t.Errorf("%s: %s is not below those that can play", name, r.ID)
				default:
					count++
				}
			}
			if !seen || count != len(d.screen.selected.learners.catalog) {
				t.Errorf("%s: %d learners are listed, want %d", name, count, len(d.screen.selected.learners.catalog))
			}
			before := len(d.screen.selected.learners.rows)
			d.press("end").press("space")
			if at, _ := d.screen.selected.learners.current(); !at.heading() || len(d.screen.selected.learners.rows) != before+len(at.folded) {
				t.Errorf("%s: the heading did not unfold", name)
			}
			if d.press("space"); len(d.screen.selected.learners.rows) != before {
				t.Errorf("%s: the heading did not fold", name)
			}
		})
	}
}

// Two copies have different names from the start.
func TestCopiesAreToldApart(t *testing.T) {
	d := drive(t).learner("lazy-dp-ts").press("D", "esc")
	d.sees("[1] Lazy-DP-TS ")
	d.sees("[4] Lazy-DP-TS (2)")
	d.press("3")
	d.sees("4 Lazy-DP-TS (2)")
	d.learner("lazy-dp-ts").press("down", "right", "0.1", "esc")
	d.sees("[4] Lazy-DP-TS ε=0.1")
}

func TestOneLearnerAtSeveralSettings(t *testing.T) {
	d := drive(t).learner("lazy-dp-ts").press("D", "0.1")
	start := d.started()
	if got, want := ids(start.Learners), "lazy-dp-ts anytime-lazy-ucb ucb1 lazy-dp-ts,epsilon=0.1"; got != want {
		t.Fatalf("learners %q, want %q", got, want)
	}
	d.press("ctrl+u", "nil").refused("epsilon nil: must be a positive number or inf")
	// The copy of a copy keeps its parameters.
	d.press("ctrl+u", "0.1").learner("ucb1").press("space").learner("lazy-dp-ts").press("down", "D")
	want := "lazy-dp-ts anytime-lazy-ucb lazy-dp-ts,epsilon=0.1 lazy-dp-ts,epsilon=0.1"
	if got := ids(d.started().Learners); got != want {
		t.Errorf("learners %q, want %q", got, want)
	}
	if d.press("esc").learner("lazy-dp-ts").press("down", "down", "space"); len(d.screen.selected.learners.chosen) != 3 {
		t.Error("the copy was not taken away")
	}
}

func TestParametersOfALearner(t *testing.T) {
	d := drive(t).learner("kl-ucb").press("space", "right", "101")
	d.sees("✗ c=101: must be a number from 0 to 100")
	d.refused("KL-UCB: c=101: must be a number from 0 to 100")
	d.press("backspace")
	if got := ids(d.started().Learners); !strings.HasSuffix(got, "kl-ucb,c=10") {
		t.Errorf("learners %q", got)
	}
}

func TestDerivedDefaultsFollowTheSetting(t *testing.T) {
	d := drive(t).learner("derives").press("space", "right")
	d.sees("200000 = T/K")
	d.sees("8 = 4/ε")
	d.press("0.25")
	d.sees("16 = 4/ε")
	d.press("3", "ctrl+u", "up", "up", "up", "up", "up", "up", "up", "down", "1000")
	d.sees("200 = T/K")
	if got := ids(d.started().Learners); strings.Contains(got, "w=") || strings.Contains(got, "b=") {
		t.Errorf("defaults that the user did not set are shown: %q", got)
	}
}

func TestEveryLineupCanBeChosen(t *testing.T) {
	row, variant, family := -1, 0, ""
	for _, l := range figure.Lineups() {
		if name, _ := l.Family(); name != family {
			row, variant, family = row+1, -1, name
		}
		variant++
		d := drive(t).press("n").press(slices.Repeat([]string{"down"}, row)...).press(slices.Repeat([]string{"right"}, variant)...)
		// Everything on the way to it stays visible.
		for _, size := range [][2]int{{120, 36}, {80, 24}, {minWidth, minHeight}} {
			d.screen.SetSize(size[0], size[1])
			if view := d.screen.View(); !strings.Contains(view, "▸ ● "+family) || !strings.Contains(view, " enter puts "+l.Name+" on") || len(strings.Split(view, "\n")) != size[1] {
				t.Errorf("%s is not seen in %dx%d:\n%s", l.Name, size[0], size[1], view)
			}
		}
		if l.Data {
			continue // it has to be said where the data are
		}
		start := d.press("enter").started()
		want := param.Must(l.Config(""))
		got := start
		if got.Scenario.Name != want.Scenario.Name || ids(got.Learners) != ids(want.Learners) ||
			got.Epsilon != want.Epsilon || got.Horizon != want.Horizon {
			t.Errorf("%s starts %s with %s", l.Name, got.Scenario.Name, ids(got.Learners))
		}
		if choice.SourceOf(start.Scenario).Scenario != l.Scenario || (l.Arms == "") != (choice.SourceOf(start.Scenario).Arms == "") {
			t.Errorf("%s: source %+v", l.Name, choice.SourceOf(start.Scenario))
		}
	}
}

func TestAFigureIsOneRow(t *testing.T) {
	d := drive(t).press("n")
	for _, step := range []struct{ key, want string }{
		{"right", "hhmh-fig1-0.5"},
		{"right", "hhmh-fig1-1"},
		{"right", "hhmh-fig1"},
		{"left", "hhmh-fig1-1"},
		{"down", "hhmh-fig2"},
		{"right", "hhmh-fig2-0.5"},
		{"up", "hhmh-fig1"},
		{"up", "hhmh-fig1"},
		{"G", "trust"},
	} {
		if d.press(step.key); d.screen.comparisons.all[d.screen.comparisons.chosen].Name != step.want {
			t.Fatalf("%s leads to %s, want %s", step.key, d.screen.comparisons.all[d.screen.comparisons.chosen].Name, step.want)
		}
	}
	if rows, all := len(d.screen.comparisons.families()), len(d.screen.comparisons.all); 2*rows > all {
		t.Errorf("%d rows for %d comparisons", rows, all)
	}
}

func TestLeavingTheLineupsChangesNothing(t *testing.T) {
	d := drive(t)
	before := d.screen.View()
	if d.press("n", "down", "down", "esc"); d.screen.View() != before {
		t.Errorf("something changed:\n%s", d.screen.View())
	}
	if d.press("3", "n"); d.screen.page != comparisonPage && !d.screen.Typing() {
		t.Error("n neither types nor shows the comparisons")
	}
}

// A learner's fields equal its spec, and a copy has its own fields, also with a set ε or seed.
func TestLearnersAsTheyWereChosen(t *testing.T) {
	for text, fields := range map[string]int{
		"ucb1": 0, "ucb1,epsilon=2": 1, "ucb1,seed=3": 1, "lazy-dp-ts,epsilon=inf": 1,
		"kl-ucb,epsilon=1,seed=0,c=2": 3, "rnm-ftnl,noise=gumbel,scale=2": 5,
	} {
		t.Run(text, func(t *testing.T) {
			spec := param.Must(learners.ParseSpec(text))
			l := newSlot(spec)
			c := l.Copy()
			for _, one := range []*slot{l, c} {
				again, err := one.Spec()
				if err != nil || again.String() != spec.String() || len(one.Fields) != fields {
					t.Errorf("%s: %d fields come to %s, %v", text, len(one.Fields), again, err)
				}
			}
			for _, f := range c.Fields {
				f.SetText("")
			}
			if again, _ := l.Spec(); again.String() != spec.String() {
				t.Errorf("%s: emptying the copy leaves %s", text, again)
			}
		})
	}
}

// programmed returns the screen with a host, and what its commands type.
func programmed(t *testing.T) (d *driver, typed *string) {
	t.Helper()
	config := uitest.On(t, "hhmh-1", "", 100, "ucb1")
	config.Programs = program.NewHost()
	t.Cleanup(config.Programs.Close)
	o := smallCatalog(t)
	typed = new(string)
	o.Config, o.Type = config, func(text string) { *typed = text }
	return driveWith(t, o), typed
}

// The row for a program opens the command line from the list, its fields, and a filter.
func TestAProgramIsTypedIntoTheCommandLine(t *testing.T) {
	for name, keys := range map[string][]string{
		"space": {"tab", "/", "your own", "tab", "space"}, "right": {"tab", "/", "your own", "tab", "right"},
		"filter": {"tab", "/", "your own", "enter"},
	} {
		t.Run(name, func(t *testing.T) {
			d, typed := programmed(t)
			if d.press(keys...); *typed != "program " || d.screen.Typing() {
				t.Errorf("%q is typed", *typed)
			}
			cmd, err := kit.RunLine(d.screen.Commands(), "program ./mine.py,alpha=2")
			if d.run(cmd); err != nil || len(d.screen.selected.learners.chosen) != 2 {
				t.Fatalf("%v: %s", err, d.screen.View())
			}
			if r, ok := d.screen.selected.learners.current(); !ok || r.slot != d.screen.selected.learners.chosen[1] {
				t.Error("the cursor is not at the program")
			}
			if c, err := d.screen.Config(); err != nil || c.Learners[1].String() != "./mine.py,alpha=2" || c.Programs == nil {
				t.Errorf("%v", err)
			}
		})
	}
}

func TestAProgramThatIsNone(t *testing.T) {
	for text, want := range map[string]string{
		"mine":         "learner mine: a program has a / or a space, or ends in .py",
		"./mine.py 'a": "learner ./mine.py 'a: a quotation mark is not closed",
	} {
		t.Run(text, func(t *testing.T) {
			d, _ := programmed(t)
			if _, err := kit.RunLine(d.screen.Commands(), "program "+text); err == nil || err.Error() != want {
				t.Errorf("%v", err)
			}
			if len(d.screen.selected.learners.chosen) != 1 {
				t.Errorf("%d learners", len(d.screen.selected.learners.chosen))
			}
		})
	}
}

// Only a person may choose a program, and only where programs may be started.
func TestOnlyAPersonTypesPrograms(t *testing.T) {
	d, _ := programmed(t)
	for _, c := range d.screen.Commands() {
		if c.Name == "program" && !c.Act.Outside {
			t.Errorf("%+v", c)
		}
	}
	if d = driveWith(t, smallCatalog(t)); d.screen.selected.learners.typed != nil {
		t.Error("a row is there where no program may be started")
	}
}
