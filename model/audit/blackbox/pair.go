package blackbox

import (
	"cmp"
	"context"
	"math"
	"slices"

	"regretscope/model"
)

// A Pair is two tables of rewards that differ in one person's rewards, those of one round.
type Pair struct {
	Round  int          // the round that differs
	Rows   [][]float64  // the rewards of all arms, by round; those of Round are not used
	Change [2][]float64 // the rewards of Round on each side
	Seen   int          // the rounds whose plays an observer sees
}

// NewPair returns a pair for its first rounds.
func NewPair(n *model.Neighbors, rounds int) *Pair {
	p := &Pair{Round: n.Round, Change: [2][]float64{n.Before, n.After}, Seen: rounds}
	for t := range rounds {
		p.Rows = append(p.Rows, n.At(0, t+1))
	}
	return p
}

// Neighbors returns the pair for its readers.
func (p *Pair) Neighbors() *model.Neighbors {
	var tables [2][][]float64
	for side := range tables {
		tables[side] = slices.Clone(p.Rows[:p.Seen])
		tables[side][p.Round-1] = p.Change[side]
	}
	n, _ := model.Differ(tables[0], tables[1]) // they do
	n.Why = "Of the pairs tried, the plays differ most on this one."
	return n
}

// Job returns a run on a side.
func (p *Pair) Job(side int, seed uint64) Job {
	return Job{seed, p.Seen, func(t int) []float64 {
		if t == p.Round {
			return p.Change[side]
		}
		return p.Rows[t-1]
	}}
}

// rewards returns a random table: one to four spans of constant rewards, or of coins with these means.
func (h *hunt) rewards(depth, arms int) [][]float64 {
	rows := make([][]float64, 0, depth)
	same, coins, spans := h.random.IntN(3) == 0, h.random.IntN(4) == 0 && !h.plain, 1+h.random.IntN(4)*h.random.IntN(2)
	for ; len(rows) < depth; spans-- {
		row := make([]float64, arms)
		for j := range row {
			row[j] = float64(h.random.IntN(3)) / 2
			if h.random.IntN(4) == 0 {
				row[j] = float64(h.random.IntN(65)) / 64
			}
			if same {
				row[j] = row[0]
			}
		}
		end := depth
		if spans > 1 { // a random length, of any order of magnitude
			end = min(depth, len(rows)+int(math.Pow(float64(depth), h.random.Float64())))
		}
		for len(rows) < end {
			next := row
			if coins {
				next = make([]float64, arms)
				for j := range row {
					if h.random.Float64() < row[j] {
						next[j] = 1
					}
				}
			}
			rows = append(rows, next)
		}
	}
	return rows
}

// A strand is two random tables that are equal up to a round. Its hybrids have the rewards of b up to a round, and
// those of a from there on: with one seed, the plays on hybrid low are those on a, and on hybrid high they are not.
type strand struct {
	a, b      [][]float64
	low, high int
	seed      uint64
	plays     []uint16 // on a
	parted    int      // the first round in which the plays on hybrid high differ
	behind    *Pair    // whose decision comes before; nil: none
}

func (s *strand) hybrid(n int, seed uint64, rounds int) Job {
	return Job{seed, rounds, func(t int) []float64 {
		if t <= n {
			return s.b[t-1]
		}
		return s.a[t-1]
	}}
}

// between returns some hybrids between low and high: several at a time, because starting a process takes long.
func (s *strand) between() (all []int) {
	parts := 8
	if s.parted > 1000 {
		parts = 2
	}
	for k := 1; k < parts; k++ {
		if n := s.low + k*(s.high-s.low)/parts; n > s.low && (len(all) == 0 || n > all[len(all)-1]) {
			all = append(all, n)
		}
	}
	return all
}

// pairs returns the pair of the round that decides on the strand, between low and high. All rewards of that round
// are 1 on one side and 0 on the other; with full information, each arm's are 1 on the side on which the strand's are
// larger. Behind another decision, its round may differ instead, so that one person's rewards are used in both.
func (s *strand) pairs(box *Box) []*Pair {
	p := &Pair{Round: s.high, Rows: slices.Concat(s.b[:s.high], s.a[s.high:]), Seen: min(len(s.a), 2*s.parted+16)}
	for side := range p.Change {
		p.Change[side] = make([]float64, box.Arms)
		for j := range p.Change[side] {
			if up := !box.Full || s.b[s.high-1][j] >= s.a[s.high-1][j]; up == (side == 1) {
				p.Change[side][j] = 1
			}
		}
	}
	if s.behind == nil {
		return []*Pair{p}
	}
	return []*Pair{p, {Round: s.behind.Round, Rows: p.Rows, Change: s.behind.Change, Seen: p.Seen}}
}

// bisect looks for rewards on which plays depend, in the first rounds. If further is set, it starts from the
// decisions of the best pairs so far.
func (h *hunt) bisect(ctx context.Context, l *Level, further bool) ([]*Pair, error) {
	box, depth := l.box, l.Depth
	strands := make([]*strand, max(starts/depth, min(64, max(8, 16*starts/depth))))
	var jobs []Job
	for i := range strands {
		s := &strand{a: h.rewards(depth, box.Arms), b: h.rewards(depth, box.Arms), high: depth, parted: depth, seed: h.seed()}
		if depth > shallowest {
			s.low = depth/8 + h.random.IntN(depth-depth/8) // earlier rounds are tried at smaller depths
		}
		if n := len(h.best[box]); n > 0 && further {
			if e := h.best[box][h.random.IntN(n)].Pair; e.Seen <= depth {
				s.behind, s.low = e, max(e.Seen/2, e.Round)
				copy(s.b, e.Rows[:s.low])
				s.b[e.Round-1] = e.Change[h.random.IntN(2)]
			}
		}
		copy(s.a, s.b[:s.low])
		strands[i] = s
		jobs = append(jobs, s.hybrid(s.low, s.seed, depth), s.hybrid(s.high, s.seed, depth), s.hybrid(s.low, h.seed(), depth))
	}
	plays, err := h.play(ctx, box, jobs)
	if err != nil {
		return nil, err
	}
	var left []*strand
	for i, s := range strands {
		s.plays = plays[3*i]
		h.Noise = earlier(h.Noise, parting(s.plays, plays[3*i+2]))
		if s.parted = parting(s.plays, plays[3*i+1]); s.parted > 0 {
			h.Reward = earlier(h.Reward, s.parted)
			left = append(left, s)
		}
	}
	for {
		jobs = jobs[:0]
		for _, s := range left {
			for _, n := range s.between() {
				jobs = append(jobs, s.hybrid(n, s.seed, s.parted))
			}
		}
		if len(jobs) == 0 {
			break
		}
		if plays, err = h.play(ctx, box, jobs); err != nil {
			return nil, err
		}
		for _, s := range left {
			between := s.between()
			for i, n := range between {
				if parted := parting(plays[i], s.plays); parted > 0 {
					s.high, s.parted = n, parted
					break
				}
				s.low = n
			}
			plays = plays[len(between):]
		}
	}
	var all []*Pair
	for _, s := range left {
		all = append(all, s.pairs(box)...)
	}
	return all, nil
}

// earlier returns the earlier of two rounds, of which 0 is none.
func earlier(a, b int) int { return cmp.Or(min(a, b), a, b) }

// parting returns the first round in which plays differ from others, of at least as many rounds; 0 if they do not.
func parting(plays, others []uint16) int {
	for i, play := range plays {
		if play != others[i] {
			return i + 1
		}
	}
	return 0
}
