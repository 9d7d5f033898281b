package learners_test

import "math"

var dpUCBTreeWritings = []slowWriting{
	{"dp-ucb-tree", 1000, .9, func(s banditSetting, wrong slips) slowLearner {
		return newSlowTrees(s, wrong, false)
	}, []string{"scale", "width", "bias", "late"}},
	{"dp-ucb-tree,split=arms", 1000, .9, func(s banditSetting, wrong slips) slowLearner {
		return newSlowTrees(s, wrong, true)
	}, []string{"scale", "width", "bias", "late"}},
}

// slowTrees is DP-UCB with a binary tree for each arm (Mishra & Thakurta 2015).
type slowTrees struct {
	*slowBandit
	levels float64
	share  float64              // of ε, for each tree
	noises []map[[2]int]float64 // of each arm's nodes, by their first and last reward
}

func newSlowTrees(s banditSetting, wrong slips, split bool) slowLearner {
	e := &slowTrees{slowBandit: newSlowBandit(s, wrong), share: s.epsilon, noises: make([]map[[2]int]float64, s.arms)}
	if split {
		e.share /= float64(s.arms)
	}
	for power := 1; power <= s.horizon; power *= 2 {
		e.levels++
	}
	for j := range e.noises {
		e.noises[j] = map[[2]int]float64{}
	}
	return e
}

func (e *slowTrees) choose(t int) int {
	arms := float64(len(e.seen))
	if t <= len(e.seen) {
		e.arm = t - 1
		return e.arm
	}
	scores, log := make([]float64, len(e.seen)), math.Log(e.horizon)
	for j := range scores {
		n := float64(len(e.seen[j]))
		scores[j] = e.public[j] + math.Sqrt(e.slips.width*2*math.Log(float64(t)+e.slips.late-1)/n) +
			e.slips.bias*arms*log*log*math.Log(arms*e.horizon*log/.1)/(e.epsilon*n)
	}
	e.arm = e.pick(scores)
	return e.arm
}

func (e *slowTrees) observe(_ int, x float64) {
	e.take(x)
	rewards, noises := e.seen[e.arm], e.noises[e.arm]
	n, total := len(rewards), 0.0
	// The binary digits of n, from the highest: one node for each.
	for first, bit := 0, 1<<40; bit > 0; bit /= 2 {
		if n&bit == 0 {
			continue
		}
		node := [2]int{first, first + bit}
		if _, ok := noises[node]; !ok { // complete only now
			noises[node] = e.stream.Laplace(e.slips.scale * e.levels / e.share)
		}
		for _, y := range rewards[node[0]:node[1]] {
			total += y
		}
		total += noises[node]
		first += bit
	}
	e.public[e.arm] = total / float64(n)
}
