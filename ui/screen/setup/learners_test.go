package setup

import (
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/figure"
	"regretscope/model/program"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/ui/kit/uitest"
)

func TestLearnersAreChosen(t *testing.T) {
	for name, story := range map[string]string{
		"space chooses and takes away": `#thompson | space | #ucb1 | space | = −ucb1 +thompson | #lazy-dp-ts | space | #anytime-lazy-ucb | space
			#thompson | space | ✗ no learner is chosen: space chooses one | > thompson`,
		"set aside, and back": `#ucb1 | space | @arms of your own | right | "0.9 0.8" | down right | #needs-all | space | = −ucb1 +needs-all
			@hhmh-1 | #needs-all | ~ set aside while it cannot play | = −ucb1 | @arms of your own | = −ucb1 +needs-all`,
		"copies are told apart": `#lazy-dp-ts | D esc | ~ [1] Lazy-DP-TS | ~ [4] Lazy-DP-TS (2) | 3 | ~ 4 Lazy-DP-TS (2)
			#lazy-dp-ts | down right 0.1 esc | ~ [4] Lazy-DP-TS ε=0.1`,
		"a copy of a copy keeps its parameters": `#lazy-dp-ts | D 0.1 | = +lazy-dp-ts,epsilon=0.1 | ctrl+u nil
			✗ epsilon nil: must be a positive number or inf | ctrl+u 0.1 | #ucb1 | space | #lazy-dp-ts | down D
			= −ucb1 +lazy-dp-ts,epsilon=0.1 +lazy-dp-ts,epsilon=0.1
			esc | #lazy-dp-ts | down down space | = −ucb1 +lazy-dp-ts,epsilon=0.1`,
		"parameters": `#kl-ucb | space right 101 | ~ ✗ c=101: must be a number from 0 to 100
			✗ KL-UCB: c=101: must be a number from 0 to 100 | backspace | = +kl-ucb,c=10`,
		"derived defaults follow the setting": `#derives | space right | ~ 200000 = T/K | ~ 8 = 4/ε | 0.25 | ~ 16 = 4/ε
			3 ctrl+u up up up up up up up down 1000 | ~ 200 = T/K | = +derives`,
		"full information": `#needs-all | ~ cannot play it needs full information | space
			~ ✗ Needs-All cannot play hhmh-1: it needs full information | = lazy-dp-ts anytime-lazy-ucb ucb1`,
		"a matroid": `#needs-basis | ~ cannot play it needs a matroid | space
			~ ✗ Needs-Basis cannot play hhmh-1: it needs a matroid | = lazy-dp-ts anytime-lazy-ucb ucb1`,
		// Learners chosen by hand stay while one of them can play; a scenario that none can play temporarily uses its own
		// comparison.
		"by hand": `#thompson | space | @jzl-20 | = +thompson | @chh-synthetic | = dpucb-mat dpts-mat omm | @hhmh-2 | = +thompson`,
	} {
		t.Run(name, func(t *testing.T) { drive(t).tell(story) })
	}
}

func TestTooManyLearnersAreRefused(t *testing.T) {
	d := drive(t).tell("#ucb1")
	for range model.MaxLearners - 3 {
		d.Types("D")
	}
	const why = "16 learners are chosen already, and the run screen shows up to 16: remove one first"
	d.tell("D | ~ ✗ " + why + " | #thompson | space | ~ ✗ " + why)
	if n := len(d.started().Learners); n != model.MaxLearners {
		t.Errorf("%d learners", n)
	}
	if d.Types("down"); d.Notice.Text != "" {
		t.Error("the refusal stays for ever")
	}
}

func TestAScenarioBringsItsComparison(t *testing.T) {
	d := drive(t)
	for _, p := range scenarios.Presets() {
		if !p.NeedsData {
			d.tell("@" + p.Name + " | = " + strings.Join(ids(model.DefaultLearners(param.Must(p.Make(nil, "")))), " "))
		}
	}
	d.tell("@hhmh-1 | = lazy-dp-ts anytime-lazy-ucb ucb1")
}

// Learners that cannot play are listed below all that can, under headings with the reason, and
// the cursor starts on one that can play.
func TestLearnersThatCannotPlayAreFolded(t *testing.T) {
	for _, name := range []string{"hhmh-1", "chh-synthetic", "coins", "gaj-swap"} {
		d := drive(t).tell("@" + name + " | 2")
		if at, ok := d.selected.learners.current(); !ok || at.heading() || at.slot == nil {
			t.Errorf("%s: the cursor is not on a learner that plays", name)
		}
		seen, count := false, 0
		for _, r := range d.selected.learners.rows {
			switch {
			case r.heading():
				seen = true
				count += len(r.folded)
			case seen || d.selected.learners.reason(r.Declaration) != "":
				t.Errorf("%s: %s is not below those that can play", name, r.ID)
			default:
				count++
			}
		}
		if !seen || count != len(d.selected.learners.catalog) {
			t.Errorf("%s: %d learners are listed, want %d", name, count, len(d.selected.learners.catalog))
		}
		before := len(d.selected.learners.rows)
		d.tell("end right")
		if at, _ := d.selected.learners.current(); !at.heading() || len(d.selected.learners.rows) != before+len(at.folded) {
			t.Errorf("%s: the heading did not unfold", name)
		}
		if d.tell("space"); len(d.selected.learners.rows) != before {
			t.Errorf("%s: the heading did not fold", name)
		}
	}
}

func TestEveryLineupCanBeChosen(t *testing.T) {
	row, variant, family := -1, 0, ""
	for _, l := range figure.Lineups() {
		if name, _ := l.Family(); name != family {
			row, variant, family = row+1, -1, name
		}
		variant++
		d := drive(t).tell("n" + strings.Repeat(" down", row) + strings.Repeat(" right", variant))
		// Everything on the way to it stays visible.
		for _, size := range [][2]int{{120, 36}, {80, 24}, {minWidth, minHeight}} {
			d.SetSize(size[0], size[1])
			if view := d.View(); !strings.Contains(view, "▸ ● "+family) || !strings.Contains(view, " enter puts "+l.Name+" on") || len(strings.Split(view, "\n")) != size[1] {
				t.Errorf("%s is not seen in %dx%d:\n%s", l.Name, size[0], size[1], view)
			}
		}
		if l.Data {
			continue // it has to be said where the data are
		}
		d.Types("enter")
		if got, want := command(d.started()), command(param.Must(l.Config(""))); got != want {
			t.Errorf("%s starts\n%s, want\n%s", l.Name, got, want)
		}
	}
}

func TestAFigureIsOneRow(t *testing.T) {
	d := drive(t).tell(`n | right | > hhmh-fig1-0.5 | right | > hhmh-fig1-1 | right | > hhmh-fig1 | left | > hhmh-fig1-1 | down | > hhmh-fig2
		right | > hhmh-fig2-0.5 | up | > hhmh-fig1 | up | > hhmh-fig1 | G | > trust`)
	if rows, all := len(d.comparisons.families()), len(d.comparisons.all); 2*rows > all {
		t.Errorf("%d rows for %d comparisons", rows, all)
	}
}

func TestLeavingTheLineupsChangesNothing(t *testing.T) {
	d := drive(t)
	before := d.View()
	if d.tell("n down down esc"); d.View() != before {
		t.Errorf("something changed:\n%s", d.View())
	}
	if d.tell("3 n"); d.page != comparisonPage && !d.Typing() {
		t.Error("n neither types nor shows the comparisons")
	}
}

// A learner's fields equal its spec, and a copy has its own fields, also with a set ε or seed.
func TestLearnersAsTheyWereChosen(t *testing.T) {
	for text, fields := range map[string]int{
		"ucb1": 0, "ucb1,epsilon=2": 1, "ucb1,seed=3": 1, "lazy-dp-ts,epsilon=inf": 1,
		"kl-ucb,epsilon=1,seed=0,c=2": 3, "rnm-ftnl,noise=gumbel,scale=2": 5,
	} {
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
	for _, keys := range []string{"space", "right", "enter"} {
		t.Run(keys, func(t *testing.T) {
			d, typed := programmed(t)
			if d.tell("tab / | \"your own\" | " + map[bool]string{true: keys, false: "tab " + keys}[keys == "enter"]); *typed != "program " || d.Typing() {
				t.Errorf("%q is typed", *typed)
			}
			d.Do("program ./mine.py,alpha=2")
			if r, ok := d.selected.learners.current(); len(d.selected.learners.chosen) != 2 || !ok || r.slot != d.selected.learners.chosen[1] {
				t.Errorf("the cursor is not at the program:\n%s", d.View())
			}
			if c, err := d.Config(); err != nil || c.Learners[1].String() != "./mine.py,alpha=2" || c.Programs == nil {
				t.Errorf("%v", err)
			}
		})
	}
}

// Only a person may choose a program, and only where programs may be started.
func TestOnlyAPersonTypesPrograms(t *testing.T) {
	d, _ := programmed(t)
	for _, c := range d.Commands() {
		if c.Name == "program" && !c.Act.Outside {
			t.Errorf("%+v", c)
		}
	}
	if d = driveWith(t, smallCatalog(t)); d.selected.learners.typed != nil {
		t.Error("a row is there where no program may be started")
	}
}
