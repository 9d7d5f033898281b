package run

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"regretscope/noise/number"
	"regretscope/noise/privacy"
	"regretscope/ui/kit/theme"
	"regretscope/ui/kit/uitest"
)

// The costliest arm of a comparison follows from plays and gaps, and all arms add up to the
// regret.
func TestComparison(t *testing.T) {
	d := start(t, 80, 24, 100_000, "lazy-dp-ts", "ucb1")
	uitest.Contains(t, strings.Join(d.Comparison(), " "), "No rounds played yet")
	d.Settle(d.driver.Seek(30_000))
	said := strings.Join(d.Comparison(), " ")
	shot := d.Snapshot()
	means := shot.Config.Scenario.Phases[0].Means
	for i := range shot.Learners {
		v := &shot.Learners[i]
		sum, most := 0., 0.
		for j, n := range v.Pulls {
			cost := float64(n) * (means[0] - means[j])
			sum, most = sum+cost, math.Max(most, cost)
		}
		if math.Abs(sum-v.Regret) > 1e-6 {
			t.Errorf("%s: arms come to %v, regret is %v", v.Spec.Label(), sum, v.Regret)
		}
		uitest.Contains(t, said, "it lost most, "+number.Value(most)+", by playing arm ")
	}
	uitest.Contains(t, said, "lowest first: UCB1 ", "UCB1 is not private.", "has a loss per round of ε = 0.5 (budget 0.5)")
}

// With several best arms, plays of any count as plays of the best.
func TestComparisonOfSeveralBestArms(t *testing.T) {
	path := filepath.Join(t.TempDir(), "two.toml")
	uitest.NoError(t, os.WriteFile(path, []byte("kind = \"stochastic\"\narms = [0.9, 0.1, 0.9]\n"), 0o600))
	d := startOn(t, uitest.On(t, path, "", 1000, "ucb1"), 80, 24)
	d.Settle(d.driver.Seek(1000))
	pulls := d.Snapshot().Learners[0].Pulls
	want := "It played one of the 2 best arms in " + number.Share(float64(pulls[0]+pulls[2])/1000) + " of the rounds; it lost most, "
	uitest.Contains(t, strings.Join(d.Comparison(), " "), want)
	if stars := strings.Count(d.View(), theme.BestGlyph); stars != 2 {
		t.Errorf("%d stars in\n%s", stars, d.View())
	}
}

// If means change, or a play has several arms, no arm is named costliest.
func TestComparisonElsewhere(t *testing.T) {
	for scenario, ids := range map[string][]string{"chh-synthetic": {"dpucb-mat", "omm"}, "gaj-tide": {"ts-cf"}} {
		t.Run(scenario, func(t *testing.T) {
			d := startOn(t, uitest.On(t, scenario, "", 3000, ids...), 80, 24)
			d.Settle(d.driver.Seek(1000))
			if said := strings.Join(d.Comparison(), " "); strings.Contains(said, "lost most") || !strings.Contains(said, "Regret after 1,000 rounds") {
				t.Errorf("%s: %s", scenario, said)
			}
		})
	}
}

// N cycles through the notions; the command takes one by name, and an ε for δ.
func TestNotions(t *testing.T) {
	d := start(t, 120, 36, 1000, "lazy-dp-ts", "ucb1")
	d.Do("go 100", "panel-3")
	laplace := privacy.LaplaceSum{Scale: 2}
	for _, c := range []struct {
		line, name string
		of         float64
	}{
		{"notion", "ρ", laplace.Rho().Value},
		{"notion", "μ", laplace.Mu().Value},
		{"notion", "δ(0.25)", laplace.Delta(.25).Value}, // half of ε
		{"notion delta 0.1", "δ(0.1)", laplace.Delta(.1).Value},
		{"notion", "ε", .5},
		{"notion δ", "δ(0.1)", laplace.Delta(.1).Value}, // as it was set
		{"notion rho", "ρ", laplace.Rho().Value},
	} {
		t.Run(c.line, func(t *testing.T) {
			if d.Do(c.line); c.line == "notion" && c.name == "ρ" && !strings.Contains(d.Foot(120), "zero-concentrated") {
				t.Errorf("the foot does not say what ρ is: %q", d.Foot(120))
			}
			value := number.Loss(c.of)
			if got := d.View(); !strings.Contains(got, c.name+" = "+value+" (") {
				t.Errorf("%s: no %s = %s in\n%s", c.line, c.name, value, got)
			}
			if c.name == "ε" {
				return
			}
			if got := strings.Join(d.Sentences(), " "); !strings.Contains(got, "the costliest round has lost "+c.name+" = "+value) {
				t.Errorf("%s: %s", c.line, got)
			}
			if got := d.BackRow.spent(); got.label != c.name+" spent" || got.text != value {
				t.Errorf("%s: %+v", c.line, got)
			}
		})
	}
	d.Do("learner 2")
	if got := d.BackRow.spent(); got.text != "none" {
		t.Errorf("%+v of a learner without noise", got)
	}
	for line, want := range map[string]string{
		"notion sigma":       "notion sigma: must be one of epsilon, rho, mu, delta",
		"notion delta -1":    "notion delta -1: ε must be a number of at least 0",
		"notion delta inf":   "notion delta inf: ε must be a number of at least 0",
		"notion mu 2":        "notion mu 2: only delta takes a number, its ε",
		"notion delta 1 2":   "notion delta 1 2: only delta takes a number, its ε",
		"notion \x1b[31mrho": "notion ?[31mrho: has a character that cannot be shown",
	} {
		t.Run(line, func(t *testing.T) {
			if d.Do(line); !strings.Contains(d.Foot(120), want) || strings.Contains(d.Foot(120), "\x1b") {
				t.Errorf("%q: %q, want %q", line, d.Foot(120), want)
			}
		})
	}
}

// Normal noise has no ε; its cost is shown as ρ.
func TestSentencesOfNormalNoise(t *testing.T) {
	d := start(t, 120, 36, 1000, "adac-ucb,rho=.2")
	d.Do("go 100")
	if got := strings.Join(d.Sentences(), " "); !strings.Contains(got, "the costliest round has lost ρ = 0.2.") {
		t.Error(got)
	}
}

// If no ε is set, δ is at ε = 1.
func TestFirstMeasure(t *testing.T) {
	d := start(t, 120, 36, 100, "lazy-dp-ts")
	c := *d.Config()
	c.Epsilon = math.Inf(1)
	if m := firstMeasure(&c); m.At != 1 || !m.Pure() {
		t.Errorf("%+v", m)
	}
}
