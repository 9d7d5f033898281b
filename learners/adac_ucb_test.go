package learners_test

import (
	"math"
	"testing"

	"regretscope/learners"
	"regretscope/noise/curve"
)

// newSlowAdaC is AdaC-UCB once more, from its description.
func newSlowAdaC(s banditSetting, wrong slips, rho, beta float64) slowLearner {
	e := newSlowEpisodes(s, wrong)
	e.forgets = true
	e.deviation = 1 / math.Sqrt(2*rho)
	e.extend = func(arm int) int { return len(e.seen[arm]) }
	e.index = func(arm int, t float64) float64 {
		n := e.last[arm]
		return e.public[arm] + math.Sqrt((wrong.width/(2*n)+wrong.bias/(rho*n*n))*beta*math.Log(t))
	}
	return e
}

// worth is what an exact audit says of a learner beyond ε.
func worth(t *testing.T, learner string, arms, horizon int) curve.Mechanism {
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

var adacUCBWritings = []slowWriting{
	{"adac-ucb", 5000, .9, func(s banditSetting, wrong slips) slowLearner {
		return newSlowAdaC(s, wrong, .1, 3.1)
	}, []string{"scale", "width", "bias", "length", "late"}},
	{"adac-ucb,rho=2,beta=.7", 5000, .9, func(s banditSetting, wrong slips) slowLearner {
		return newSlowAdaC(s, wrong, 2, .7)
	}, []string{"scale", "width", "bias", "length", "late"}},
}
