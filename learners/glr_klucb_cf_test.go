package learners

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"regretscope/noise"
)

// bestSplit computes the statistic by definition, over the splits at multiples of step.
func bestSplit(bits []float64, step int) float64 {
	best := 0.0
	for s := step; s < len(bits); s += step {
		before, after := bits[:s], bits[s:]
		best = max(best, float64(s)*klDivergence(stat.Mean(before, nil), stat.Mean(bits, nil))+
			float64(len(bits)-s)*klDivergence(stat.Mean(after, nil), stat.Mean(bits, nil)))
	}
	return best
}

// The change test follows the pseudocode: if b divides n > 1, where b is the least power of 2
// with n ≤ 128 b, it takes the best of the splits at multiples of b.
func TestChangeStatisticIsTheBestSplit(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 20 {
		c, bits, p, block := newChangeTest(), []float64(nil), rng.Float64(), 1
		for n := 1; n <= 2000; n++ {
			if n%300 == 0 {
				p = rng.Float64()
			}
			bit := 0.0
			if rng.Float64() < p {
				bit = 1
			}
			bits = append(bits, bit)
			for n > 128*block {
				block *= 2
			}
			tested := c.add(bit)
			if want := n > 1 && n%block == 0; tested != want {
				t.Fatalf("%d bits in blocks of %d: tested is %v", n, block, tested)
			}
			if !tested || n > 200 && n%64 != 0 {
				continue // the definition is slow
			}
			if got, want := c.statistic(), bestSplit(bits, block); math.Abs(got-want) > 1e-9 {
				t.Fatalf("%d bits in blocks of %d: %v, by definition %v", n, block, got, want)
			}
		}
	}
}

// Without a change, at most a fraction δ of sequences may raise an alarm. Binomial(120, .1)
// exceeds 28 with probability below 10⁻⁵; thresholds a third lower must be rejected.
func TestFalseAlarmsStayBelowDelta(t *testing.T) {
	t.Parallel()
	const sequences, n, delta, most = 120, 600, .1, 28
	for _, p := range []float64{.5, .27} {
		stream, alarms, low := noise.NewStream(7), 0, 0 // with these thresholds, and with thresholds a third lower
		for range sequences {
			c, right, wrong := newChangeTest(), false, false
			for range n {
				if c.add(stream.Bernoulli(p)) && !right {
					found, threshold := c.statistic(), changeThreshold(c.n, delta)
					right, wrong = found > threshold, wrong || found > threshold*2/3
				}
			}
			if right {
				alarms++
			}
			if wrong {
				low++
			}
		}
		if alarms > most || low <= most {
			t.Errorf("mean %v: %d of %d sequences raise an alarm, δ = %v; %d with a threshold a third lower", p, alarms,
				sequences, delta, low)
		}
	}
}

// After 500 bits of mean .7, bits of mean .3 are detected soon: GLR grows by kl(.3, mean) ≈ .25
// per bit, the threshold is about 25, and this seed has no false alarm.
func TestBigChangesAreFoundSoon(t *testing.T) {
	stream := noise.NewStream(11)
	for range 100 {
		c, delay := newChangeTest(), 0
		for n := 1; delay == 0 && n <= 1000; n++ {
			p := .7
			if n > 500 {
				p = .3
			}
			if c.add(stream.Bernoulli(p)) && c.statistic() > changeThreshold(c.n, 1e-6) {
				delay = n - 500
			}
		}
		if delay < 1 || delay > 200 {
			t.Fatalf("found after %d bits", delay)
		}
	}
}

// Exploration uses the first K of every ⌊K/(explore·√k)⌋ rounds after the (k−1)-th restart.
func TestForcedExploration(t *testing.T) {
	stream := noise.NewStream(1)
	l := newGLR(Setting{Arms: 3, Horizon: 1000, Phases: 1, Channels: channels("linear", "linear", "linear"), Stream: stream}, .05, .1)
	for round := 1; round <= 300; round++ {
		j := l.Choose(round)[0]
		if turn := (round - 1) % 30; l.forced != (turn < 3) || l.forced && j != turn {
			t.Fatalf("round %d: arm %d, forced %v", round, j, l.forced)
		}
		for _, arm := range l.Explain().Arms {
			if found, threshold := arm.Values[2], arm.Values[3]; !(found <= threshold) || !strings.Contains(arm.Text, "no change: GLR ") {
				t.Fatalf("round %d: a GLR of %v against %v is explained as %q", round, found, threshold, arm.Text)
			}
		}
		l.Observe(round, []float64{1}) // no change
	}
	for round := 301; !l.Restarted(); round++ {
		l.Choose(round)
		l.Observe(round, []float64{0})
		if round > 600 {
			t.Fatal("a thousand ones, then zeros, and nothing found")
		}
	}
	if l.restarts != 1 || l.period != 21 || l.counts[0]+l.counts[1]+l.counts[2] != 0 || l.tests[0].n != 0 {
		t.Errorf("after the restart: %d restarts, exploration every %d rounds, counts %v", l.restarts, l.period, l.counts)
	}
	first := l.restart + 1
	for round := first; round < first+3; round++ {
		if j := l.Choose(round)[0]; j != round-first || l.Restarted() != (round == first) {
			t.Errorf("round %d of the new stretch: arm %d, restarted %v", round-first, j, l.Restarted())
		}
		l.Observe(round, []float64{0})
	}
}
