//go:build !plain

package learners

import "math"

// ucb1Rule computes UCB1's indices. Their level is 2 ln t.
type ucb1Rule struct{ *ucb1 }

func (l *ucb1) rule() indexRule { return ucb1Rule{l} }

func (r ucb1Rule) level(t float64) float64 { return 2 * math.Log(t) }

func (r ucb1Rule) index(j int, level float64) float64 {
	n := r.counts[j]
	return r.sums[j]/n + math.Sqrt(level/n)
}

func (r ucb1Rule) limit(j int, level float64) float64 { return r.index(j, level) + slack }

func (r ucb1Rule) raise(j int, _, _, higher float64) float64 { return r.limit(j, higher) }

func (r ucb1Rule) above(_ int, n, mean, level, rival float64) bool {
	return mean+math.Sqrt(level/n) > rival
}

func (r ucb1Rule) scale(_ int, index float64) (x float64, ok bool) { return index, true }
