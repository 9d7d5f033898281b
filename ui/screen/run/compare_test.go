package run

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"regretscope/noise/number"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/kit/uitest"
)

// What a comparison says of the costliest arm is what plays and gaps come to, and all
// arms together are the regret.
func TestComparison(t *testing.T) {
	d := start(t, 80, 24, 100_000, "lazy-dp-ts", "ucb1")
	if said := strings.Join(d.Comparison(), " "); !strings.Contains(said, "No rounds played yet") {
		t.Error(said)
	}
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
		if want := "it lost most, " + kit.Measured(most) + ", by playing arm "; !strings.Contains(said, want) {
			t.Errorf("no %q in %s", want, said)
		}
	}
	if !strings.Contains(said, "the least first: UCB1 ") || !strings.Contains(said, "UCB1 is not private.") || !strings.Contains(said, "has a loss per round of ε = 0.5 (budget 0.5)") {
		t.Error(said)
	}
}

// Of several best arms, plays of any are plays of the best.
func TestComparisonOfSeveralBestArms(t *testing.T) {
	path := filepath.Join(t.TempDir(), "two.toml")
	if err := os.WriteFile(path, []byte("kind = \"stochastic\"\narms = [0.9, 0.1, 0.9]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	d := startOn(t, uitest.On(t, path, "", 1000, "ucb1"), 80, 24)
	d.Settle(d.driver.Seek(1000))
	pulls := d.Snapshot().Learners[0].Pulls
	want := "It played one of the 2 best arms in " + number.Share(float64(pulls[0]+pulls[2])/1000) + " of the rounds; it lost most, "
	if said := strings.Join(d.Comparison(), " "); !strings.Contains(said, want) {
		t.Errorf("no %q in %s", want, said)
	}
	if stars := strings.Count(d.View(), theme.BestGlyph); stars != 2 {
		t.Errorf("%d stars in\n%s", stars, d.View())
	}
}

// Where means change, or a play is many arms, no arm is blamed.
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
