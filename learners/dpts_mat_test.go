package learners

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"regretscope/noise/param"
	"regretscope/scenarios/matroid"
)

// The samples are normal. √n D of Kolmogorov and Smirnov exceeds 2.5 with probability
// 2·exp(−2·2.5²) < 10⁻⁵, and does if the mean is 1% off.
func TestDPTSMatSamplesAreNormal(t *testing.T) {
	const n = 100_000
	m := param.Must(matroid.NewUniform(1, 1))
	l := dpTSMat{posteriorSamples: posteriorSamples{key: 3}, lazyMatroid: lazyMatroid{
		semiBandit: newSemiBandit(Setting{Arms: 1, Matroid: m}), armBatches: newArmBatches(1, math.Inf(1)), rank: 1,
	}}
	l.unseen, l.arms[0].estimate, l.arms[0].size = 0, .8, 100
	draws := make([]float64, n)
	for i := range draws {
		l.Choose(i + 1)
		draws[i] = l.scores[0]
	}
	slices.Sort(draws)
	for mean, accepted := range map[float64]bool{.8: true, .808: false} {
		law, distance := distuv.Normal{Mu: mean, Sigma: .1}, 0.0
		for i, x := range draws {
			p := law.CDF(x)
			distance = max(distance, p-float64(i)/n, float64(i+1)/n-p)
		}
		if d := distance * math.Sqrt(n); (d < 2.5) != accepted {
			t.Errorf("mean %v: √n D = %.2f", mean, d)
		}
	}
}
