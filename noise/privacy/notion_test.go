package privacy

import (
	"math"
	"testing"
)

func TestMeasures(t *testing.T) {
	sum := LaplaceSum{2}
	for name, c := range map[string]struct {
		notion Notion
		want   Value
	}{"ε": {Epsilon, sum.Epsilon()}, "ρ": {Rho, sum.Rho()}, "μ": {Mu, sum.Mu()}, "δ(0.25)": {Delta, sum.Delta(.25)}} {
		m := Measure{c.notion, .25}
		if got := m.Of(sum); got != c.want || m.String() != name || m.Pure() != (name == "ε") {
			t.Errorf("%v: %+v, want %s %+v", m, got, name, c.want)
		}
	}
	if zero := (Measure{}); !zero.Pure() || zero.String() != "ε" {
		t.Errorf("the zero measure is %v", zero)
	}
}

// A person with ten rounds moves a sum by ten: for Laplace and normal noise this equals the loss
// of single sums with a tenth of the noise, and is at most that of ten rounds.
func TestManyRounds(t *testing.T) {
	for _, c := range []struct {
		name     string
		one, ten Mechanism
		exactly  map[Notion]bool // reached
	}{
		{"Laplace noise", LaplaceSum{20}, LaplaceSum{2}, map[Notion]bool{Epsilon: true}},
		{"normal noise", GaussianSum{20}, GaussianSum{2}, map[Notion]bool{Rho: true, Mu: true}},
	} {
		for _, n := range []Notion{Epsilon, Rho, Mu} {
			m := Measure{Notion: n}
			most, known := m.Rounds(10, m.Of(c.one).Value)
			ten := m.Of(c.ten).Value
			if !known || ten > most*(1+1e-12) || c.exactly[n] && !near(ten, most, 1e-12) {
				t.Errorf("ten rounds lose %v, at most %v", ten, most)
			}
		}
	}
	if _, known := (Measure{Notion: Delta, At: 1}).Rounds(10, .1); known {
		t.Error("δ of ten rounds is known from that of one")
	}
}

// Bayes' rule for randomized response, which attains the largest ratio that ε allows, and the
// formula by definition.
func TestBelief(t *testing.T) {
	for _, prior := range []float64{1e-9, .01, .1, .5, .9, .999} {
		for _, epsilon := range []float64{0, 1e-6, .1, 1, 3, 20} {
			kept := math.Exp(epsilon) / (1 + math.Exp(epsilon))
			got, bayes := Belief(prior, epsilon), prior*kept/(prior*kept+(1-prior)*(1-kept))
			defined := prior * math.Exp(epsilon) / (1 + prior*math.Expm1(epsilon))
			if !near(got, bayes, 1e-6) || !near(got, defined, 1e-12) || got < prior*(1-1e-15) {
				t.Errorf("%v at ε=%v: %v, by Bayes' rule %v, as defined %v", prior, epsilon, got, bayes, defined)
			}
		}
	}
	for _, c := range []struct{ prior, epsilon, want float64 }{
		{0, math.Inf(1), 0}, {0, 1, 0}, {1, 1, 1}, {.3, math.Inf(1), 1}, {.3, 1e4, 1}, {.3, 0, .3},
	} {
		if got := Belief(c.prior, c.epsilon); math.Abs(got-c.want) > 1e-15 {
			t.Errorf("%v at ε = %v: %v, want %v", c.prior, c.epsilon, got, c.want)
		}
	}
}
