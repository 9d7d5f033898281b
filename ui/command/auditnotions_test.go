package command

import (
	"math"
	"strings"
	"testing"

	"regretscope/noise/number"
	"regretscope/ui/kit/uitest"
)

// Values computed independently by two methods, or in closed form, with relative errors of 10⁻¹¹.
func TestAuditBeyondEpsilon(t *testing.T) {
	cases := []struct {
		line       string
		rho, mu    float64
		status, of string // of ρ and of μ
		delta      []float64
		renyi      []float64
	}{
		{
			"rnm-ftnl,noise=exponential,scale=1", 0.97442245572497, 1.8009051932756, "searched", "exact",
			[]float64{0.58313798032149, 0.39346934028737},
			[]float64{1.3029740713906, 1.5055673748222, 1.9057444134656},
		},
		{
			"ts-ldp-b", 0.46211715726001, 1.2320353853449, "exact", "exact",
			[]float64{(math.E - math.Exp(.25)) / (1 + math.E), 0},
			nil,
		},
		{"ucb1", math.Inf(1), math.Inf(1), "exact", "exact", []float64{1, 1}, nil},
	}
	same := func(got *number.Float, want float64) bool {
		x := float64(*got)
		return x == want || math.Abs(x-want) <= 1e-11*math.Abs(want)
	}
	for _, c := range cases {
		t.Run(c.line, func(t *testing.T) {
			f := auditJSON(t, "--no-statistics --epsilon 1 --delta-at 0.25,1 --renyi-at 1.5,2,8 --learner "+c.line)[0]
			if !same(f.ZCDP.Rho, c.rho) || string(f.ZCDP.Status) != c.status || !same(f.GDP.Mu, c.mu) || string(f.GDP.Status) != c.of {
				t.Errorf("%s: %+v %+v, want ρ = %v, μ = %v", c.line, *f.ZCDP, *f.GDP, c.rho, c.mu)
			}
			for i, want := range c.delta {
				if !same(f.Delta[i].Delta, want) || *f.Delta[i].Epsilon != []number.Float{.25, 1}[i] {
					t.Errorf("%s: %+v, want %v", c.line, f.Delta[i], want)
				}
			}
			for i, want := range c.renyi {
				if !same(f.Renyi[i].Divergence, want) || *f.Renyi[i].Alpha != []number.Float{1.5, 2, 8}[i] {
					t.Errorf("%s: %+v, want %v", c.line, f.Renyi[i], want)
				}
			}
			// The bound for any noise of span 2: e^−2 + 2 − 1.
			if (f.ZCDP.Upper != nil) != (c.status == "searched") || f.ZCDP.Upper != nil && !same(f.ZCDP.Upper, 1+math.Exp(-2)) {
				t.Errorf("%s: the bound on ρ is %v", c.line, f.ZCDP.Upper)
			}
		})
	}
}

// A round of a matroid is in several sums, a reward in several nodes of a tree, and round 0
// affects all arms: ρ adds up; μ follows from the law of the sum of the losses, in closed form
// and as an upper bound with 60 digits.
func TestAuditOfSeveralSums(t *testing.T) {
	for _, c := range []struct {
		line  string
		sums  float64
		share float64 // of ε, for each
		mu    float64
	}{
		{"--learner dp-ucb-tree --horizon 1000 --scenario hhmh-1", 10, .1, .31666867797779},
		{"--learner dpucb-mat --scenario chh-synthetic", 3, 1. / 3, .5826588631077},
		{"--learner dpucb-mat,init=paper --scenario chh-synthetic", 7, 1. / 3, .8538419412836},
	} {
		t.Run(c.line, func(t *testing.T) {
			f := auditJSON(t, "--no-statistics --epsilon 1 --delta-at 0,9 "+c.line)[0]
			rho := c.sums * (c.share + math.Exp(-c.share) - 1)
			if math.Abs(float64(*f.ZCDP.Rho)-rho) > 1e-12 || f.ZCDP.Status != "exact" {
				t.Errorf("%s: %+v, want %v", c.line, *f.ZCDP, rho)
			}
			if excess := float64(*f.GDP.Mu)/c.mu - 1; excess < 0 || excess > 1e-6 || f.GDP.Status != "exact" {
				t.Errorf("%s: %+v, want %.14g", c.line, *f.GDP, c.mu)
			}
			if f.Delta[0].Status != "upper" || *f.Delta[0].Delta <= 0 || float64(*f.Delta[0].Delta) > c.mu || *f.Delta[1].Delta != 0 {
				t.Errorf("%s: δ %+v", c.line, f.Delta)
			}
		})
	}
}

func TestAuditNotionsInTheTable(t *testing.T) {
	table := audited(t, "--no-statistics --epsilon 1 --delta-at .25 --renyi-at 2 --learner rnm-ftnl,noise=exponential,scale=1 --learner dpucb-mat")
	says(t, strings.ReplaceAll(table, "−", "-"),
		"ρ", "μ", "δ(0.25)", "D_2", "≥ 0.974", "1.801", "0.583", "≥ 1.506",
		"ρ = 0.974 is the worst found by search, 1.135 is proved; worst where the lead of 1 action over 1 other goes from -1.2773 to 0.7227",
		"μ = 0.583, exact; worst where a reward goes from 0 to 1",
	)
	refuseAll(t, strings.HasPrefix, map[string]string{
		"audit --delta-at -1":    "--delta-at -1: must be numbers of at least 0, separated by commas",
		"audit --delta-at inf":   "--delta-at inf: must be numbers of at least 0, separated by commas",
		"audit --delta-at ,":     "--delta-at ,: must be numbers of at least 0, separated by commas",
		"audit --renyi-at 2,0.5": "--renyi-at 2,0.5: must be numbers of at least 1, separated by commas",
	})
}

// The runs that bound ε from below also bound μ and δ, below their exact values. If the claim ε =
// 1 is violated, so is the μ that it implies.
func TestStatisticalAuditBeyondEpsilon(t *testing.T) {
	uitest.NotForRaces(t)
	s := auditJSON(t, "--runs 12000 --epsilon 1 --delta-at 0.25,1 --learner rnm-ftnl,noise=exponential,scale=1")[0].Statistics
	if s.Mu < 1.2320353853449 || s.Mu > 1.8009051932756 { // 2Φ⁻¹(e/(1+e)): all that ε = 1 allows
		t.Errorf("μ ≥ %v", s.Mu)
	}
	if len(s.Delta) != 2 || s.Delta[0] < .3 || s.Delta[0] > 0.58313798032149 || s.Delta[1] <= 0 || s.Delta[1] > 0.39346934028737 {
		t.Errorf("δ ≥ %v", s.Delta)
	}
	table := audited(t, "--quiet --epsilon 1 --runs 4000 --learner rnm-ftnl,noise=exponential,scale=1")
	says(t, table, "ε = 2, exact; by running, at least 1.")
}
