package learners_test

import (
	"math"
	"testing"

	"regretscope/learners"
	"regretscope/noise"
)

var dpTSUCBWritings = []slowWriting{
	{"dp-ts-ucb", 3000, .9, func(s banditSetting, wrong slips) slowLearner {
		return newSlowTSUCB(s, wrong, 1, 2*math.Sqrt(2*math.Pi*math.E))
	}, []string{"scale", "width", "length"}},
	{"dp-ts-ucb,alpha=.5,c0=.2", 3000, .9, func(s banditSetting, wrong slips) slowLearner {
		return newSlowTSUCB(s, wrong, .5, .2)
	}, []string{"scale", "width", "length"}},
}

// slowTSUCB is DP-TS-UCB once more, from its description: all rewards are kept, and
// an arm's batch and its samples are found in them.
type slowTSUCB struct {
	*slowBandit
	alpha, most float64
	samples     [][]float64 // of each arm's present mean
	of          []int       // the size of the batch that the samples are of
}

func newSlowTSUCB(s banditSetting, wrong slips, alpha, c0 float64) slowLearner {
	b := &slowTSUCB{slowBandit: newSlowBandit(s, wrong), alpha: alpha, samples: make([][]float64, s.arms), of: make([]int, s.arms)}
	log := math.Log(b.horizon)
	b.most = math.Ceil(wrong.width * c0 * math.Sqrt(math.Pow(b.horizon, 1-alpha)*math.Pow(log, 3-alpha)))
	return b
}

// batch is the newest finished batch, by its size; of 2^r rewards the last half.
func (b *slowTSUCB) batch(arm int) int {
	size, need := 1, 1
	for next := 2; ; next *= 2 {
		need += int(math.Ceil(float64(next) * b.slips.length))
		if len(b.seen[arm]) < need {
			return size
		}
		size = int(math.Ceil(float64(next) * b.slips.length))
	}
}

// finished is how many rewards an arm had when its newest batch was complete.
func (b *slowTSUCB) finished(arm int) int {
	all := 1
	for next := 2; ; next *= 2 {
		more := int(math.Ceil(float64(next) * b.slips.length))
		if len(b.seen[arm]) < all+more {
			return all
		}
		all += more
	}
}

func (b *slowTSUCB) choose(t int) int {
	if t <= len(b.seen) {
		b.arm = t - 1
		return b.arm
	}
	scores := make([]float64, len(b.seen))
	for j := range scores {
		end, size := b.finished(j), b.batch(j)
		if end != b.of[j] {
			b.of[j], b.samples[j] = end, nil
		}
		sum := 0.0
		for _, x := range b.seen[j][end-size : end] {
			sum += x
		}
		b.public[j] = sum / float64(size)
		if float64(len(b.samples[j])) < b.most {
			spread := math.Sqrt(b.slips.scale * math.Pow(math.Log(b.horizon), b.alpha) / float64(size))
			scores[j] = b.stream.Normal(b.public[j], spread)
			b.samples[j] = append(b.samples[j], scores[j])
			continue
		}
		scores[j] = math.Inf(-1)
		for _, x := range b.samples[j] {
			scores[j] = max(scores[j], x)
		}
	}
	b.arm = b.pick(scores)
	return b.arm
}

func (b *slowTSUCB) observe(_ int, x float64) {
	b.take(x)
	end, size, sum := b.finished(b.arm), b.batch(b.arm), 0.0
	for _, y := range b.seen[b.arm][end-size : end] {
		sum += y
	}
	b.public[b.arm] = sum / float64(size)
}

func TestDPTSUCBCosts(t *testing.T) {
	for _, c := range []struct {
		learner string
		horizon int
		mu      float64
	}{
		{"dp-ts-ucb,alpha=1", 100_000, 2.8876381443218},                       // 96 samples
		{"dp-ts-ucb,alpha=1,c0=1", 100_000, math.Sqrt(12 / 11.5129254649702)}, // ⌈ln 10⁵⌉ = 12
		{"dp-ts-ucb,alpha=0,c0=1", 100, math.Sqrt(99)},                        // ⌈10 (ln 100)^1.5⌉ of variance 1
	} {
		if mu := worth(t, c.learner, 4, c.horizon).Mu().Value; math.Abs(mu-c.mu) > 1e-12*c.mu {
			t.Errorf("%s: μ = %.14g, want %.14g", c.learner, mu, c.mu)
		}
	}
}

// No mean is sampled more often than φ, each sample is a release with the noise that
// the audit counts, and no reward is in two means.
func TestDPTSUCBReleases(t *testing.T) {
	const horizon, arms = 2000, 3
	log := math.Log(horizon)
	s := learners.Setting{Arms: arms, Horizon: horizon, Epsilon: 1, Phases: 1, Stream: noise.NewStream(5)}
	l := choose(t, "dp-ts-ucb,c0=.5").Start(s)
	samples, ended := map[[2]int]int{}, [arms]int{}
	for round := 1; round <= horizon; round++ {
		play := l.Choose(round)[0]
		l.Observe(round, []float64{oneIf((round*7+play)%3 > play)})
		for _, r := range l.(learners.Releaser).Releases() {
			j := r.Arms[0]
			if r.Round != round || r.Last >= round || !math.IsInf(r.Epsilon, 1) || math.Abs(r.Scale-math.Sqrt(log*float64(r.Observations))) > 1e-9 {
				t.Fatalf("round %d: %+v", round, r)
			}
			if r.First <= ended[j] && r.Last != ended[j] {
				t.Fatalf("round %d: a batch from %d, the one before ended in %d", round, r.First, ended[j])
			}
			ended[j] = r.Last
			samples[[2]int{j, r.Last}]++
		}
	}
	most := int(math.Ceil(.5 * log))
	full := 0
	for batch, n := range samples {
		if n > most {
			t.Errorf("%d samples of %v, more than %d", n, batch, most)
		}
		if n == most {
			full++
		}
	}
	if full < 3 {
		t.Errorf("only %d means had all their samples", full)
	}
}
