package run

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
)

// at returns the regret of a learner that plays alone.
func at(t *testing.T, c *model.Config, spec learners.Spec, round int) float64 {
	t.Helper()
	return uitest.Snapshot(c.Alone(spec), round).Learners[0].Regret
}

// The arrows change ε along the ladder. Every panel shows the learner at that ε, as if it had
// played so from the start; the caption has regret and ratio. Esc restores everything.
func TestTheDialTurnsEpsilon(t *testing.T) {
	d := start(t, 120, 36, 20_000, "ucb1", "lazy-dp-ts")
	d.Do("go 5000", "learner 2")
	before := d.Whole()
	d.Types("d")
	d.Expect("One run, ε = 0.5: regret 511.9", "ε 0.2 ", "ε 0.3 ", "ε 0.7 ", "ε 1 ", "← → ε · enter keeps · esc closes")
	for _, test := range []struct{ key, epsilon string }{
		{"right", "0.7"}, {"right", "1"}, {"right", "1.5"}, {"left", "1"}, {"left", "0.7"}, {"left", "0.5"}, {"left", "0.3"},
	} {
		d.Types(test.key)
		spec := param.Must(d.State().Config.Learners[1].With("epsilon", test.epsilon))
		regret := at(t, d.State().Config, spec, 5000)
		free, _ := spec.With("epsilon", "inf")
		if got := d.State().Shot.Learners[1].Regret; got != regret {
			t.Errorf("%s: ε = %s: regret %v, alone %v", test.key, test.epsilon, got, regret)
		}
		d.Expect(fmt.Sprintf("One run, ε = %s: regret %.1f, %.3g times the", test.epsilon, regret, regret/at(t, d.State().Config, free, 5000)))
		if test.epsilon != "0.5" {
			d.Expect("2 Arms · Lazy-DP-TS ε="+test.epsilon, "Privacy · Lazy-DP-TS ε="+test.epsilon, "claim holds")
		}
	}
	d.Types("esc")
	if after := d.Whole(); after != before {
		t.Errorf("after the dial\n%s\nbefore\n%s", after, before)
	}
	compares(d, "UCB1, Lazy-DP-TS")
}

// The run continues while the dial is open, and the chosen ε with it: forward, backward, and to its own releases.
func TestTimeGoesOnWithTheDialOpen(t *testing.T) {
	d := start(t, 120, 36, 20_000, "lazy-dp-ts", "ucb1")
	d.Do("go 3000", "dial 2")
	spec, _ := learners.ParseSpec("lazy-dp-ts,epsilon=2")
	for _, line := range []string{"step", "go 8000", "back 10", "go 500", "next-release", "previous-change", "restart"} {
		if line == "restart" {
			follow, _ := kit.RunLine(d.Commands(), "restart")
			compares(d, "Lazy-DP-TS ε=2, UCB1") // until the new run is there
			d.Settle(follow)
			break
		}
		if name, _, _ := strings.Cut(line, " "); !d.Has(name) {
			continue // without the mode that jumps to events
		}
		d.Do(line)
		round := d.round()
		want := uitest.Snapshot(d.State().Config.Alone(spec), round).Learners[0]
		if got := d.State().Shot.Learners[0]; got.Regret != want.Regret || line == "next-release" && !got.Released {
			t.Errorf("%s, at round %d: regret %v, released %v; alone %v", line, round, got.Regret, got.Released, want.Regret)
		}
		d.Expect("One run, ε = 2: regret")
	}
	compares(d, "Lazy-DP-TS, UCB1")
	if d.Has("dial-close") || len(d.Driver().State().Config.Learners) != 2 {
		t.Error("a new run begins with an open dial")
	}
}

// Enter keeps the chosen ε as a what-if copy, without replaying.
func TestTheDialKeepsACopy(t *testing.T) {
	d := start(t, 120, 36, 20_000, "lazy-dp-ts", "ucb1")
	d.tell(": go 5000 | d enter | ~ nothing differs from Lazy-DP-TS | right enter")
	compares(d, "Lazy-DP-TS, UCB1, Lazy-DP-TS ε=0.7")
	d.Expect("Lazy-DP-TS ε=0.7 has joined", "2 Arms · Lazy-DP-TS ε=0.7")
	if d.Has("dial-close") || len(d.Driver().State().Config.Learners) != 3 {
		t.Errorf("the dial is open, or %d learners are played", len(d.Driver().State().Config.Learners))
	}
	d.Do("drop")
	compares(d, "Lazy-DP-TS, UCB1")
}

func TestTheDialRefuses(t *testing.T) {
	d := start(t, 120, 36, 20_000, "lazy-dp-ts", "ucb1")
	d.tell(`: dial 2x | ~ dial 2x: must be a positive number or inf | : learner 2 | ~ 2 Arms · UCB1
		: dial 2 | ~ UCB1 has no ε to change | : learner 1 | ~ 2 Arms · Lazy-DP-TS
		: dial 0.33 | ~ One run, ε = 0.33 (no rounds played yet)
		: dial 0.44 | ~ dial 0.44: must be one of 0.1, 0.15, 0.2, 0.3, 0.33, 0.5
		: dial | ~ dial: must be a positive number or inf | : hide | ~ hidden: means
		: dial 1 | ~ One run, ε = 1 (regret is hidden)`)
	d.Do("next-learner")
	if d.Has("dial-close") {
		t.Error("the dial of a learner that is not looked at is open")
	}
	d.Do("hide nothing", "go 100", "previous-learner")
	if d.Has("cursor") {
		d.Do("cursor", "dial")
	}
	if d.Has("cursor-close") {
		t.Error("the dial and the cursor want the same keys")
	}
}

// Esc stops work in progress without a trace.
func TestTheDialIsClosedWhileItsCurvesAreComputed(t *testing.T) {
	d := start(t, 80, 24, 1_000_000, "lazy-dp-ts", "ucb1")
	d.Do("go 300000")
	before := d.View()
	cmd := uitest.Press(d, "d")
	d.Expect("catching up")
	follow := uitest.Press(d, "esc")
	d.Settle(cmd)
	d.Settle(follow)
	if d.Has("dial-close") || len(d.Driver().State().Config.Learners) != 2 || d.View() != before {
		t.Errorf("%d learners are played, on screen\n%s", len(d.Driver().State().Config.Learners), d.View())
	}
}

// The dial of a learner without an ε changes its own privacy parameter, as if it had played so from the start.
func TestTheDialTurnsTheParameterInPlaceOfEpsilon(t *testing.T) {
	for id, want := range map[string][]string{
		"adac-ucb":    {"rho=0.2", "One run, rho = 0.2: regret ", "rho=0.15 ", "rho=0.3 ", "← → rho"},
		"ts-gaussian": {"c=1.5", "One run, c = 1.5: regret ", "c=1 ", "c=2 "},
	} {
		d := start(t, 120, 36, 20_000, "ucb1", id)
		d.Do("go 3000", "learner 2", "dial", "dial-up", "dial-down", "dial-up")
		if id == "adac-ucb" { // .15 comes first
			d.Do("dial-up")
			d.Expect(" times the ", "without privacy") // its counterpart's
		}
		d.Expect(want[1:]...)
		spec := param.Must(learners.ParseSpec(id + "," + want[0]))
		if got, want := d.State().Shot.Learners[1].Regret, at(t, d.State().Config, spec, 3000); got != want {
			t.Errorf("%s: %s: regret %v, alone %v", id, spec, got, want)
		}
		d.Types("enter")
		d.Expect(spec.Label() + " has joined")
	}
	d := start(t, 120, 36, 100, "adac-ucb")
	d.tell(`: dial rho=-1 | ~ dial -1: rho=-1: must be a number above 0
		: dial x | ~ dial x: rho=x: must be a number above 0`)
	d.tell(": dial rho=.07 | ~ One run, rho = 0.07")
}

// Every learner can be copied, and the dial of every one with a privacy parameter goes from one end to the other, in the
// first of these scenarios that it can play, and the fan has up to sixteen curves.
func TestTheDialOfEveryLearner(t *testing.T) {
	tested := map[string]bool{} // where it can play first
	for _, ref := range []string{"hhmh-1", "ww-det,K=4", "chh-synthetic", "gaj-tide", "jzl-20"} {
		d := startOn(t, uitest.On(t, ref, "", 30, "random"), 60, 16)
		for _, l := range learners.All() {
			config := d.State().Config.Alone(learners.Spec{Declaration: l})
			if tested[l.ID] || config.Check() != nil {
				continue
			}
			tested[l.ID] = true
			copied := startOn(t, config, 60, 16)
			copied.Do("go 25", "what-if seed=5")
			compares(copied, l.Name+", "+l.Name+" seed=5")
			if !l.Privacy.TakesEpsilon() && l.Tunes == "" {
				continue
			}
			config.Epsilon = 0.25
			d := startOn(t, config, 60, 16)
			d.Do("go 25", "dial")
			seen, own := map[float64]bool{}, config.PrivacyValue(0)
			d.Types(slices.Repeat([]string{"left"}, model.MaxLearners)...)
			played := len(d.Driver().State().Config.Learners)
			for ; len(seen) < played; d.Types("right") {
				v := d.State().Shot.Learners[0]
				if v.Spec.Epsilon(0.25) != v.Epsilon {
					t.Errorf("%s: %s: ε %v of %s", ref, l.ID, v.Epsilon, v.Spec.Label())
				}
				value := config.Alone(v.Spec).PrivacyValue(0)
				want := "One run, " + l.Tunes + " = " + number.Tick(value)
				if l.Tunes == "" {
					want = "One run, ε = " + number.Setting(value)
				}
				if seen[value] || !strings.HasPrefix(d.Foot(200), want) {
					t.Fatalf("%s: %s: %s, want %s", ref, v.Spec, d.Foot(200), want)
				}
				seen[value] = true
			}
			for _, epsilon := range []float64{.1, .15, .2, .3, .5, .7, 1, 1.5, 2, 3, 5, 7, 10} {
				if l.Tunes == "" && !seen[epsilon] && config.Alone(at1(config, epsilon)).Check() == nil {
					t.Errorf("%s in %s: no ε = %v", l.ID, ref, epsilon)
				}
			}
			if played > model.MaxLearners || !seen[own] || seen[math.Inf(1)] != (l.Tunes == "") {
				t.Errorf("%s in %s: %d curves, %v", l.ID, ref, played, seen)
			}
		}
	}
}

// at1 returns the first learner at another ε.
func at1(c *model.Config, epsilon float64) learners.Spec {
	spec, _ := c.Learners[0].With("epsilon", number.Format(epsilon))
	return spec
}

// With big letters, what the dial's value costs is large, and said once, and of the fan only ∞ is drawn.
func TestTheDialForTheBackRow(t *testing.T) {
	d := start(t, 100, 30, 100_000, "lazy-dp-ts", "ucb1")
	d.BackRow.Switch(true)
	d.Do("go 5000", "dial", "dial-up")
	large := kit.BigSentence("12.2 times the regret", 100, kit.BigRoom(29), d.theme.Charset, d.theme.Text)
	uitest.Contains(t, uitest.Words(d.View()), uitest.Words(strings.Join(large, "\n")))
	d.tell(`~ "Lazy-DP-TS ε=0.7 " | ~ "ε=∞ " | ~ "UCB1 " | ! "ε 0.1 "`)
	if foot := d.Foot(100); strings.Contains(foot, "regret") || !strings.Contains(foot, "esc closes") {
		t.Error(foot)
	}
}

// The fan beside panels, and alone with room for all its names.
func TestGoldenDial(t *testing.T) {
	for name, size := range map[string][2]int{"fan-80x24": {80, 24}, "fan-alone-110x32": {110, 32}} {
		d := start(t, size[0], size[1], 20_000, "lazy-dp-ts", "ucb1")
		d.Do("go 10000", "dial", "dial-up", "dial-up")
		if name != "fan-80x24" {
			d.Do("chart", "zoom one")
		}
		uitest.Golden(t, name, d.Whole())
	}
}
