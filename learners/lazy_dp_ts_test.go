package learners_test

import (
	"math"
	"testing"
)

// With ε = ∞ only the laziness is left: Lazy-DP-TS stays in Thompson's order.
func TestLazyThompsonWithoutNoiseIsNearThompson(t *testing.T) {
	t.Parallel()
	s := bernoulliArms(t, .75, .625, .5, .375, .25)
	lazy, _ := simulate(configure(t, s, "lazy-dp-ts", math.Inf(1), 10_000), 40)
	plain, _ := simulate(configure(t, s, "thompson", math.Inf(1), 10_000), 40)
	private, _ := simulate(configure(t, s, "lazy-dp-ts", .1, 10_000), 40)
	if ratio := summarise(lazy).mean / summarise(plain).mean; ratio < .9 || ratio > 2.5 {
		t.Errorf("regret %.1f, Thompson %.1f", summarise(lazy).mean, summarise(plain).mean)
	}
	if summarise(private).mean < 3*summarise(lazy).mean {
		t.Errorf("ε = .1 costs no more than ε = ∞: %.1f and %.1f", summarise(private).mean, summarise(lazy).mean)
	}
}
