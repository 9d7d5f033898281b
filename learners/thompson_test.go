package learners_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat/combin"
	"gonum.org/v1/gonum/stat/distuv"
)

func init() {
	roundLines["thompson"] = []string{"4 5"}
}

// Two ways to compute the probability that one posterior's sample exceeds another's.
func TestDuelsAgree(t *testing.T) {
	for _, p := range [][4]float64{{1, 1, 1, 1}, {2, 1, 1, 1}, {1, 1, 3, 1}, {4, 2, 1, 5}, {7, 3, 6, 6}, {1, 9, 9, 1}} {
		counted, integrated := countedDuel(p[0], p[1], p[2], p[3]), integratedDuel(p[0], p[1], p[2], p[3])
		if math.Abs(counted-integrated) > 1e-12 {
			t.Errorf("%v: counted %v, integrated %v", p, counted, integrated)
		}
	}
	// P[max of two uniforms > a third] = 2/3.
	if got := countedDuel(2, 1, 1, 1); math.Abs(got-2./3) > 1e-15 {
		t.Errorf("Beta(2,1) beats Beta(1,1) with %v, want 2/3", got)
	}
}

// A duel is the probability that a Beta(a,b) sample exceeds a Beta(c,d) sample.
type duel func(a, b, c, d float64) float64

// thompsonPolicy is Thompson sampling on two arms with Beta priors, in the paper Beta(1,1). It
// caches duels, of which an enumeration has few.
func thompsonPolicy(win duel, priorA, priorB float64) policy {
	known := map[[4]float64]float64{}
	return func(history []observation) []float64 {
		n, s := tallies(history, 2)
		key := [4]float64{s[0] + priorA, n[0] - s[0] + priorB, s[1] + priorA, n[1] - s[1] + priorB}
		first, ok := known[key]
		if !ok {
			first = win(key[0], key[1], key[2], key[3])
			known[key] = first
		}
		return []float64{first, 1 - first}
	}
}

// countedDuel is exact for whole parameters. Beta(a,b) is the a-th smallest of a+b−1 uniforms and Beta(c,d) the c-th
// of c+d−1 others. In their merged order, all arrangements are equally likely, and the first wins if at least c of
// the others precede it. Exactly k precede it in C(a−1+k,k)·C(b−1+m−k,m−k) of C(a+b−1+m,m) arrangements, m = c+d−1.
func countedDuel(a, b, c, d float64) float64 {
	m, ways := int(c+d)-1, 0.0
	for k := int(c); k <= m; k++ {
		ways += float64(combin.Binomial(int(a)-1+k, k)) * float64(combin.Binomial(int(b)-1+m-k, m-k))
	}
	return ways / float64(combin.Binomial(int(a+b)-1+m, m))
}

// integratedDuel is ∫ f(x) G(x) dx for the density f of the first and the cdf G of the second.
func integratedDuel(a, b, c, d float64) float64 {
	f, g := distuv.Beta{Alpha: a, Beta: b}, distuv.Beta{Alpha: c, Beta: d}
	return quad.Fixed(func(x float64) float64 { return f.Prob(x) * g.CDF(x) }, 0, 1, 100, quad.Legendre{}, 0)
}

func TestThompsonIsExact(t *testing.T) {
	exactRegrets(t, []policyCase{
		{learner: "thompson", oracle: thompsonPolicy(countedDuel, 1, 1), means: []float64{.7, .3}, rounds: 8},
		{
			learner: "thompson", oracle: thompsonPolicy(countedDuel, 1, 1), means: []float64{.8, .2}, rounds: 8,
			wrong: policies{"prior Beta(1.4,1)": thompsonPolicy(integratedDuel, 1.4, 1)},
		},
	})
	everyPlay(t, []policyCase{
		{learner: "thompson", oracle: thompsonPolicy(countedDuel, 1, 1), means: []float64{.6, .4}, rounds: 50, runs: 800},
		{
			learner: "thompson", means: []float64{.8, .2}, rounds: 20, runs: 5000,
			wrong: policies{"prior Beta(1.2,1)": thompsonPolicy(integratedDuel, 1.2, 1)},
		},
	})
}
