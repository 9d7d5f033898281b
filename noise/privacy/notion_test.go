package privacy

import (
	"math"
	"testing"
)

func TestMeasures(t *testing.T) {
	m, want := Measure{At: .25}, map[string]Value{}
	sum := LaplaceSum{2}
	want["ε"], want["ρ"], want["μ"], want["δ(0.25)"] = sum.Epsilon(), sum.Rho(), sum.Mu(), sum.Delta(.25)
	seen := map[string]bool{}
	for range 5 {
		seen[m.String()] = true
		if got := m.Of(sum); got != want[m.String()] || m.Pure() != (m.String() == "ε") {
			t.Errorf("%v: %+v, want %+v", m, got, want[m.String()])
		}
		m = m.Next()
	}
	if len(seen) != 4 || m.String() != "ρ" { // the fifth begins again
		t.Errorf("%v were seen, then %v", seen, m)
	}
	for _, name := range Notions() {
		n, known := ParseNotion(name)
		if again, symbol := ParseNotion(string(n)); !known || !symbol || again != n {
			t.Errorf("%s is read as %q", name, n)
		}
	}
	if n, known := ParseNotion("sigma"); known {
		t.Errorf("sigma is %s", n)
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
