package learners_test

import (
	"math"
	"testing"

	"regretscope/learners"
	"regretscope/noise/privacy"
)

func TestAdaCUCB(t *testing.T) {
	index := func(rho, beta float64) func(known) float64 {
		return func(x known) float64 {
			return x.mean + math.Sqrt((x.width/(2*x.n)+x.bias/(rho*x.n*x.n))*beta*math.Log(x.t))
		}
	}
	playsLargest(t,
		indexRule{"adac-ucb", index(.1, 3.1), newestBatch, true, []string{"width", "bias", "late"}},
		indexRule{"adac-ucb,rho=2,beta=.7", index(2, .7), newestBatch, true, []string{"width", "bias", "late"}},
	)
}

// worth is what an exact audit says of a learner beyond ε.
func worth(t *testing.T, learner string, arms, horizon int) privacy.Mechanism {
	t.Helper()
	found, known, err := choose(t, learner).Audit(learners.Setting{Arms: arms, Horizon: horizon, Epsilon: 1, Phases: 1})
	if err != nil || !known || found.Mechanism == nil || !math.IsInf(found.Epsilon, 1) {
		t.Fatalf("%s: %+v, %v, %v", learner, found, known, err)
	}
	return found.Mechanism
}

func near(got, want float64) bool { return math.Abs(got-want) <= 1e-12*math.Abs(want) }

func TestAdaCUCBCosts(t *testing.T) {
	m := worth(t, "adac-ucb,rho=.1", 5, 1000)
	if rho, mu, delta := m.Rho(), m.Mu(), m.Delta(1); !near(rho.Value, .1) || !near(mu.Value, 0.44721359549995794) ||
		math.Abs(delta.Value-0.0031850553783335) > 1e-12 {
		t.Errorf("ρ = %v, μ = %v, δ(1) = %v", rho, mu, delta)
	}
}
