package learners_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"regretscope/learners/kl"
	"regretscope/noise/channel"
	"regretscope/scenarios/arm"
)

// plainKLUCBCF is KL-UCB-CF by its definition, with all indices computed anew.
func plainKLUCBCF(channels []channel.Channel, seed uint64) *plainIndex {
	return newPlainIndex(len(channels), seed, func(j int, n, sum, t float64) float64 {
		log := math.Log(t - 1)
		level := log + 3*math.Log(max(1, log))
		if _, slope, _ := channels[j].Affine(); slope < 0 {
			return channels[j].Inverse(kl.Lower(sum/n, level/n))
		}
		return channels[j].Inverse(kl.Upper(sum/n, level/n))
	})
}

// randomResponses are K ≤ 8 arms of all kinds, each behind randomised response of its
// own: true and false answers of all shares, up to those that tell nearly nothing,
// those that tell all, and those that turn rewards round.
func randomResponses(t testing.TB, rng *rand.Rand) (channels []channel.Channel, laws []arm.Distribution) {
	t.Helper()
	kinds := []string{"%.2f", "beta(%.2f,1)", "uniform(0,%.2f)", "constant(%.2f)", "discrete(0:.5,%.2f:.5)"}
	shares := []float64{0, .05, .2, .45, .5, .55, .8, .9, 1}
	text := ""
	for range 1 + rng.IntN(8) {
		p00, p11 := shares[rng.IntN(len(shares))], shares[rng.IntN(len(shares))]
		if math.Abs(p00+p11-1) < .01 {
			p11 = 1 - p00 + .01 // equal shares tell nothing, and are refused
			if p11 > 1 {
				p11 -= .02
			}
		}
		channels = append(channels, sameChannel(t, fmt.Sprintf("rr(%v,%v)", p00, p11), 1)...)
		text += fmt.Sprintf(kinds[rng.IntN(len(kinds))]+" ", .05+.9*rng.Float64())
	}
	return channels, armList(t, text)
}

// Stretches through all kinds of channels play what single rounds from the definition
// play, to the last tie.
func TestKLUCBCFStretchesPlayAsTheDefinitionSays(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 1))
	for trial := range 60 * effort {
		channels, laws := randomResponses(t, rng)
		_, difference := stretches(t, "kl-ucb-cf", channels, plainKLUCBCF(channels, uint64(trial)), laws, 2500, uint64(trial), nil)
		if difference != "" {
			t.Errorf("trial %d, %v through %v: %s", trial, laws, channels, difference)
		}
	}
}

// The comparison has teeth, and stretches are worth their name.
func TestHastyStretchesOfKLUCBCFShow(t *testing.T) {
	laws := armList(t, ".75 .625 .5 .375 .25")
	channels := sameChannel(t, "rr(.8,.9)", 5)
	for name, hasty := range map[string]func(int, float64) (int, float64){
		"rounds": func(rounds int, losses float64) (int, float64) { return rounds + 1, losses + 1 },
		"losses": func(rounds int, losses float64) (int, float64) { return 2*rounds + 2, 2*losses + 2 },
	} {
		if _, difference := stretches(t, "kl-ucb-cf", channels, plainKLUCBCF(channels, 1), laws, 50_000, 1, hasty); difference == "" {
			t.Errorf("too many %s do not show", name)
		}
	}
	steady, difference := stretches(t, "kl-ucb-cf", channels, plainKLUCBCF(channels, 1), laws, 50_000, 1, nil)
	if difference != "" || steady < .8 {
		t.Errorf("%.2f of the rounds were played in stretches %s", steady, difference)
	}
}
