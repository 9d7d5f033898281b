package matroid

import "slices"

// Pairs returns π_t of CHH (§4.3): for each arm of a played basis, the arm of the best basis whose
// place it takes, so that the round's regret is the sum of the differences of their means. An arm
// of both is its own pair. The play is in the order of its scores and the best basis in that of its
// means, the largest first: then no arm of the play has a smaller score than its pair.
func Pairs(m Matroid, play, best []int) []int {
	pairs := make([]int, len(play))
	held := m.NewBuilder()
	for k := len(play) - 1; k >= 0; k-- {
		if slices.Contains(best, play[k]) {
			pairs[k] = play[k]
			continue
		}
		held.Reset()
		for _, e := range slices.Concat(play[:k], pairs[k+1:]) {
			held.Add(e)
		}
		pairs[k] = best[slices.IndexFunc(best, held.Add)]
	}
	return pairs
}
