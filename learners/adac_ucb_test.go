package learners_test

import (
	"math"
	"testing"

	"regretscope/learners"
	"regretscope/noise/privacy"
)

func init() {
	roundLines["adac-ucb"] = doublings
}

func TestAdaCUCB(t *testing.T) {
	for learner, c := range map[string]struct{ rho, beta float64 }{"adac-ucb": {.1, 3.1}, "adac-ucb,rho=2,beta=.7": {2, .7}} {
		index := func(x known) float64 {
			return x.mean + math.Sqrt((x.width/(2*x.n)+x.bias/(c.rho*x.n*x.n))*c.beta*math.Log(x.t))
		}
		playsLargest(t, indexRule{
			index: index, keep: newestBatch, commits: true, wrong: []string{"width", "bias", "late"},
		}, learner)
	}
}

// worth returns the mechanism of an exact audit without a finite ε.
func worth(t *testing.T, learner string, arms, horizon int) privacy.Mechanism {
	t.Helper()
	found, known := choose(learner).Audit(learners.Setting{Arms: arms, Horizon: horizon, Epsilon: 1, Phases: 1})
	if !known || found.Mechanism == nil || !math.IsInf(found.Epsilon, 1) {
		t.Fatalf("%s: %+v, %v", learner, found, known)
	}
	return found.Mechanism
}

func near(got, want float64) bool { return math.Abs(got-want) <= 1e-12*math.Abs(want) }

// Exact costs of all samples or noisy sums of a run, computed by hand.
func TestCostsBeyondEpsilon(t *testing.T) {
	for _, c := range []struct {
		learner       string
		arms, horizon int
		mu            float64
	}{
		{learner: "adac-ucb,rho=.1", arms: 5, horizon: 1000, mu: 0.44721359549995794},
		{learner: "ts-gaussian,c=2", arms: 3, horizon: 501, mu: math.Sqrt(500. / 4)},
	} {
		m := worth(t, c.learner, c.arms, c.horizon)
		if mu, rho := m.Mu().Value, m.Rho().Value; !near(mu, c.mu) || !near(rho, c.mu*c.mu/2) {
			t.Errorf("%s: μ = %.14g, ρ = %.14g, want %.14g and μ²/2", c.learner, mu, rho, c.mu)
		}
	}
	if delta := worth(t, "adac-ucb,rho=.1", 5, 1000).Delta(1); math.Abs(delta.Value-0.0031850553783335) > 1e-12 {
		t.Errorf("AdaC-UCB: δ(1) = %v", delta)
	}
	if mu := worth(t, "ts-gaussian,c=2", 3, 501).Mu(); mu.Status != "upper" {
		t.Errorf("Gaussian Thompson: %v", mu)
	}
	if found, _ := choose("ts-gaussian").Audit(learners.Setting{Arms: 5, Horizon: 1, Phases: 1}); found.Epsilon != 0 {
		t.Errorf("T = 1: %+v, though no sample is drawn around a reward", found)
	}
}
