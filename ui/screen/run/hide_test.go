package run

import (
	"slices"
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/trials"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
	"regretscope/ui/kit/theme"
	"regretscope/ui/kit/uitest"
)

// A disguised arm has the rewards of its law, but another name.
type disguised struct {
	arm.Distribution
	mean float64
}

func (d disguised) Mean() float64  { return d.mean }
func (d disguised) String() string { return "disguised" }

// disguise returns a world that looks the same to every learner, but differs in everything that
// no learner sees: means, best arms, gaps, regret, breakpoints. So that rewards stay the same,
// all phases of the original are like its first.
func disguise(t *testing.T, c *model.Config) *model.Config {
	t.Helper()
	s := *c.Scenario
	s.Phases = slices.Clone(s.Phases)
	for i := range s.Phases {
		laws := slices.Clone(s.Phases[0].Arms)
		c.Scenario.Phases[i].Arms = laws
		if i > 0 {
			s.Phases[i].From += 37
		}
		s.Phases[i].Arms = slices.Clone(laws)
		for j, law := range laws {
			s.Phases[i].Arms[j] = disguised{law, .93 - .77*law.Mean() + .001*float64(j+i)}
		}
	}
	for _, finished := range []*scenarios.Scenario{c.Scenario, &s} {
		if _, err := finished.Finish(); err != nil {
			t.Fatal(err)
		}
	}
	other := *c
	other.Scenario = &s
	uitest.NoError(t, other.Check())
	return &other
}

// families returns a learner of every family that can play a scenario.
func families(t *testing.T, ref, channel string) []string {
	t.Helper()
	var ids []string
	seen := map[learners.Family]bool{}
	for _, d := range learners.All() {
		c := uitest.On(t, "hhmh-1", "", 400, "ucb1")
		c.Learners, c.Channel = []learners.Spec{{Declaration: d}}, channel
		var err error
		if c.Scenario, err = scenarios.Open(ref, ""); err != nil {
			t.Fatal(err)
		}
		if !seen[d.Family] && !d.NeedsBest && c.Check() == nil {
			seen[d.Family] = true
			ids = append(ids, d.ID)
		}
	}
	return ids
}

// worlds lists scenarios of every kind and feedback.
var worlds = map[string]string{
	"hhmh-1": "", "ww-det,K=5,losses=even": "", "chh-synthetic": "",
	"gaj-switch,K=3,L=3,length=100": "", "jzl-20": "quadratic,b=1.2",
}

// everything returns all that is visible of the run: every view, panel, and arm at two sizes, the
// sentences of plain mode, saved files, and the answers to keys.
func everything(d *driver) []string {
	var all []string
	d.Settle(d.driver.Seek(250))
	for _, size := range [][2]int{{80, 24}, {120, 36}} {
		d.SetSize(size[0], size[1]-1)
		for learner := range d.State().Config.Learners {
			if learner > 0 && size[0] < 100 {
				continue // the larger size shows as much
			}
			d.Focus.Learner, d.Focus.arm = learner, learner%d.State().Config.Scenario.Arms()
			for panel := range d.panels.visible() {
				d.panels.at = panel
				switch d.sync(); {
				case panel == 0: // the chart, which is as high as its panel
					all = append(all, d.Whole())
				case size[0] < 100: // else all panels are seen at once
					all = append(all, d.Whole(), strings.Join(d.panels.text(panel), "\n"))
				}
			}
			d.Focus.arm, d.panels.at = -1, 0
			d.BackRow.Switch(true)
			all = append(all, d.Whole())
			d.BackRow.Switch(false)
			if learner > 0 {
				continue
			}
			for range 6 {
				d.Do("view")
				title, chart := d.chart.Described()
				var csv strings.Builder
				_ = chart.WriteCSV(&csv, &trials.Made{})
				all = append(all, d.Whole(), title, csv.String(), d.Subject())
			}
			all = append(all, d.Sentences()...)
		}
	}
	for _, name := range []string{"next-breakpoint", "previous-breakpoint", "cursor", "cursor-close", "overlay", "warnings"} {
		if d.Has(name) {
			d.Do(name)
			all = append(all, d.Whole())
		}
	}
	d.Do("leave") // the warnings
	return all
}

// Hidden values do not influence the screen: two worlds that differ only in them look the same while something is
// hidden. While nothing is hidden, every size and every learner shows a difference.
func TestWhatIsHiddenCannotBeSeen(t *testing.T) {
	uitest.NotForRaces(t)
	for ref, channel := range worlds {
		ids := families(t, ref, channel)
		if len(ids) == 0 {
			t.Fatalf("%s has no learners", ref)
		}
		config := uitest.On(t, ref, channel, 400, ids...)
		two := [2]*driver{}
		for i, c := range []*model.Config{config, disguise(t, config)} {
			two[i] = startOn(t, c, 120, 36)
			two[i].Settle(two[i].driver.Seek(250))
		}
		for i := range config.Learners {
			a, b := two[0].State().Shot.Learners[i], two[1].State().Shot.Learners[i]
			if !slices.Equal(a.Pulls, b.Pulls) || a.Regret == b.Regret {
				t.Fatalf("%s, %s: the worlds do not differ in what is hidden alone: pulls %v and %v, regret %v and %v",
					ref, a.Spec.Label(), a.Pulls, b.Pulls, a.Regret, b.Regret)
			}
		}
		for _, what := range hidings {
			var seen [2][]string
			for i, d := range two {
				d.Do("hide " + what)
				seen[i] = everything(d)
			}
			different := 0
			for i := range seen[0] {
				if seen[0][i] != seen[1][i] {
					different++
				}
				if what == "nothing" {
					continue
				}
				if seen[0][i] != seen[1][i] {
					t.Fatalf("%s, hidden %s: what no learner sees changes this (a view that shows it sets Reveals):\n%s\n\nand\n%s", ref, what, seen[0][i], seen[1][i])
				}
				if strings.Contains(seen[0][i], theme.BestGlyph) || strings.Contains(seen[0][i], theme.BreakGlyph) {
					t.Fatalf("%s, hidden %s: a star or a mark of a change in\n%s", ref, what, seen[0][i])
				}
			}
			if what == "nothing" && different < len(seen[0])/3 {
				t.Errorf("%s: %d of %d views show that the worlds differ", ref, different, len(seen[0]))
			}
		}
	}
}

func TestHide(t *testing.T) {
	d := startOn(t, uitest.Config(t, 1000, "lazy-dp-ts", "optimal", "ucb1"), 120, 36)
	d.Settle(d.driver.Seek(300))
	sees := func(wants map[string]bool) {
		t.Helper()
		for want, seen := range wants {
			if strings.Contains(d.View(), want) != seen {
				t.Errorf("%q is seen: %v, want %v\n%s", want, !seen, seen, d.View())
			}
		}
	}
	sees(map[string]bool{"1 Regret": true, "UCB1": true, "★": true})
	d.Do("hide")
	sees(map[string]bool{"1 Estimated return per round": true, "UCB1": true, "★": false})
	if line, _, _ := strings.Cut(d.View(), "\n"); !strings.Contains(line, "five arms") {
		t.Errorf("the scenario has another name in %s", line)
	}
	d.Do("hide")
	sees(map[string]bool{"1 Regret": true, "★": true})
	d.Do("hide others")
	sees(map[string]bool{"1 Estimated return per round": true, "UCB1": false, "Lazy-DP-TS": true})
	// The optimal policy knows the best arm, so its plays reveal it.
	d.Do("next-learner")
	sees(map[string]bool{"2 Arms · UCB1": true, "Lazy-DP-TS": false})
	d.tell(": learner 2 | ~ Optimal policy knows the hidden values")
	d.Focus.LookAtClicked(1) // as a click on its name does
	d.refresh(nil)
	d.tell("~ Optimal policy knows the hidden values | ~ 2 Arms · UCB1 | : hide | : learner 2")
	sees(map[string]bool{"1 Regret": true, "2 Arms · Optimal policy": true})
	d.Do("hide others")
	sees(map[string]bool{"2 Arms · UCB1": true})
	d.tell(": hide everything | ~ hide everything: must be truth, others or nothing")

	two := start(t, 120, 36, 1000, "lazy-dp-ts,epsilon=0.1", "lazy-dp-ts,epsilon=1")
	two.Do("step", "hide others")
	if line, _, _ := strings.Cut(two.View(), "\n"); !strings.Contains(line, "ε=0.1 ") {
		t.Errorf("another learner’s ε in %s", line)
	}

	alone := startOn(t, uitest.Config(t, 1000, "optimal"), 120, 36)
	alone.Do("hide")
	alone.Expect("nothing can be hidden: Optimal policy knows the best arm and plays it")
	if alone.Focus.Hides() {
		t.Error("something is hidden all the same")
	}
}
