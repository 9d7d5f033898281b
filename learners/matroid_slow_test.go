package learners_test

import (
	"math"

	"regretscope/noise"
	"regretscope/scenarios/matroid"
)

// The learners of bases once more, written to be obviously what the papers say:
// observations are kept, everything is computed anew every round, and the oracle
// is the plain greedy walk. They draw in the same order as the real ones: ties
// of the oracle, one sample an arm that is not a loop, one noise a release. DPTS-MAT's
// samples alone are quantiles at words of the round and the arm.

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

func newSlow(m matroid.Matroid, epsilon float64, c constants) *slow {
	return &slow{
		m: m, stream: noise.NewStream(noise.Key(lockstepSeed, noise.Learning)), c: c, epsilon: epsilon, forced: true,
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
func slowLazy(m matroid.Matroid, epsilon float64, c constants, sampling bool) *slow {
	s := newSlow(m, epsilon, c)
	var key uint64
	if sampling {
		key = s.stream.Uint64()
	}
	estimate, size, used := make([]float64, m.Size()), make([]float64, m.Size()), make([]int, m.Size())
	s.score = func(t, e int) float64 {
		log := math.Log(c.rank * float64(m.Rank()) * float64(t+c.late))
		bias := c.bias * 3 * log / (s.share() * size[e])
		if sampling {
			cell := noise.At(key, t)
			for range e {
				cell.Uint64()
			}
			u := float64(cell.Uint64()>>12<<1|1) * 0x1p-53
			return estimate[e] + bias + math.Sqrt(c.root/size[e])*math.Sqrt2*math.Erfinv(2*u-1)
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
func slowMeans(score func(s *slow, t int, mean, n float64) float64) twinMaker {
	return func(m matroid.Matroid, epsilon float64, c constants) *slow {
		s := newSlow(m, epsilon, c)
		s.score = func(t, e int) float64 { return score(s, t, s.mean(e), float64(len(s.observed[e]))) }
		s.observe = func(int, int, float64) {}
		return s
	}
}
