package scenarios

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"regretscope/noise/param"
	"regretscope/scenarios/arm"
)

// Every preset without data files builds with its defaults, within the limits.
func TestPresetsBuild(t *testing.T) {
	names := map[string]bool{}
	for _, p := range Presets() {
		if names[p.Name] || p.Name == "" || p.Paper == "" || p.Summary == "" {
			t.Errorf("preset %q twice, or without a paper or a summary", p.Name)
		}
		names[p.Name] = true
		if p.NeedsData {
			continue
		}
		s, err := p.Make(nil, "")
		if err != nil {
			t.Errorf("%s: %v", p.Name, err)
			continue
		}
		if s.Arms() < 1 || s.Arms() > MaxArms || CheckHorizon(float64(s.Horizon)) != nil || !(s.Epsilon > 0) || s.PlaySize() < 1 {
			t.Errorf("%s: %d arms, plays of %d, horizon %d, ε = %v", p.Name, s.Arms(), s.PlaySize(), s.Horizon, s.Epsilon)
		}
	}
}

// Parameters reach the preset and appear in its name.
func TestPresetParameters(t *testing.T) {
	p := &Preset{
		Name: "made-up", Kind: Stochastic, Feedback: Bandit,
		Parameters: param.List{
			{Name: "K", Meaning: "arms", Min: 1, Max: 10, Whole: true, Default: "2"},
			{Name: "mean", Meaning: "of all", Min: 0, Max: 1, Default: "0.5"},
		},
		Build: func(v param.Values, data string) (*Scenario, error) {
			if data != "folder" {
				return nil, errors.New("needs data")
			}
			means := make([]float64, int(v.Number("K")))
			for j := range means {
				means[j] = v.Number("mean")
			}
			return &Scenario{Horizon: 10, Epsilon: 1, Phases: []Phase{{From: 1, Arms: bernoullis(means...)}}}, nil
		},
	}
	s, err := p.Make([][2]string{{"mean", ".25"}, {"K", "3"}}, "folder")
	if err != nil || s.Name != "made-up,K=3,mean=.25" || !slices.Equal(s.Phases[0].Means, []float64{.25, .25, .25}) {
		t.Errorf("%+v, %v", s, err)
	}
	if s, err := p.Make(nil, "folder"); err != nil || s.Name != "made-up" || s.Arms() != 2 {
		t.Errorf("%+v, %v", s, err)
	}
	for text, want := range map[string]string{
		"K=0": "K=0: must be a whole number from 1 to 10",
		"k=3": "k: no such parameter; did you mean K? (known: K, mean)",
	} {
		name, value, _ := strings.Cut(text, "=")
		if _, err := p.Make([][2]string{{name, value}}, "folder"); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	if _, err := p.Make(nil, ""); err == nil || err.Error() != "needs data" {
		t.Errorf("without data: %v", err)
	}
}

func TestTitles(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range Presets() {
		if n := len([]rune(p.Title)); n == 0 || n > 26 || seen[p.Title] || p.Title == p.Name {
			t.Errorf("%s has the title %q", p.Name, p.Title)
		}
		seen[p.Title] = true
	}
	for reference, want := range map[string]string{
		"hhmh-1": "five arms", "equal-gap,K=4,gap=0.2": "experts, one gap, K=4, gap=0.2",
	} {
		s := param.Must(Open(reference, ""))
		if s.Title() != want {
			t.Errorf("%s has the title %q, want %q", reference, s.Title(), want)
		}
		s.Name, s.Reference = "mine", "mine.toml"
		if s.Title() != "mine" {
			t.Errorf("%s: a scenario of a user has the title %q", reference, s.Title())
		}
	}
}

// The seed alone decides the order of the arms of a game, which a reference repeats; other scenarios, and
// those that were shuffled by hand, keep theirs.
func TestShuffled(t *testing.T) {
	texts := func(s *Scenario) string { return fmt.Sprint(s.Phases[0].Arms) }
	arms := func(text string) *Scenario {
		return param.Must(FromArms("arms", param.Must(arm.ParseList(text)), Bandit))
	}
	for _, reference := range []string{"hhmh-1", "gap,K=9", "jzl-20", "gaj-tide", "doubling-gap"} {
		s, orders := param.Must(Open(reference, "")), map[string]bool{}
		for seed := range uint64(50) {
			shuffled := param.Must(s.Shuffled(seed))
			again := param.Must(Open(shuffled.Reference, ""))
			if texts(again) != texts(shuffled) || param.Must(shuffled.Shuffled(seed+1)) != shuffled {
				t.Errorf("%s: %s opens %s", shuffled.Reference, texts(again), texts(shuffled))
			}
			best := func(p Phase) float64 { return p.BestMean }
			old, next := param.Map(s.Phases, best), param.Map(shuffled.Phases, best)
			if !slices.Equal(old, next) {
				t.Errorf("%s: best means %v, want %v", shuffled.Reference, next, old)
			}
			orders[texts(shuffled)] = true
		}
		if len(orders) < 2 {
			t.Errorf("%s: %d orders", reference, len(orders))
		}
	}
	if a, b := param.Must(arms("0.1 0.2 0.9").Shuffled(3)), param.Must(arms("0.9 0.2 0.1").Shuffled(3)); texts(a) != texts(b) {
		t.Errorf("the order as written matters: %s, %s", texts(a), texts(b))
	}
	if s := param.Must(Open("chh-synthetic", "")); param.Must(s.Shuffled(1)) != s {
		t.Error("a matroid is shuffled")
	}
	for _, bad := range []string{"hhmh-1,order=-1", "hhmh-1,order=x", "hhmh-1,order=0.5", "chh-synthetic,order=1"} {
		if _, err := Open(bad, ""); err == nil || !strings.Contains(err.Error(), "order") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}
