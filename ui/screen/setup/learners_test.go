package setup

import (
	"slices"
	"strings"
	"testing"

	"regretscope/model"
	"regretscope/model/figure"
	"regretscope/model/program"
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
		d.press("d")
	}
	const why = "16 learners are chosen already, and the run screen shows up to 16: remove one first"
	if d.press("d"); d.screen.Notice.Text != why {
		t.Errorf("a copy is refused with %q", d.screen.Notice.Text)
	}
	if d.learner("thompson").press("space"); d.screen.Notice.Text != why {
		t.Errorf("one more is refused with %q", d.screen.Notice.Text)
	}
	d.screen.SetSize(140, 36)
	if !strings.Contains(d.screen.View(), "✗ "+why) {
		t.Errorf("no reason is given:\n%s", d.screen.View())
	}
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
			if n := len(d.screen.chosen); n != 3 {
				t.Errorf("%s was chosen", c.id)
			}
		})
	}
}

func TestLearnersAreSetAsideAndComeBack(t *testing.T) {
	full := "arms of your own"
	d := drive(t).learner("ucb1").press("space").scenario(full).press("right", "down", "right")
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
			s, err := p.Make(nil, "")
			if err != nil {
				t.Fatal(err)
			}
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
			if at, ok := d.screen.at(); !ok || at.heading() || at.slot == nil {
				t.Errorf("%s: the cursor is not on a learner that plays", name)
			}
			seen, count := false, 0
			for _, r := range d.screen.rows {
				switch {
				case r.heading():
					seen = true
					count += len(r.folded)
				case seen || d.screen.reason(r.Declaration) != "":
					t.Errorf("%s: %s is not below those that can play", name, r.ID)
				default:
					count++
				}
			}
			if !seen || count != len(d.screen.catalog) {
				t.Errorf("%s: %d learners are listed, want %d", name, count, len(d.screen.catalog))
			}
			before := len(d.screen.rows)
			d.press("end").press("space")
			if at, _ := d.screen.at(); !at.heading() || len(d.screen.rows) != before+len(at.folded) {
				t.Errorf("%s: the heading did not unfold", name)
			}
			if d.press("space"); len(d.screen.rows) != before {
				t.Errorf("%s: the heading did not fold", name)
			}
		})
	}
}

// Two copies have different names from the start.
func TestCopiesAreToldApart(t *testing.T) {
	d := drive(t).learner("lazy-dp-ts").press("d", "esc")
	d.sees("[1] Lazy-DP-TS ")
	d.sees("[4] Lazy-DP-TS (2)")
	d.press("3")
	d.sees("4 Lazy-DP-TS (2)")
	d.learner("lazy-dp-ts").press("down", "right", "0.1", "esc")
	d.sees("[4] Lazy-DP-TS ε=0.1")
}

func TestOneLearnerAtSeveralSettings(t *testing.T) {
	d := drive(t).learner("lazy-dp-ts").press("d", "0.1")
	start := d.started()
	if got, want := ids(start.Learners), "lazy-dp-ts anytime-lazy-ucb ucb1 lazy-dp-ts,epsilon=0.1"; got != want {
		t.Fatalf("learners %q, want %q", got, want)
	}
	d.press("ctrl+u", "nil").refused("ε nil: must be a positive number or inf")
	// The copy of a copy keeps its parameters.
	d.press("ctrl+u", "0.1").learner("ucb1").press("space").learner("lazy-dp-ts").press("down", "d")
	want := "lazy-dp-ts anytime-lazy-ucb lazy-dp-ts,epsilon=0.1 lazy-dp-ts,epsilon=0.1"
	if got := ids(d.started().Learners); got != want {
		t.Errorf("learners %q, want %q", got, want)
	}
	if d.press("esc").learner("lazy-dp-ts").press("down", "down", "space"); len(d.screen.chosen) != 3 {
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
		want, err := l.Config("")
		if err != nil {
			t.Fatal(err)
		}
		got := start
		if got.Scenario.Name != want.Scenario.Name || ids(got.Learners) != ids(want.Learners) ||
			got.Epsilon != want.Epsilon || got.Horizon != want.Horizon {
			t.Errorf("%s starts %s with %s", l.Name, got.Scenario.Name, ids(got.Learners))
		}
		if SourceOf(start.Scenario).Scenario != l.Scenario || (l.Arms == "") != (SourceOf(start.Scenario).Arms == "") {
			t.Errorf("%s: source %+v", l.Name, SourceOf(start.Scenario))
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
		{"G", "ww-printed"},
	} {
		if d.press(step.key); d.screen.lineups[d.screen.lineup].Name != step.want {
			t.Fatalf("%s leads to %s, want %s", step.key, d.screen.lineups[d.screen.lineup].Name, step.want)
		}
	}
	if rows, all := len(d.screen.families()), len(d.screen.lineups); 2*rows > all {
		t.Errorf("%d rows for %d comparisons", rows, all)
	}
}

func TestLeavingTheLineupsChangesNothing(t *testing.T) {
	d := drive(t)
	before := d.screen.View()
	if d.press("n", "down", "down", "esc"); d.screen.View() != before {
		t.Errorf("something changed:\n%s", d.screen.View())
	}
	if d.press("3", "n"); !d.screen.browsing && !d.screen.Typing() {
		t.Error("n neither types nor shows the comparisons")
	}
}

func TestFilterFindsByNamePaperAndFamily(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"jzl", "jzl-20"},
		{"switch", "gaj-switch"},
		{"WW", "ww-det"},
		{"matroid", "chh-synthetic"},
		{"full information", "hhmh-1"},
		{"deterministic", "ww-det"},
		{"of your own", "--arms"},
		{"five arms", "hhmh-1"},
		{"comes and goes", "gaj-tide"},
		{"hhmh second", "hhmh-2"},
	} {
		t.Run(c.text, func(t *testing.T) {
			d := drive(t).press("/", c.text)
			if got := d.screen.entries[d.screen.entry].Name; got != c.want {
				t.Errorf("%q finds the scenario %s, want %s", c.text, got, c.want)
			}
		})
	}
	for _, c := range []struct{ text, want string }{
		{"klucb", "adap-klucb"}, {"thom", "thompson"}, {"local changing", "sw-klucb-cf"}, {"jzl", "ts-ldp-b"}, {"needs-basis", "needs-basis"},
	} {
		t.Run(c.text, func(t *testing.T) {
			d := drive(t).press("2", "/", c.text)
			at, ok := d.screen.at()
			if ok && at.heading() {
				d.press("down")
				at, ok = d.screen.at()
			}
			if !ok || at.ID != c.want {
				t.Errorf("%q finds the learner %+v, want %s", c.text, at, c.want)
			}
		})
	}
}

func TestFilterIsTypedAndLeft(t *testing.T) {
	d := drive(t).press("2", "/", "t", "h", "o", "m")
	if !d.screen.Typing() || len(d.screen.rows) != 1 {
		t.Fatalf("typing %v, %d rows", d.screen.Typing(), len(d.screen.rows))
	}
	d.press("enter")
	if got, want := ids(d.started().Learners), "lazy-dp-ts anytime-lazy-ucb ucb1 thompson"; got != want {
		t.Errorf("enter chose %q, want %q", got, want)
	}
	d.press("/", "q", "x", "?")
	d.sees("no learner matches “qx?”; esc shows all")
	if d.press("down", "up", "esc"); d.screen.Typing() || len(d.screen.rows) < 10 {
		t.Error("esc does not show all learners again")
	}
	if at, _ := d.screen.at(); at.heading() {
		t.Error("the cursor is on a heading")
	}
	d.press("/", "ucb", "tab")
	if d.screen.Typing() {
		t.Error("tab does not lead to the list")
	}
	if before := len(d.screen.chosen); len(d.press("space").screen.chosen) == before {
		t.Error("the list does not have the keys")
	}
	if d.press("esc"); d.screen.filters[learnerSection].active() {
		t.Error("esc does not clear the filter")
	}
}

// At most seven keys lead from the first screen to the first round, for every kind of scenario;
// the last is space on the run screen.
func TestEveryKindOfScenarioIsAFewKeysAway(t *testing.T) {
	for _, c := range []struct {
		keys []string
		is   func(*scenarios.Scenario) bool
	}{
		{nil, func(s *scenarios.Scenario) bool { return s.Kind == scenarios.Stochastic }},
		{[]string{"/", "w", "w"}, func(s *scenarios.Scenario) bool { return s.Kind == scenarios.Deterministic }},
		{[]string{"down", "down"}, func(s *scenarios.Scenario) bool { return s.Feedback == scenarios.Full }},
		{[]string{"/", "c", "h", "h"}, func(s *scenarios.Scenario) bool { return s.Kind == scenarios.MatroidKind }},
		{[]string{"/", "g", "a", "j"}, func(s *scenarios.Scenario) bool { return s.Kind == scenarios.Changing }},
		{[]string{"/", "j", "z", "l"}, func(s *scenarios.Scenario) bool { return s.Local }},
		{[]string{"/", "y", "o", "u", "enter"}, func(s *scenarios.Scenario) bool { return s.Name == "arms" }},
	} {
		t.Run(strings.Join(c.keys, " "), func(t *testing.T) {
			start := drive(t).press(c.keys...).started()
			if !c.is(start.Scenario) || len(c.keys)+2 > 7 {
				t.Errorf("%v starts %s", c.keys, start.Scenario.Name)
			}
		})
	}
}

// A list emptied by the filter says so even if the focus is elsewhere.
func TestNothingFoundIsToldFromAfar(t *testing.T) {
	s := drive(t).press("2").screen
	if err := s.find("qx"); err != nil {
		t.Fatal(err)
	}
	s.section = parameterSection
	if got := strings.Join(s.learnerList(60).Lines, "\n"); !strings.Contains(got, "no learner matches “qx”; esc shows all") {
		t.Error(got)
	}
}

// programmed returns the screen with a host, at the row for a program.
func programmed(t *testing.T) *driver {
	t.Helper()
	config := uitest.On(t, "hhmh-1", "", 100, "ucb1")
	config.Programs = program.NewHost()
	t.Cleanup(config.Programs.Close)
	o := smallCatalog(t)
	o.Config = config
	d := driveWith(t, o)
	return d.press("tab", "/", "your own", "enter")
}

func (d *driver) typing(text string) *driver {
	for _, letter := range text {
		d.press(string(letter))
	}
	return d
}

func TestAProgramIsTyped(t *testing.T) {
	d := programmed(t)
	if d.screen.form.Focus() != d.screen.typedProgram.field {
		t.Fatalf("nothing is asked: %s", d.screen.View())
	}
	d.typing("./mine.py,alpha=2").press("enter")
	if d.start != nil || len(d.screen.chosen) != 2 || d.screen.chosen[1].ID != "./mine.py" || d.screen.section != learnerSection || d.screen.typedProgram.open {
		t.Fatalf("%d learners: %s", len(d.screen.chosen), d.screen.View())
	}
	if r, ok := d.screen.at(); !ok || r.slot != d.screen.chosen[1] {
		t.Error("the cursor is not at the program")
	}
	if c, err := d.screen.Config(); err != nil || c.Learners[1].String() != "./mine.py,alpha=2" || c.Programs == nil {
		t.Errorf("%v", err)
	}
}

func TestAProgramThatIsNone(t *testing.T) {
	for text, want := range map[string]string{
		"mine":         "mine: a program has a / or a space, or ends in .py",
		"./mine.py 'a": "./mine.py 'a: a quotation mark is not closed",
		"":             "type the command line that starts it",
	} {
		t.Run(text, func(t *testing.T) {
			d := programmed(t).typing(text).press("enter")
			if len(d.screen.chosen) != 1 || d.screen.form.Focus() != d.screen.typedProgram.field {
				t.Fatalf("%d learners: %s", len(d.screen.chosen), d.screen.View())
			}
			if c := kit.ForKey(d.screen.Commands(), uitest.Key("enter")); d.screen.Notice.Text != "learner "+want && (c == nil || c.Refusal != want) {
				t.Errorf("%q", d.screen.Notice.Text)
			}
			if d.press("esc"); d.screen.typedProgram.open || d.screen.typedProgram.field.Text() != "" || d.screen.section != learnerSection {
				t.Error("esc does not take the field away")
			}
		})
	}
}

// A script's keys cannot choose a program.
func TestOnlyAPersonTypesPrograms(t *testing.T) {
	d := programmed(t).typing("./mine.py")
	if c := kit.ForKey(d.screen.Commands(), uitest.Key("enter")); c == nil || c.Effect() != kit.Starts {
		t.Errorf("%+v", c)
	}
	if d = driveWith(t, smallCatalog(t)); d.screen.typedProgram != nil {
		t.Error("a row is there where no program may be started")
	}
}
