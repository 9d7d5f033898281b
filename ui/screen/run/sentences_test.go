package run

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"regretscope/noise/number"
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

// Normal noise has no ε; its cost is shown as ρ.
func TestSentencesOfNormalNoise(t *testing.T) {
	d := start(t, 120, 36, 1000, "adac-ucb,rho=.2")
	d.Do("go 100")
	if got := strings.Join(d.Sentences(), " "); !strings.Contains(got, "the costliest round has lost ρ = 0.2.") {
		t.Error(got)
	}
	if got := d.BackRow.spent(d.BackRow.about()); got.label != "ρ spent" || got.text != "0.2" {
		t.Errorf("%+v", got)
	}
}
