package learners_test

import (
	"math"

	"regretscope/noise"
	"regretscope/scenarios/matroid"
)

// The learners of bases once more, written to be obviously what the papers say:
// observations are kept, everything is computed anew every round, and the oracle
// is the plain greedy walk. They draw in the same order as the real ones: ties
// of the oracle, one sample an arm that is not a loop, one noise a release.

// constants are what a wrong implementation might have wrong.
type constants struct {
	root, bias float64 // factors of the two logarithms
	rank       float64 // K within ln(Kt), and in ε/K within the bias
	scale      float64 // of the noise: times K/ε
	growth     int     // a batch is so many times the one before
	late       int     // the round that the level is of, relative to t
}

// slow is what all of them share.
type slow struct {
	m        matroid.Matroid
	stream   noise.Stream
	c        constants
	epsilon  float64
	paper    bool
	forced   bool        // every arm must be observed before scores are used
	observed [][]float64 // of each arm, in order
	play     []int

	score   func(t, e int) float64
	observe func(t, e int, x float64)
}

func newSlow(m matroid.Matroid, epsilon float64, seed uint64, c constants) *slow {
	return &slow{
		m: m, stream: noise.NewStream(noise.Key(seed, noise.Learning)), c: c, epsilon: epsilon, forced: true,
		observed: make([][]float64, m.Size()),
	}
}

func (s *slow) initialise(before []float64) {
	if s.paper {
		for e, x := range before {
			s.observed[e] = append(s.observed[e], x)
			s.observe(0, e, x)
		}
	}
}

func (s *slow) choose(t int) []int {
	weights := make([]float64, s.m.Size())
	covering := false
	for e := range weights {
		if s.forced && !s.m.Loop(e) && len(s.observed[e]) == 0 {
			weights[e], covering = 1, true
		}
	}
	for e := range weights {
		switch {
		case s.m.Loop(e):
			weights[e] = 1e9 // which must not matter
		case !covering:
			weights[e] = s.score(t, e)
		}
	}
	s.play = matroid.Greedy(s.m, weights, &s.stream)
	return s.play
}

func (s *slow) take(t int, feedback []float64) {
	for i, e := range s.play {
		s.observed[e] = append(s.observed[e], feedback[i])
		s.observe(t, e, feedback[i])
	}
}

// share is ε_0.
func (s *slow) share() float64 { return s.epsilon / float64(s.m.Rank()) }

func (s *slow) mean(e int) float64 {
	sum := 0.0
	for _, x := range s.observed[e] {
		sum += x
	}
	return sum / float64(len(s.observed[e]))
}

// slowLazy is CHH Alg. 2, or 3 with sampling.
func slowLazy(m matroid.Matroid, epsilon float64, seed uint64, c constants, sampling bool) *slow {
	s := newSlow(m, epsilon, seed, c)
	estimate, size, used := make([]float64, m.Size()), make([]float64, m.Size()), make([]int, m.Size())
	s.score = func(t, e int) float64 {
		log := math.Log(c.rank * float64(m.Rank()) * float64(t+c.late))
		bias := c.bias * 3 * log / (s.share() * size[e])
		if sampling {
			return s.stream.Normal(estimate[e]+bias, math.Sqrt(c.root/size[e]))
		}
		return estimate[e] + math.Sqrt(c.root*3*log/size[e]) + bias
	}
	s.observe = func(_, e int, _ float64) {
		fresh := s.observed[e][used[e]:]
		wanted := int(size[e]) * c.growth // 2^(s_e+1), s_e the logarithm of the size
		if size[e] == 0 {
			wanted = 1
		}
		if len(fresh) < wanted {
			return
		}
		sum := 0.0
		for _, x := range fresh {
			sum += x
		}
		estimate[e] = (sum + s.stream.Laplace(c.scale/s.share())) / float64(len(fresh))
		size[e], used[e] = float64(len(fresh)), len(s.observed[e])
	}
	return s
}

// slowMeans are the learners on all observations: score takes the mean and the
// number of an arm's.
func slowMeans(s *slow, score func(t int, mean, n float64) float64) *slow {
	s.score = func(t, e int) float64 { return score(t, s.mean(e), float64(len(s.observed[e]))) }
	s.observe = func(int, int, float64) {}
	return s
}

func slowOMM(m matroid.Matroid, seed uint64, c constants) *slow {
	return slowMeans(newSlow(m, 1, seed, c), func(t int, mean, n float64) float64 {
		bonus := 0.0
		if t > 1 {
			bonus = math.Sqrt(c.root * 2 * math.Log(float64(t-1+c.late)) / n)
		}
		return mean + bonus
	})
}

func slowKLOSM(m matroid.Matroid, seed uint64, c constants) *slow {
	return slowMeans(newSlow(m, 1, seed, c), func(t int, mean, n float64) float64 {
		level := math.Log(float64(t+c.late)) + c.bias*3*math.Log(max(1, math.Log(float64(t+c.late))))
		low, high := mean, 1.0
		for range 60 { // bisection for n·kl(mean, q) = level
			q := (low + high) / 2
			d := 0.0
			if mean > 0 {
				d += mean * math.Log(mean/q)
			}
			if mean < 1 {
				d += (1 - mean) * math.Log((1-mean)/(1-q))
			}
			if n*d > level {
				high = q
			} else {
				low = q
			}
		}
		return low
	})
}

func slowGaussianCTS(m matroid.Matroid, seed uint64, c constants) *slow {
	s := newSlow(m, 1, seed, c)
	return slowMeans(s, func(_ int, mean, n float64) float64 {
		return s.stream.Normal(mean, math.Sqrt(c.root/n))
	})
}

func slowBetaCTS(m matroid.Matroid, seed uint64, c constants) *slow {
	s := newSlow(m, 1, seed, c)
	s.forced = false
	ones, zeros := make([]float64, m.Size()), make([]float64, m.Size())
	s.score = func(_, e int) float64 { return s.stream.Beta(c.root+ones[e], 1+zeros[e]) }
	s.observe = func(_, e int, x float64) {
		if x == 1 || x > 0 && s.stream.Float64() < x {
			ones[e]++
		} else {
			zeros[e]++
		}
	}
	return s
}

// slowCUCBDP keeps the noise of every dyadic node of every arm's observations.
func slowCUCBDP(m matroid.Matroid, epsilon float64, horizon int, seed uint64, c constants) *slow {
	type node struct{ arm, first, last int }
	s := newSlow(m, epsilon, seed, c)
	noises := map[node]float64{}
	levels := math.Floor(math.Log2(float64(horizon))) + 1
	s.observe = func(_, e int, _ float64) {
		n := len(s.observed[e])
		size := 1
		for n%(2*size) == 0 {
			size *= 2
		}
		noises[node{e, n - size, n}] = s.stream.Laplace(c.scale * levels / s.share())
	}
	s.score = func(t, e int) float64 {
		n, log := len(s.observed[e]), math.Log(float64(t+c.late))
		released := 0.0
		for first, size := 0, 1<<20; size > 0; size /= 2 {
			if n&size != 0 {
				for _, x := range s.observed[e][first : first+size] {
					released += x
				}
				released += noises[node{e, first, first + size}]
				first += size
			}
		}
		k := c.rank * float64(m.Rank())
		return released/float64(n) + math.Sqrt(c.root*3*log/(2*float64(n))) +
			c.bias*12*k*log*log*log/(float64(n)*epsilon)
	}
	return s
}
