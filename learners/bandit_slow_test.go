package learners_test

import (
	"math"
	"slices"

	"regretscope/noise"
)

// The centrally private bandits beyond HHMH's own once more, written from their
// descriptions to be obviously right: all rewards are kept, everything is
// computed anew whenever it is needed. They draw in the only natural order: one
// noise for each published sum, arm by arm, and a number for each tie.

// slips are what a wrong implementation might have wrong; none is all ones.
type slips struct {
	scale  float64 // of the noise, as a multiple of what is right
	width  float64 // of the confidence bounds' part that is there without privacy
	bias   float64 // of their part that makes up for the noise
	length float64 // of an epoch, an episode or a batch
	late   float64 // the round that a level is of, less the right one, plus 1
}

var noSlips = slips{1, 1, 1, 1, 1}

// slowBandit is what the learners below share.
type slowBandit struct {
	stream  noise.Stream
	epsilon float64
	// deviation is that of normal noise; 0 for Laplace noise of scale 1/ε.
	deviation float64
	horizon   float64
	slips     slips
	seen      [][]float64 // the rewards of each arm, in order
	public    []float64   // the estimate of each arm's mean, NaN while there is none
	arm       int
	unclear   bool // the newest pick was between scores that only rounding tells apart
}

func newSlowBandit(s banditSetting, wrong slips) *slowBandit {
	b := &slowBandit{
		stream: noise.NewStream(noise.Key(s.seed, noise.Learning)), epsilon: s.epsilon, horizon: float64(s.horizon),
		slips: wrong, seen: make([][]float64, s.arms),
	}
	for range s.arms {
		b.public = append(b.public, math.NaN())
	}
	return b
}

// take remembers a reward of the arm in play.
func (b *slowBandit) take(x float64) { b.seen[b.arm] = append(b.seen[b.arm], x) }

// newestSum adds up the last n rewards of an arm, and noise.
func (b *slowBandit) newestSum(arm, n int) float64 {
	sum := 0.0
	for _, x := range b.seen[arm][len(b.seen[arm])-n:] {
		sum += x
	}
	if b.deviation > 0 {
		return sum + b.stream.Normal(0, b.slips.scale*b.deviation)
	}
	return sum + b.stream.Laplace(b.slips.scale/b.epsilon)
}

func (b *slowBandit) estimate(arm int) float64 { return b.public[arm] }

func (b *slowBandit) lost() bool { return b.unclear }

// pick is an arm of largest score, ties by one draw.
func (b *slowBandit) pick(scores []float64) int {
	best := slices.Max(scores)
	var tied []int
	for j, s := range scores {
		if s == best {
			tied = append(tied, j)
		} else if best-s < 1e-11 {
			b.unclear = true
		}
	}
	if len(tied) == 1 {
		return tied[0]
	}
	b.unclear = b.unclear || (best < 1 && best > 1-1e-11) // a KL index that is 1 but for rounding
	return tied[b.stream.IntN(len(tied))]
}

// slowEpisodes are the learners that stay with an arm for a while: AdaP-UCB and
// AdaP-KLUCB (Azize & Basu 2022), DP-KLUCB and DP-IMED (Azize et al. 2025).
type slowEpisodes struct {
	*slowBandit
	left    int       // rounds to go in the episode
	length  int       // of the episode
	last    []float64 // the length of each arm's last episode
	total   []float64 // the noisy total of each arm's rewards so far
	batches []int     // how many each arm has had since its first pull

	forgets bool                             // an estimate is of the last episode alone
	extend  func(arm int) int                // the length of the arm's next episode
	index   func(arm int, t float64) float64 // the larger the better
}

func newSlowEpisodes(s banditSetting, wrong slips) *slowEpisodes {
	return &slowEpisodes{
		slowBandit: newSlowBandit(s, wrong),
		last:       make([]float64, s.arms), total: make([]float64, s.arms), batches: make([]int, s.arms),
	}
}

func (e *slowEpisodes) choose(t int) int {
	if e.left == 0 {
		e.begin(t)
	}
	return e.arm
}

func (e *slowEpisodes) begin(t int) {
	if t <= len(e.seen) {
		e.arm, e.length = t-1, 1
	} else {
		scores := make([]float64, len(e.seen))
		for j := range scores {
			scores[j] = e.index(j, float64(t)+e.slips.late-1)
		}
		e.arm = e.pick(scores)
		e.length = int(math.Ceil(float64(e.extend(e.arm)) * e.slips.length))
		e.batches[e.arm]++
	}
	e.left = e.length
}

func (e *slowEpisodes) observe(_ int, x float64) {
	e.take(x)
	if e.left--; e.left > 0 {
		return
	}
	released := e.newestSum(e.arm, e.length)
	e.last[e.arm] = float64(e.length)
	e.total[e.arm] += released
	if e.forgets {
		e.public[e.arm] = released / e.last[e.arm]
	} else {
		e.public[e.arm] = unit(e.total[e.arm] / float64(len(e.seen[e.arm])))
	}
}

func unit(x float64) float64 { return math.Min(1, math.Max(0, x)) }

// slowUpper is max{ q ∈ [p,1] : d(p,q) ≤ level } by bisection.
func slowUpper(p, level float64, d func(p, q float64) float64) float64 {
	if d(p, 1) <= level {
		return 1
	}
	low, high := p, 1.0
	for range 50 {
		if q := (low + high) / 2; d(p, q) <= level {
			low = q
		} else {
			high = q
		}
	}
	return math.Min(low, math.Nextafter(1, 0)) // below 1, however little
}
