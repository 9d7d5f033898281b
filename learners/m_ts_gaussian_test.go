package learners_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"regretscope/noise/param"
)

// The plays of T rounds reveal at most as much as all samples, by the exact probabilities of
// two neighbors. At T = 3, the one random play is a normal variable that moves by ½/√c, and
// attains its trade-off curve at ½. A bound for four times the variance must be violated.
func TestMTSGaussianPlaysTellLessThanSamples(t *testing.T) {
	rewards := [2]func(arm, t int) float64{
		func(arm, t int) float64 { return oneIf(t == 1) },
		func(arm, t int) float64 { return 0 },
	}
	for _, c := range []float64{.5, 2} {
		kl, _ := told(gaussianTSPolicy(1, c), 3, rewards, 0)
		p := distuv.UnitNormal.CDF(.5 / math.Sqrt(c))
		if exact := p*math.Log(2*p) + (1-p)*math.Log(2-2*p); math.Abs(kl-exact) > 1e-14 {
			t.Errorf("c = %v: KL = %v, exactly %v", c, kl, exact)
		}
		for _, rounds := range []int{3, 5, 8} {
			kl, delta := told(gaussianTSPolicy(1, c), rounds, rewards, .1)
			of := func(variance float64) (rho, delta float64) {
				m := worth(t, "m-ts-gaussian,b=1,c="+param.FormatNumber(variance), 2, rounds)
				return m.Rho().Value, m.Delta(.1).Value
			}
			rho, most := of(c)
			if kl > rho || delta > most {
				t.Errorf("c = %v, T = %d: the plays tell KL = %v, δ(.1) = %v, all samples ρ = %v, δ = %v", c, rounds, kl, delta,
					rho, most)
			}
			if rho, _ := of(4 * c); rounds == 3 && kl < rho {
				t.Errorf("c = %v: KL = %v, which samples with four times the variance allow, %v", c, kl, rho)
			}
		}
	}
}
