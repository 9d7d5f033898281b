package dpaudit

import (
	"context"
	"math"
	"testing"

	"regretscope/noise"
	"regretscope/noise/channel"
	"regretscope/noise/param"
	"regretscope/noise/selection"
)

// Brute force over whole transcripts: every reward sequence on a grid of rewards, every
// replacement of one round's vector, every sequence of picks. The picks of the epochs are
// independent, so a sequence's probability is their product. The test does not assume that only
// one factor can change.
func TestDoublingEpochsAgainstWholeTranscripts(t *testing.T) {
	cases := []struct {
		arms, horizon int
		grid          []float64
	}{
		{2, 3, []float64{0, .5, 1}},
		{2, 6, []float64{0, .5, 1}}, // an epoch cut short releases nothing
		{3, 3, []float64{0, 1}},
		{3, 2, []float64{0, .5, 1}},
		{1, 3, []float64{0, 1}},
	}
	for _, kind := range []selection.Noise{selection.Laplace, selection.Exponential, selection.Gumbel} {
		for _, scale := range []float64{.5, 1, 2} {
			for _, c := range cases {
				m := mechanism(kind, scale)
				r := DoublingEpochs(m, c.arms, c.horizon)
				if got := worstTranscript(m, c.arms, c.horizon, c.grid); math.Abs(got-r.Within) > 1e-12 {
					t.Errorf("%v, K = %d, T = %d: all transcripts of all neighbors lose at most %.13f, the audit says %.13f",
						m, c.arms, c.horizon, got, r.Within)
				}
			}
		}
	}
}

// worstTranscript returns the largest log-ratio of the probabilities of any sequence of picks,
// over all neighbors on the grid.
func worstTranscript(m selection.NoisyMax, arms, horizon int, grid []float64) float64 {
	rounds := 0 // that are in complete epochs
	for rounds*2+1 <= horizon {
		rounds = rounds*2 + 1
	}
	vectors := power(len(grid), arms)
	all := power(vectors, rounds)
	logs := make([][]float64, all) // by reward sequence, of every transcript
	for sequence := range logs {
		logs[sequence] = transcripts(m, digits(sequence, vectors, rounds), arms, grid)
	}
	worst := 0.0
	for sequence := range logs {
		for t, step := 0, 1; t < rounds; t, step = t+1, step*vectors {
			own := sequence / step % vectors
			for other := range own { // each pair once
				neighbor := sequence + (other-own)*step
				for i, log := range logs[sequence] {
					worst = max(worst, math.Abs(log-logs[neighbor][i]))
				}
			}
		}
	}
	return worst
}

// transcripts are the log-probabilities of all sequences of picks on a reward sequence.
func transcripts(m selection.NoisyMax, sequence []int, arms int, grid []float64) []float64 {
	logs := []float64{0}
	for start, length := 0, 1; start < len(sequence); start, length = start+length, 2*length {
		sums := make([]float64, arms)
		for _, vector := range sequence[start : start+length] {
			for j, d := range digits(vector, len(grid), arms) {
				sums[j] += grid[d]
			}
		}
		picks := m.LogProbabilities(sums)
		var longer []float64
		for _, log := range logs {
			for _, pick := range picks {
				longer = append(longer, log+pick)
			}
		}
		logs = longer
	}
	return logs
}

// The loss up to a horizon is that of the worst complete epoch and tends to the supremum.
func TestDoublingEpochsWithinHorizons(t *testing.T) {
	cases := []struct {
		m             selection.NoisyMax
		arms, horizon int
		want          float64
	}{
		{mechanism(selection.Laplace, 1), 2, 7, 1.59453489189},
		{mechanism(selection.Laplace, 1), 2, 14, 1.59453489189},
		{mechanism(selection.Laplace, 2), 3, 1, .736703693087},
		{mechanism(selection.Laplace, 2), 3, 2, .736703693087},
		{mechanism(selection.Exponential, 2), 2, 1, .831796565751},
		{mechanism(selection.Exponential, 2), 2, 3, 1},
		{mechanism(selection.Gumbel, 2), 5, 31, .99985591763},
		{mechanism(selection.Gumbel, 2), 5, 0, 0},
		{mechanism(selection.Laplace, 0), 2, 1, math.Inf(1)},
	}
	for _, c := range cases {
		r := DoublingEpochs(c.m, c.arms, c.horizon)
		if r.Within != c.want && math.Abs(r.Within-c.want) > 1e-9 {
			t.Errorf("%v, K = %d, T = %d: %.12f, want %.12f", c.m, c.arms, c.horizon, r.Within, c.want)
		}
		if r.Round != r.WorstPair.Epoch || r.Round&(r.Round-1) != 0 {
			t.Errorf("%v: the pair's epoch of %d begins in round %d", c.m, r.WorstPair.Epoch, r.Round)
		}
	}
	r := DoublingEpochs(mechanism(selection.Laplace, 1), 7, 1<<40)
	if math.Abs(r.Within-2) > 1e-9 || r.Epsilon != 2 || r.Attained {
		t.Errorf("an endless run loses %v of at most %v, attained %v", r.Within, r.Epsilon, r.Attained)
	}
}

// Independent Laplace sums, all shifted at once: the largest log-ratio of their joint densities
// on a grid of outputs.
func TestNoisySumsAgainstDensities(t *testing.T) {
	for _, c := range []struct {
		arms, shown, sums int
		scale             float64
	}{{5, 1, 1, 2}, {3, 2, 1, .5}, {4, 1, 3, 6}, {4, 2, 2, 1}} {
		r := NoisySums(c.arms, c.shown, c.sums, c.scale)
		const side, step, low = 9, .5, -1.5
		worst, n := 0.0, c.shown*c.sums
		for at := range power(side, n) {
			ratio := 0.0
			for _, d := range digits(at, side, n) {
				y := low + step*float64(d)
				ratio += (math.Abs(y) - math.Abs(y-1)) / c.scale
			}
			worst = max(worst, math.Abs(ratio))
		}
		if math.Abs(worst-r.Epsilon) > 1e-12 || r.Within != r.Epsilon || !r.Attained {
			t.Errorf("%+v: densities differ by %v, the audit says %v", c, worst, r.Epsilon)
		}
	}
}

func TestOtherTranscripts(t *testing.T) {
	zero := RoundZero(7, 3, 2)
	if math.Abs(zero.Epsilon-14./3) > 1e-12 || zero.Round != 0 || zero.Note == "" {
		t.Errorf("round 0 of 7 arms of rank 3: %+v", zero)
	}
	if r := NoNoise(3, false, "x"); !math.IsInf(r.Epsilon, 1) || r.Attained || !math.IsNaN(r.Within) {
		t.Errorf("no noise: %+v", r)
	}
	if r := Nothing(3); r.Epsilon != 0 || r.Within != 0 {
		t.Errorf("nothing: %+v", r)
	}
	weak, strong := mustChannel("linear(0.2)"), mustChannel("rr(0.9,0.9)")
	if r := Reports([]channel.Channel{weak, weak, strong}); math.Abs(r.Epsilon-math.Log(9)) > 1e-12 || r.WorstPair.Action != 2 {
		t.Errorf("reports: %+v", r)
	}
}

// χ² minus its mean: around 0 for equal sides (never beyond ±12 here), and large for different
// ones.
func TestDifference(t *testing.T) {
	alike := func(_ int, seed uint64) int { s := noise.NewStream(seed); return s.IntN(3) }
	o := Options{Runs: 5000, Confidence: .9, Seed: 1}
	if d, err := Difference(context.Background(), alike, o); err != nil || math.Abs(d) > 12 {
		t.Errorf("alike: %v, %v", d, err)
	}
	if d, err := Difference(context.Background(), randomizedResponse(.3), o); err != nil || d < 100 {
		t.Errorf("different: %v, %v", d, err)
	}
	// One transcript on both sides: (n−n)²/(2n) − 1. Another one on each: twice n²/n − 1.
	for play, want := range map[int]float64{0: -1, 1: 2 * (5000 - 1)} {
		if d, err := Difference(context.Background(), func(side int, _ uint64) int { return side * play }, o); err != nil || d != want {
			t.Errorf("sides that show %d·side: %v, %v, want %v", play, d, err, want)
		}
	}
}

func mustChannel(text string) channel.Channel {
	return param.Must(channel.Parse(text, 1))
}
