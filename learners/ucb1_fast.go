//go:build !plain

package learners

import "math"

// levelAt returns the level of UCB1's indices.
func (l *ucb1) levelAt(t float64) float64 { return 2 * math.Log(t) }

func (l *ucb1) index(j int, level float64) float64 {
	n := l.counts[j]
	return l.sums[j]/n + math.Sqrt(level/n)
}

func (l *ucb1) limit(j int, level float64) float64 { return l.index(j, level) + slack }

func (l *ucb1) raise(j int, _, _, higher float64) float64 { return l.limit(j, higher) }

func (l *ucb1) above(_ int, n, mean, level, rival float64) bool {
	return mean+math.Sqrt(level/n) > rival
}

func (l *ucb1) scale(_ int, index float64) (x float64, ok bool) { return index, true }
