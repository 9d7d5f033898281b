package learners

import (
	"math"
	"testing"

	"regretscope/noise"
	"regretscope/noise/channel"
)

// TS-LDP-B plays the largest quantile of Beta(S+1, F+1) at the round's uniform numbers,
// where S and F count the bits that it was shown, whatever stands behind them. A prior
// of Beta(1.6, 1) plays otherwise.
func TestTSLDPBGoesByItsBits(t *testing.T) {
	for _, through := range []string{"linear", "quadratic", "exponential", "rr(0.8,0.7)", "none"} {
		t.Run(through, func(t *testing.T) {
			ch, err := channel.Parse(through, 1)
			if err != nil {
				t.Fatal(err)
			}
			if round := offTheBits(t, ch, 1); round > 0 {
				t.Errorf("%s: another arm in round %d", through, round)
			}
			if offTheBits(t, ch, 1.6) == 0 {
				t.Errorf("%s: another prior does not show", through)
			}
		})
	}
}

// offTheBits plays three arms behind a channel, and returns the first round in which the
// play is not that of priors Beta(ones, 1); 0 where there is none.
func offTheBits(t *testing.T, ch channel.Channel, ones float64) int {
	t.Helper()
	choice, err := ParseSpec("ts-ldp-b")
	if err != nil {
		t.Fatal(err)
	}
	s := Setting{Arms: 3, Horizon: 1000, Epsilon: 1, Phases: 1, Stream: noise.NewStream(9)}
	s.Channels = []channel.Channel{ch, ch, ch}
	l := choice.New(s, choice.Values(s)).(*thompson)
	var shown [3][2]float64 // zeros and ones of each arm
	for round := 1; round <= 300; round++ {
		words, best, want := noise.At(l.key, round), math.Inf(-1), 0
		for j, n := range shown {
			if theta := (noise.Beta{A: n[1] + ones, B: n[0] + 1}).Quantile(uniform(words.Uint64())); theta > best {
				best, want = theta, j
			}
		}
		arm := l.Choose(round)[0]
		if arm != want {
			return round
		}
		draws := noise.At(uint64(arm)+1, round)
		bit := ch.Report(draws.Bernoulli(.6-.2*float64(arm)), &draws)
		shown[arm][int(bit)]++
		l.Observe(round, []float64{bit})
	}
	return 0
}
