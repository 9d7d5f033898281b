// Package noise holds the random streams of a run, the samplers of noise, the binary mechanism, the
// ledger of releases, and the probability functions that several packages need.
//
// Subpackages hold selection mechanisms, local channels, and the privacy audit.
package noise

import (
	"hash/fnv"
	"math"
	"math/bits"
	"math/rand/v2"
)

// A Purpose separates the random streams of one seed, so that no two parts of a run share random numbers.
type Purpose uint64

// The purposes of a run's streams.
const (
	Rewards       Purpose = iota + 1 // the environment's rewards X_j(t)
	Privatization                    // the coins of local channels
	Learning                         // a learner's noise, samples and ties
	Replication                      // the seeds of replications
	Invention                        // catalogs and users made up by a scenario
	Search                           // starts of a search, and the seeds that measure its find
	Shuffling                        // the order of the arms in a person's game
)

const golden = 0x9e3779b97f4a7c15

// mix is the finalizer of SplitMix64 (Steele, Lea, Flood 2014), a bijection of 64 bits. Its outputs
// for a counter look independent.
func mix(z uint64) uint64 {
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb
	return z ^ (z >> 31)
}

// Key derives the key of one stream from a run's seed, the stream's purpose
// and further indices such as the arm. It is a pure function.
func Key(seed uint64, purpose Purpose, indices ...uint64) uint64 {
	key := mix(mix(seed+golden) ^ (uint64(purpose) * golden))
	for _, index := range indices {
		key = mix(key ^ mix(index+golden))
	}
	return key
}

// KeyOf turns a name into an index for Key (FNV-1a).
func KeyOf(name string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(name)) // never fails
	return h.Sum64()
}

// ReplicationSeed returns the seed of replication i ≥ 0 of an experiment: the
// experiment's own seed first, and a hash of seed and i after it.
func ReplicationSeed(seed uint64, i int) uint64 {
	if i == 0 {
		return seed
	}
	return Key(seed, Replication, uint64(i))
}

// A Cell holds the random numbers of one key and one round. They are a pure function of both, so
// any round can be drawn at any time, in any order. A Cell implements Source of math/rand/v2.
type Cell struct {
	next uint64
}

// At returns the cell of round t of the stream with the given key.
func At(key uint64, t int) Cell {
	return Cell{next: mix(key+uint64(t)*golden) ^ key}
}

// Uint64 returns the cell's next 64 random bits.
func (c *Cell) Uint64() uint64 {
	c.next += golden
	return mix(c.next)
}

// Word returns what the i-th next call of Uint64 will return, counted from 0.
func (c Cell) Word(i int) uint64 { return mix(c.next + uint64(i+1)*golden) }

// Float64 returns a uniform number in [0,1).
func (c *Cell) Float64() float64 { return float64(c.Uint64()>>11) * 0x1p-53 }

// Bernoulli returns 1 with probability p and 0 otherwise; p outside [0,1] counts as the nearer end.
func (c *Cell) Bernoulli(p float64) float64 {
	if c.Float64() < p {
		return 1
	}
	return 0
}

// A Stream is a sequential source of random numbers. Copying the value clones it. A Stream implements Source of
// math/rand/v2. The zero Stream is valid, but the streams of a run come from NewStream.
type Stream struct {
	pcg rand.PCG
}

// NewStream returns the stream with the given key (see Key).
func NewStream(key uint64) Stream {
	var s Stream
	s.pcg.Seed(key, mix(key^golden))
	return s
}

// Uint64 returns the next 64 random bits.
func (s *Stream) Uint64() uint64 { return s.pcg.Uint64() }

// Float64 returns a uniform number in [0,1).
func (s *Stream) Float64() float64 { return float64(s.pcg.Uint64()>>11) * 0x1p-53 }

// IntN returns a uniform number in 0, …, n−1. n must be positive.
func (s *Stream) IntN(n int) int {
	// Lemire's multiply-and-reject: exact, one multiplication usually.
	bound := uint64(n)
	hi, lo := bits.Mul64(s.pcg.Uint64(), bound)
	if lo < bound {
		for threshold := -bound % bound; lo < threshold; {
			hi, lo = bits.Mul64(s.pcg.Uint64(), bound)
		}
	}
	return int(hi)
}

// Bernoulli returns 1 with probability p and 0 otherwise; p outside [0,1] counts as the nearer end.
func (s *Stream) Bernoulli(p float64) float64 {
	if s.Float64() < p {
		return 1
	}
	return 0
}

// ArgMax returns the index of the largest value. Values that tie with it (TieLimit) win with equal
// probability; it draws only if there are any. NaN never wins. values must not be empty.
func (s *Stream) ArgMax(values []float64) int {
	best, largest, second := 0, math.Inf(-1), math.Inf(-1)
	for i, v := range values {
		if v > largest {
			best, largest, second = i, v, largest
		} else if v > second {
			second = v
		}
	}
	least := TieLimit(largest)
	if second < least {
		return best
	}
	ties := 0
	for i, v := range values {
		if v >= least {
			if ties++; ties == 1 {
				best = i
			}
		}
	}
	if ties < 2 {
		return best
	}
	skip := s.IntN(ties)
	for i := best; ; i++ {
		if !(values[i] >= least) {
			continue
		}
		if skip == 0 {
			return i
		}
		skip--
	}
}

// Round returns 1 with probability x and 0 otherwise, for x in [0,1]. It draws nothing if x is 0 or 1.
func (s *Stream) Round(x float64) float64 {
	if x == 0 || x == 1 {
		return x
	}
	return s.Bernoulli(x)
}
