package run

import (
	"math"
	"strings"
	"testing"

	"regretscope/noise/privacy"
	"regretscope/ui/kit"
)

// N goes from notion to notion; the command takes one by its name, and for δ an ε.
// Panel, sentences and the numbers for the back row say the same.
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
			value := kit.Loss(c.of)
			if got := d.View(); !strings.Contains(got, c.name+" = "+value+" (") {
				t.Errorf("%s: no %s = %s in\n%s", c.line, c.name, value, got)
			}
			if c.name == "ε" {
				return
			}
			if got := strings.Join(d.Sentences(), " "); !strings.Contains(got, "the costliest round has lost "+c.name+" = "+value) {
				t.Errorf("%s: %s", c.line, got)
			}
			if got := d.spent(); got.label != c.name+" spent" || got.text != value {
				t.Errorf("%s: %+v", c.line, got)
			}
		})
	}
	d.Do("learner 2")
	if got := d.spent(); got.text != "inf" {
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

// Normal noise has no ε: what it costs is told in ρ.
func TestSentencesOfNormalNoise(t *testing.T) {
	d := start(t, 120, 36, 1000, "adac-ucb,rho=.2")
	d.Do("go 100")
	if got := strings.Join(d.Sentences(), " "); !strings.Contains(got, "the costliest round has lost ρ = 0.2.") {
		t.Error(got)
	}
}

// Where no ε is set, δ is taken at 1 to begin with.
func TestFirstMeasure(t *testing.T) {
	d := start(t, 120, 36, 100, "lazy-dp-ts")
	c := *d.Config()
	c.Epsilon = math.Inf(1)
	if m := firstMeasure(&c); m.At != 1 || !m.Pure() {
		t.Errorf("%+v", m)
	}
}
