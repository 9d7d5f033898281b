package learners_test

import (
	"math"
	"math/rand/v2"
	"slices"
)

// lazyReference is Anytime-Lazy-UCB (HHMH Alg. 1) or, with thompson, Lazy-DP-TS
// (HHMH Alg. 3), written from the paper a second time: rewards are kept as
// lists, randomness comes from another generator and through other samplers.
type lazyReference struct {
	thompson bool
	epsilon  float64
	level    float64 // 3 in the paper: the factor of ln t
	noise    float64 // 1 in the paper: the noise's scale in units of 1/ε
}

// play is one run on Bernoulli arms; it returns the regret and the pulls.
func (r lazyReference) play(means []float64, rounds int, seed uint64) (regret float64, pulls []float64) {
	rng := rand.New(rand.NewPCG(seed, 271828))
	k := len(means)
	pulls = make([]float64, k)
	fresh := make([][]float64, k)
	epoch, private, size := make([]int, k), make([]float64, k), make([]float64, k)
	for t := 1; t <= rounds; t++ {
		j := t - 1
		if t > k {
			j = r.argmax(t, private, size, rng)
		}
		reward := 0.0
		if rng.Float64() < means[j] {
			reward = 1
		}
		pulls[j]++
		regret += slices.Max(means) - means[j]
		fresh[j] = append(fresh[j], reward)
		if first := t <= k; first || len(fresh[j]) == 1<<(epoch[j]+1) {
			total := 0.0
			for _, x := range fresh[j] {
				total += x
			}
			size[j] = float64(len(fresh[j]))
			private[j] = (total + r.noise/r.epsilon*laplace(rng)) / size[j]
			fresh[j] = fresh[j][:0]
			if !first {
				epoch[j]++
			}
		}
	}
	return regret, pulls
}

func (r lazyReference) argmax(t int, private, size []float64, rng *rand.Rand) int {
	best, score, log := -1, math.Inf(-1), math.Log(float64(t))
	for _, j := range rng.Perm(len(private)) { // in random order: ties are fair
		bias := r.level * log / (r.epsilon * size[j])
		value := private[j] + math.Sqrt(r.level*log/size[j]) + bias
		if r.thompson {
			m := math.Min(1, math.Max(0, private[j]+bias))
			x, y := gamma(m*size[j]+1, rng), gamma((1-m)*size[j]+1, rng)
			value = x / (x + y)
		}
		if value > score {
			best, score = j, value
		}
	}
	return best
}

// laplace draws at scale 1: the difference of two exponentials.
func laplace(rng *rand.Rand) float64 { return rng.ExpFloat64() - rng.ExpFloat64() }

// gamma draws from Gamma(shape, 1), shape ≥ 1, by squeeze-free rejection from a
// cubed normal (Marsaglia & Tsang 2000).
func gamma(shape float64, rng *rand.Rand) float64 {
	d := shape - 1./3
	for {
		x := rng.NormFloat64()
		root := 1 + x/math.Sqrt(9*d)
		v := root * root * root
		if v > 0 && math.Log(rng.Float64()) < x*x/2+d-d*v+d*math.Log(v) {
			return d * v
		}
	}
}

// simulate plays the reference several times, as simulate does with a learner.
func (r lazyReference) simulate(means []float64, rounds, runs int) (regrets []float64, pulls [][]float64) {
	pulls = make([][]float64, len(means))
	for i := range runs {
		regret, counts := r.play(means, rounds, uint64(i))
		regrets = append(regrets, regret)
		for j, n := range counts {
			pulls[j] = append(pulls[j], n)
		}
	}
	return regrets, pulls
}
