package learners_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/noise"
	"regretscope/noise/channel"
	"regretscope/noise/param"
)

// behind returns a setting in which every arm has the given channel.
func behind(text string, arms, horizon int) learners.Setting {
	return learners.Setting{
		Arms: arms, Horizon: horizon, Epsilon: 1, Phases: 2,
		Stream: noise.NewStream(noise.Key(1, noise.Learning)), Channels: sameChannel(text, arms),
	}
}

// Estimates are inverted exactly: after ones alone, the estimate is g⁻¹(1), unclipped, or the
// mean report if g has no inverse.
func TestEstimatesAreTakenBack(t *testing.T) {
	cases := []struct {
		learner, channel string
		want             float64
	}{
		{"ts-ldp-b", "rr(0.75,0.75)", 1.5},
		{"ts-ldp-b", "quadratic(1,0)", 1},
		{"ucb-ldp-b", "rr(0.75,0.75)", 1.5},
		{"ucb-ldp-b", "none", 1},
		{"ucb-ldp-l", "laplace", 1},
		{"kl-ucb-cf", "rr(0.25,0.25)", -.5},
		{"sw-klucb-cf", "rr(0.75,0.75)", 1.5},
		{"ts-cf", "rr(0.25,0.25)", -.5},
		{"sw-ts-cf", "rr(0.75,0.75)", 1.5},
		{"glr-klucb-cf", "rr(0.75,0.75)", 1.5},
		{"sw-ucb", "rr(0.75,0.75)", 1.5},
		{"d-ucb", "rr(0.25,0.25)", -.5},
	}
	for _, c := range cases {
		l := choose(c.learner).Start(behind(c.channel, 1, 100))
		for round := 1; round <= 20; round++ {
			l.Choose(round)
			l.Observe(round, []float64{1})
		}
		if got := l.(learners.Estimator).Estimate(0); got != c.want {
			t.Errorf("%s behind %s: estimate %v, want %v", c.learner, c.channel, got, c.want)
		}
		if w, ok := l.(learners.Windowed); ok {
			size := w.Window()
			if n, _ := w.InWindow(0); n != 20 && n != size || size > 0 && n > size {
				t.Errorf("%s: %d of 20 rounds in a window of %d", c.learner, n, size)
			}
		}
	}
}

func TestWhatLocalLearnersAccept(t *testing.T) {
	channels := []string{"linear", "quadratic", "exponential", "rr", "rr(0.2,0.1)", "laplace", "none", "curve(0:0.3/0.4:0.5/1:0.7)", "curve(0:0.3/0.5:0.5/1:0.7)"}
	accepted := map[string]string{ // one letter for each channel: y or n
		"ts-ldp-b":       "yyyyynyyy",
		"ucb-ldp-b":      "yyyyynyyy",
		"ucb-ldp-l":      "nnnnnyynn",
		"lazy-ucb-local": "ynnyynnny",
		"sw-klucb-cf":    "ynnyynnny",
		"kl-ucb-cf":      "ynnyynnny",
		"ts-cf":          "ynnyynnny",
		"sw-ts-cf":       "ynnyynnny",
		"glr-klucb-cf":   "ynnyynnny",
		"sw-ucb":         "ynnyyyyny",
		"d-ucb":          "ynnyyyyny",
	}
	for _, d := range learners.All() {
		if d.Privacy != learners.Local {
			continue
		}
		if (d.Family != learners.LocalPrivacy && d.Family != learners.ChangingMeans) || d.Channel == "" ||
			d.Feedback != learners.BanditFeedback {
			t.Errorf("%s: family %v, channel %q, feedback %d", d.ID, d.Family, d.Channel, d.Feedback)
		}
		want, known := accepted[d.ID]
		if !known || d.Accepts == nil {
			t.Fatalf("%s: nothing is said of what it accepts", d.ID)
		}
		for i, text := range channels {
			err := d.Accepts(param.Must(channel.Parse(text, 1)))
			if (err == nil) != (want[i] == 'y') {
				t.Errorf("%s behind %s: %v", d.ID, text, err)
			}
			if err != nil && (!strings.HasPrefix(err.Error(), "it") || strings.HasSuffix(err.Error(), ".")) {
				t.Errorf("%s behind %s: %q does not end a sentence", d.ID, text, err)
			}
		}
	}
}

// Slow oracles of learners behind local channels: they cut windows from the whole history,
// compute discounts as powers, and find indices by bisection over rewards.

// matrix is randomized response with probabilities p00 and p11 (GAJ eq. 1).
type matrix struct{ p00, p11 float64 }

func (m matrix) g(x float64) float64       { return 1 - m.p00 + (m.p00+m.p11-1)*x }
func (m matrix) inverse(y float64) float64 { return (y - 1 + m.p00) / (m.p00 + m.p11 - 1) }
func (m matrix) String() string            { return fmt.Sprintf("rr(%v,%v)", m.p00, m.p11) }

// optimalMatrix is the ε-local optimum (GAJ eq. 2).
func optimalMatrix(epsilon float64) matrix {
	p := math.Exp(epsilon) / (1 + math.Exp(epsilon))
	return matrix{p, p}
}

// newest returns the last w rounds of a history.
func newest(history []observation, w int) []observation {
	return history[max(0, len(history)-w):]
}

// corruptIndex computes max{q : n·kl(mean, g(q)) ≤ level} by bisection over q, from g⁻¹(0) to g⁻¹(1).
func corruptIndex(m matrix, mean, n, level float64) float64 {
	low, high := m.inverse(mean), max(m.inverse(0), m.inverse(1))
	for range 100 {
		q := (low + high) / 2
		if y := min(max(m.g(q), 0), 1); n*kullback(mean, y) <= level {
			low = q
		} else {
			high = q
		}
	}
	return low
}

// kullback is bernoulliKL on all of [0,1].
func kullback(p, q float64) float64 {
	switch {
	case q <= 0 && p == 0 || q >= 1 && p == 1:
		return 0
	case q <= 0 || q >= 1:
		return math.Inf(1)
	}
	return bernoulliKL(p, q)
}

// forgottenFirst is largest for scores that may be infinite: it chooses uniformly among forgotten arms.
func forgottenFirst(scores []float64) []float64 {
	if !slices.Contains(scores, math.Inf(1)) {
		return largest(scores)
	}
	return normalized(param.Map(scores, func(s float64) float64 { return oneIf(math.IsInf(s, 1)) }))
}
