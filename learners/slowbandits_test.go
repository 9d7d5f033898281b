package learners_test

import (
	"math"
	"slices"

	"regretscope/noise"
)

// The centrally private bandits beyond HHMH's own once more, written from their
// descriptions to be obviously right: all rewards are kept, everything is
// computed anew whenever it is needed. They draw in the only natural order: one
// noise for each published sum, arm by arm, and a number for each tie.

// slips are what a wrong implementation might have wrong; none is all ones.
type slips struct {
	scale  float64 // of the noise, as a multiple of what is right
	width  float64 // of the confidence bounds' part that is there without privacy
	bias   float64 // of their part that makes up for the noise
	length float64 // of an epoch, an episode or a batch
	late   float64 // the round that a level is of, less the right one, plus 1
}

var noSlips = slips{1, 1, 1, 1, 1}

// slowBandit is what the learners below share.
type slowBandit struct {
	stream  noise.Stream
	epsilon float64
	// deviation is that of normal noise; 0 for Laplace noise of scale 1/ε.
	deviation float64
	horizon   float64
	slips     slips
	seen      [][]float64 // the rewards of each arm, in order
	public    []float64   // the estimate of each arm's mean, NaN while there is none
	arm       int
	unclear   bool // the newest pick was between scores that only rounding tells apart
}

func newSlowBandit(s banditSetting, wrong slips) *slowBandit {
	b := &slowBandit{
		stream: noise.NewStream(noise.Key(s.seed, noise.Learning)), epsilon: s.epsilon, horizon: float64(s.horizon),
		slips: wrong, seen: make([][]float64, s.arms),
	}
	for range s.arms {
		b.public = append(b.public, math.NaN())
	}
	return b
}

// take remembers a reward of the arm in play.
func (b *slowBandit) take(x float64) { b.seen[b.arm] = append(b.seen[b.arm], x) }

// newestSum adds up the last n rewards of an arm, and noise.
func (b *slowBandit) newestSum(arm, n int) float64 {
	sum := 0.0
	for _, x := range b.seen[arm][len(b.seen[arm])-n:] {
		sum += x
	}
	if b.deviation > 0 {
		return sum + b.stream.Normal(0, b.slips.scale*b.deviation)
	}
	return sum + b.stream.Laplace(b.slips.scale/b.epsilon)
}

func (b *slowBandit) estimate(arm int) float64 { return b.public[arm] }
func (b *slowBandit) lost() bool               { return b.unclear }

// pick is an arm of largest score, ties by one draw.
func (b *slowBandit) pick(scores []float64) int {
	best := slices.Max(scores)
	var tied []int
	for j, s := range scores {
		if s == best {
			tied = append(tied, j)
		} else if best-s < 1e-11 {
			b.unclear = true
		}
	}
	if len(tied) == 1 {
		return tied[0]
	}
	b.unclear = b.unclear || (best < 1 && best > 1-1e-11) // a KL index that is 1 but for rounding
	return tied[b.stream.IntN(len(tied))]
}

// slowElimination is DP-SE (Sajed & Sheffet 2019).
type slowElimination struct {
	*slowBandit
	alive []int
	epoch float64
	turns []int // what is left of the epoch
	size  int   // R
}

func newSlowElimination(s banditSetting, wrong slips) slowLearner {
	e := &slowElimination{slowBandit: newSlowBandit(s, wrong)}
	for j := range s.arms {
		e.alive = append(e.alive, j)
	}
	return e
}

// logarithm is ln(weight·|S|e²/β) with β = 1/T.
func (e *slowElimination) logarithm(weight float64) float64 {
	return math.Log(weight * float64(len(e.alive)) * e.epoch * e.epoch * e.horizon)
}

func (e *slowElimination) choose(int) int {
	if len(e.alive) > 1 && len(e.turns) == 0 {
		e.epoch++
		gap := math.Pow(2, -e.epoch)
		e.size = int(math.Ceil(e.slips.length*max(
			32*e.logarithm(8)/(gap*gap),
			8*e.logarithm(4)/(e.epsilon*gap)) + 1))
		for range e.size {
			e.turns = append(e.turns, e.alive...)
		}
	}
	e.arm = e.alive[0]
	if len(e.turns) > 0 {
		e.arm = e.turns[0]
	}
	return e.arm
}

func (e *slowElimination) observe(_ int, x float64) {
	if len(e.alive) == 1 {
		return
	}
	e.take(x)
	if e.turns = e.turns[1:]; len(e.turns) > 0 {
		return
	}
	best := math.Inf(-1)
	for _, j := range e.alive {
		e.public[j] = e.newestSum(j, e.size) / float64(e.size)
		best = max(best, e.public[j])
	}
	h := e.slips.width * math.Sqrt(e.logarithm(8)/(2*float64(e.size)))
	c := e.slips.bias * e.logarithm(4) / (float64(e.size) * e.epsilon)
	var stay []int
	for _, j := range e.alive {
		if !(best-e.public[j] > 2*h+2*c) {
			stay = append(stay, j)
		}
	}
	e.alive = stay
}

// slowEpisodes are the learners that stay with an arm for a while: AdaP-UCB and
// AdaP-KLUCB (Azize & Basu 2022), DP-KLUCB and DP-IMED (Azize et al. 2025).
type slowEpisodes struct {
	*slowBandit
	left    int       // rounds to go in the episode
	length  int       // of the episode
	last    []float64 // the length of each arm's last episode
	total   []float64 // the noisy total of each arm's rewards so far
	batches []int     // how many each arm has had since its first pull

	forgets bool                             // an estimate is of the last episode alone
	extend  func(arm int) int                // the length of the arm's next episode
	index   func(arm int, t float64) float64 // the larger the better
}

func newSlowEpisodes(s banditSetting, wrong slips) *slowEpisodes {
	return &slowEpisodes{
		slowBandit: newSlowBandit(s, wrong),
		last:       make([]float64, s.arms), total: make([]float64, s.arms), batches: make([]int, s.arms),
	}
}

func (e *slowEpisodes) choose(t int) int {
	if e.left == 0 {
		e.begin(t)
	}
	return e.arm
}

func (e *slowEpisodes) begin(t int) {
	if t <= len(e.seen) {
		e.arm, e.length = t-1, 1
	} else {
		scores := make([]float64, len(e.seen))
		for j := range scores {
			scores[j] = e.index(j, float64(t)+e.slips.late-1)
		}
		e.arm = e.pick(scores)
		e.length = int(math.Ceil(float64(e.extend(e.arm)) * e.slips.length))
		e.batches[e.arm]++
	}
	e.left = e.length
}

func (e *slowEpisodes) observe(_ int, x float64) {
	e.take(x)
	if e.left--; e.left > 0 {
		return
	}
	released := e.newestSum(e.arm, e.length)
	e.last[e.arm] = float64(e.length)
	e.total[e.arm] += released
	if e.forgets {
		e.public[e.arm] = released / e.last[e.arm]
	} else {
		e.public[e.arm] = unit(e.total[e.arm] / float64(len(e.seen[e.arm])))
	}
}

// newSlowAdaP is AdaP-UCB, or AdaP-KLUCB with kl.
func newSlowAdaP(s banditSetting, wrong slips, alpha float64, kl bool) slowLearner {
	e := newSlowEpisodes(s, wrong)
	e.forgets = true
	e.extend = func(arm int) int { return len(e.seen[arm]) }
	e.index = func(arm int, t float64) float64 {
		m, n := e.public[arm], e.last[arm]
		bias := wrong.bias * alpha * math.Log(t) / (s.epsilon * n)
		if kl {
			return slowUpper(unit(m+bias), wrong.width*alpha*math.Log(t)/n, bernoulliKL)
		}
		return m + math.Sqrt(wrong.width*alpha*math.Log(2*t)/(2*n)) + bias
	}
	return e
}

// newSlowBatches is DP-KLUCB, or DP-IMED with imed.
func newSlowBatches(s banditSetting, wrong slips, alpha float64, imed bool) slowLearner {
	e := newSlowEpisodes(s, wrong)
	e.extend = func(arm int) int { return int(math.Ceil(math.Pow(alpha, float64(e.batches[arm]+1)))) }
	divergence := func(x, y float64) float64 { return slowPrivateKL(x, y, wrong.bias*s.epsilon) }
	e.index = func(arm int, t float64) float64 {
		n := float64(len(e.seen[arm]))
		if !imed {
			return slowUpper(e.public[arm], wrong.width*math.Log(t)/n, divergence)
		}
		best := 0.0
		for _, m := range e.public {
			best = max(best, m)
		}
		return -(n*divergence(e.public[arm], best) + wrong.width*math.Log(n))
	}
	return e
}

func unit(x float64) float64 { return math.Min(1, math.Max(0, x)) }

// slowUpper is max{ q ∈ [p,1] : d(p,q) ≤ level } by bisection.
func slowUpper(p, level float64, d func(p, q float64) float64) float64 {
	if d(p, 1) <= level {
		return 1
	}
	low, high := p, 1.0
	for range 50 {
		if q := (low + high) / 2; d(p, q) <= level {
			low = q
		} else {
			high = q
		}
	}
	return math.Min(low, math.Nextafter(1, 0)) // below 1, however little
}

// slowPrivateKL is d_ε(x,y) = min over z between x and y of ε|z−x| + kl(z,y),
// by ternary search: what is minimised is convex.
func slowPrivateKL(x, y, epsilon float64) float64 {
	if math.IsInf(epsilon, 1) || x == y {
		return bernoulliKL(x, y)
	}
	cost := func(z float64) float64 { return epsilon*math.Abs(z-x) + bernoulliKL(z, y) }
	least := math.Min(cost(x), cost(y))
	low, high := math.Min(x, y), math.Max(x, y)
	for range 50 {
		a, b := low+(high-low)/3, high-(high-low)/3
		if cost(a) < cost(b) {
			high = b
		} else {
			low = a
		}
	}
	return math.Min(least, cost((low+high)/2))
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
