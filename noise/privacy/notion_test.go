package privacy

import "testing"

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

// A person behind ten rounds moves a sum by ten: of Laplace and of normal noise this is
// what single sums with a tenth of the noise lose, and no more than ten rounds may.
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
			t.Run(c.name+" in "+string(n), func(t *testing.T) {
				m := Measure{Notion: n}
				most, known := m.Rounds(10, m.Of(c.one).Value)
				ten := m.Of(c.ten).Value
				if !known || ten > most*(1+1e-12) || c.exactly[n] && !near(ten, most, 1e-12) {
					t.Errorf("ten rounds lose %v, at most %v", ten, most)
				}
			})
		}
	}
	if _, known := (Measure{Notion: Delta, At: 1}).Rounds(10, .1); known {
		t.Error("δ of ten rounds is known from that of one")
	}
}
