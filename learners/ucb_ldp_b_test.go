package learners_test

import (
	"math"
	"testing"
)

// UCB-LDP-B goes by the bits as they come, through every channel that it takes: its
// plays are those of its definition, to the last tie.
func TestUCBLDPBGoesByItsBits(t *testing.T) {
	t.Parallel()
	for _, through := range []string{"linear", "quadratic", "exponential", "rr(.8,.7)", "none"} {
		for _, text := range []string{".9 .5 .1", ".7", "1 1 1", "beta(4,1) uniform(.1,.9) constant(.3)"} {
			laws := armList(t, text)
			channels := sameChannel(t, through, len(laws))
			play := func(weight float64) (difference string) {
				index := func(_ int, n, sum, t float64) float64 { return sum/n + math.Sqrt(weight*math.Log(t)/n) }
				_, difference = stretches(t, "ucb-ldp-b", channels, newPlainIndex(len(laws), 5, index), laws, 8000, 5, nil)
				return difference
			}
			if difference := play(2); difference != "" {
				t.Errorf("%s through %s: %s", text, through, difference)
			}
			if text == ".9 .5 .1" && play(2.1) == "" {
				t.Errorf("%s through %s: a level that is 5%% higher does not show", text, through)
			}
		}
	}
}
