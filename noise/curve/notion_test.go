package curve

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
	if len(seen) != 4 || m.String() != "ρ" { // the fifth begins anew
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
