package blackbox

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"

	"regretscope/noise/number"
	"regretscope/noise/param"
)

// The zoo has learners that claim ε, or, where a test says so, (ε, δ), ρ, or μ: correct ones and ones with known
// bugs. A name is a family and its options, separated by dashes: "se-8-halved" is an elimination whose first phase
// has 8 rounds of each arm, with half the noise.

type learner interface {
	choose(t int) uint16
	observe(t int, play uint16, rewards []float64)
}

// options are the words of a name.
type options struct {
	n       int // of the first phase or batch, or the first round of a release
	has     map[string]bool
	arms    int
	epsilon float64
	*rand.Rand
}

func (o *options) laplace(scale float64) float64 { return scale * (o.ExpFloat64() - o.ExpFloat64()) }

func start(name string, seed uint64, arms int, epsilon float64) learner {
	words := strings.Split(name, "-")
	o := &options{has: map[string]bool{}, arms: arms, epsilon: epsilon, Rand: rand.New(rand.NewPCG(seed, 1))}
	for _, word := range words[1:] {
		o.has[word] = true
		if n, err := strconv.Atoi(word); err == nil {
			o.n = n
		}
	}
	perArm := func() []float64 { return make([]float64, arms) }
	switch words[0] {
	case "peg":
		l := &pegged{options: o, n: make([]int, arms), batches: make([]int, arms), sums: perArm(), means: slices.Repeat([]float64{math.NaN()}, arms)}
		for range arms {
			l.fixed = append(l.fixed, o.laplace(1/epsilon))
		}
		return l
	case "se":
		l := &eliminating{options: o}
		for j := range arms {
			l.active = append(l.active, j)
		}
		l.begin(o.n)
		return l
	case "tree":
		return &treeing{options: o, pulls: make([]int, arms), nodes: make([][]float64, arms), noise: make([][]float64, arms)}
	case "xor":
		return &coins{options: o}
	case "response":
		return &responding{options: o}
	case "leader":
		return &leading{options: o, sums: perArm()}
	}
	return &batching{options: o, thompson: words[0] == "thompson", arm: -1, means: perArm(), counts: make([]int, arms), widths: perArm()}
}

// zooBox returns a learner of the zoo as a box that plays on two cores. Learners "leader" see all rewards, and
// "basis" among their options makes them play two arms of a matroid.
func zooBox(name string, arms int, epsilon float64) *Box {
	box := &Box{
		Arms: arms, Plays: arms, Full: strings.HasPrefix(name, "leader"),
		Name: func(play uint16) string { return "arm " + number.Count(int(play)+1) },
	}
	if strings.Contains(name, "basis") {
		box.Plays = arms * (arms - 1) / 2
	}
	box.Play = func(ctx context.Context, jobs []Job) ([][]uint16, error) {
		all := make([][]uint16, len(jobs))
		var group sync.WaitGroup
		for w := range 2 {
			group.Go(func() {
				for i := w; i < len(jobs) && ctx.Err() == nil; i += 2 {
					l := start(name, jobs[i].Seed, arms, epsilon)
					for t := 1; t <= jobs[i].Rounds; t++ {
						play := l.choose(t)
						all[i] = append(all[i], play)
						l.observe(t, play, jobs[i].At(t))
					}
				}
			})
		}
		group.Wait()
		return all, ctx.Err()
	}
	return box
}

// pegged is ε-greedy on doubling batches of each arm, whose noisy means it releases.
type pegged struct {
	*options
	n, batches  []int
	sums, means []float64
	fixed       []float64 // noise that "reuse" draws once
	t           int
	first       float64 // reward of a batch
}

func (l *pegged) draw(a int) float64 {
	scale := 1 / l.epsilon
	switch {
	case l.has["gauss"]:
		return l.NormFloat64() * 1.885 // δ(1) = .0099
	case l.has["normal"]:
		return l.NormFloat64() // μ = 1, δ(1) = .127
	case l.has["muhalf"]:
		return l.NormFloat64() / 2
	case l.has["reuse"]:
		return l.fixed[a]
	case l.has["dataseed"]:
		seeded := options{Rand: rand.New(rand.NewPCG(math.Float64bits(l.sums[a]), uint64(a*1000+l.n[a])))}
		return seeded.laplace(scale)
	case l.has["window"] && l.first > .3 && l.first < .35:
		scale = 0
	case l.has["half"]:
		scale *= .5
	case l.has["onearm"] && a == l.arms-1, l.has["late"] && l.t > l.options.n:
		scale *= .2
	}
	return l.laplace(scale)
}

func (l *pegged) choose(t int) uint16 {
	l.t = t
	if j := slices.IndexFunc(l.means, math.IsNaN); j >= 0 {
		return uint16(j)
	}
	explore := .2
	if l.has["c5"] {
		explore = 5
	}
	if l.Float64() < min(1, explore*float64(l.arms)/float64(t)) {
		return uint16(l.IntN(l.arms))
	}
	return uint16(slices.Index(l.means, slices.Max(l.means)))
}

func (l *pegged) observe(_ int, a uint16, rewards []float64) {
	x := rewards[a]
	if l.n[a]++; l.n[a] == 1 {
		l.first = x
	}
	l.sums[a] += x
	length := 1 << l.batches[a]
	early := l.has["stop"] && l.n[a] >= l.options.n && l.sums[a] < .25*float64(l.n[a]) // by raw rewards
	if l.n[a] < length && !early {
		return
	}
	l.means[a] = (l.sums[a] + l.draw(int(a))) / float64(l.n[a])
	if l.n[a] >= length {
		l.batches[a]++
	}
	l.n[a], l.sums[a] = 0, 0
}

// eliminating is DP-SE: all arms that are left are played n times, then the means of these rounds are released.
type eliminating struct {
	*options
	active   []int
	n, k     int // plays in this phase, of each arm and in all
	phase    int
	all      int // plays of each arm in all phases
	sums     map[int]float64
	low, hi  float64 // rewards of the phase
	extended bool
}

func (e *eliminating) begin(n int) {
	e.n, e.k, e.phase, e.low, e.hi, e.extended = n, 0, e.phase+1, 1, 0, false
	if e.sums == nil || !e.has["reused"] {
		e.sums, e.all = map[int]float64{}, 0
	}
}

func (e *eliminating) choose(int) uint16 {
	if e.has["blocks"] {
		return uint16(e.active[min(e.k/e.n, len(e.active)-1)])
	}
	return uint16(e.active[e.k%len(e.active)])
}

func (e *eliminating) observe(_ int, arm uint16, rewards []float64) {
	if len(e.active) == 1 {
		return
	}
	x := rewards[arm]
	e.sums[int(arm)] += x
	e.low, e.hi = min(e.low, x), max(e.hi, x)
	if e.k++; e.k < e.n*len(e.active) {
		return
	}
	if e.has["timing"] && !e.extended && math.Abs(e.sums[e.active[0]]-e.sums[e.active[1]]) < .15*float64(e.n) {
		e.extended = true // raw sums decide that a close call takes longer
		e.n += e.n / 2
		return
	}
	e.all += e.n
	n, scale := float64(e.all), 1/e.epsilon
	switch {
	case e.has["halved"], e.has["second"] && e.phase >= 2:
		scale /= 2
	case e.has["minmax"]:
		scale *= max(e.hi-e.low, 0)
	case e.has["raw"+strconv.Itoa(e.phase)], e.has["last2"] && len(e.active) == 2:
		scale = 0
	}
	width, factor := 1/math.Sqrt(n), 2
	if e.has["wide"] { // as in the paper
		width, factor = math.Pow(2, -float64(e.phase)), 4
	}
	if e.has["last2"] && len(e.active) == 2 {
		width = 0
	}
	best, means := math.Inf(-1), map[int]float64{}
	for _, j := range e.active {
		s := scale
		if e.has["oneraw"] && j == e.arms-1 {
			s = 0
		}
		means[j] = (e.sums[j] + e.laplace(s)) / n
		best = max(best, means[j])
	}
	e.active = slices.DeleteFunc(e.active, func(j int) bool { return means[j] < best-width })
	e.begin(factor * e.n)
}

// batching plays an arm until its number of plays doubles, and releases the mean of this batch; n is the size of the
// first batches. "thompson" draws from a normal posterior around it.
type batching struct {
	*options
	thompson      bool
	arm, left     int
	sum, squares  float64
	n             int
	means, widths []float64
	counts        []int
}

func (b *batching) choose(t int) uint16 {
	if b.left > 0 {
		return uint16(b.arm)
	}
	best := math.Inf(-1)
	for j, n := range b.counts {
		index := math.Inf(1)
		if n > 0 && b.thompson {
			index = b.means[j] + b.NormFloat64()/math.Sqrt(float64(n)) + b.laplace(1/b.epsilon)/float64(n)
		} else if n > 0 {
			index = b.means[j] + b.widths[j]*math.Sqrt(math.Log(float64(t))) + 2*math.Log(float64(t))/float64(n)
		}
		if index > best {
			best, b.arm = index, j
		}
	}
	b.n = max(2*b.counts[b.arm], b.options.n)
	b.left, b.sum, b.squares = b.n, 0, 0
	return uint16(b.arm)
}

func (b *batching) observe(_ int, arm uint16, rewards []float64) {
	x := rewards[arm]
	b.sum, b.squares = b.sum+x, b.squares+x*x
	if b.left--; b.left > 0 {
		return
	}
	n, scale := float64(b.n), 1/b.epsilon
	switch {
	case b.has["halved"]:
		scale /= 2
	case b.has["raw1"] && b.counts[arm] == 0:
		scale = 0
	}
	mean := b.sum / n
	b.counts[arm], b.means[arm] = b.n, mean+b.laplace(scale)/n
	b.widths[arm] = math.Sqrt(2 / n)
	if b.has["variance"] {
		b.widths[arm] = math.Sqrt(2 * max(b.squares/n-mean*mean, 0) / n)
	}
}

// treeing is UCB on the sums of a binary tree, with 16 levels.
type treeing struct {
	*options
	nodes [][]float64 // by arm and level
	noise [][]float64
	pulls []int
}

func (u *treeing) choose(t int) uint16 {
	best, arm := math.Inf(-1), 0
	for j, n := range u.pulls {
		index := math.Inf(1)
		if n >= u.n {
			sum, at := 0.0, n/u.n*u.n
			for level := range u.nodes[j] {
				if at>>level&1 == 1 {
					sum += u.nodes[j][level] + u.noise[j][level]
				}
			}
			index = sum/float64(at) + math.Sqrt(2*math.Log(float64(t))/float64(at))
		}
		if index > best {
			best, arm = index, j
		}
	}
	return uint16(arm)
}

func (u *treeing) observe(_ int, arm uint16, rewards []float64) {
	const levels = 16
	if u.nodes[arm] == nil {
		u.nodes[arm], u.noise[arm] = make([]float64, levels), make([]float64, levels)
	}
	u.pulls[arm]++
	level := 0
	for u.pulls[arm]>>level&1 == 0 {
		level++
	}
	sum := rewards[arm]
	for i := range level {
		sum += u.nodes[arm][i]
		u.nodes[arm][i] = 0
	}
	scale := float64(levels)
	if u.has["onelevel"] {
		scale = 1
	}
	u.nodes[arm][level], u.noise[arm][level] = sum, u.laplace(scale)
}

// coins plays coins, but in round n the XOR of its first plays, two with "two", and the reward of round n/2.
type coins struct {
	*options
	plays [2]uint16
	x     uint16
}

func (l *coins) choose(t int) uint16 {
	if t == l.n {
		return l.plays[0] ^ l.plays[1] ^ l.x
	}
	c := uint16(l.IntN(2))
	if t == 1 || t == 2 && l.has["two"] {
		l.plays[t-1] = c
	}
	return c
}

func (l *coins) observe(t int, play uint16, rewards []float64) {
	if t == (l.n+1)/2 && rewards[play] >= .5 {
		l.x = 1
	}
}

// responding plays the newest reward by randomized response: it loses exactly ε.
type responding struct {
	*options
	next uint16
}

func (r *responding) choose(int) uint16 { return r.next }

func (r *responding) observe(_ int, play uint16, rewards []float64) {
	r.next = 0
	if (rewards[play] >= .5) == (r.Float64() < 1/(1+math.Exp(-r.epsilon))) {
		r.next = 1
	}
}

// leading follows the leader by the noisy sums of the newest epoch, whose lengths double (WW). With "basis" it
// plays the two first arms, and observes no others.
type leading struct {
	*options
	sums  []float64
	order []int
}

func (l *leading) choose(t int) uint16 {
	if t&(t-1) == 0 {
		scale := 2 / l.epsilon
		if l.has["half"] {
			scale /= 2
		}
		noisy := param.Map(l.sums, func(x float64) float64 { return x + l.laplace(scale) })
		l.order = param.Indices(l.arms)
		slices.SortStableFunc(l.order, func(a, b int) int {
			if noisy[a] > noisy[b] {
				return -1
			}
			return 1
		})
		clear(l.sums)
	}
	if !l.has["basis"] {
		return uint16(l.order[0])
	}
	low, high := min(l.order[0], l.order[1]), max(l.order[0], l.order[1])
	return uint16(high*(high-1)/2 + low)
}

func (l *leading) observe(_ int, _ uint16, rewards []float64) {
	for i, j := range l.order {
		if i < 2 || !l.has["basis"] {
			l.sums[j] += rewards[j]
		}
	}
}
