package learners_test

import (
	"math"

	"regretscope/noise"
)

// The learners of full information once more: all rows of rewards are kept, and
// sums are made anew whenever they are needed.

// slowLeader is RNM-FTNL (HHMH Alg. 4, WW Alg. 1), FTNL, or, with always, plain
// Follow-the-Leader.
type slowLeader struct {
	stream   noise.Stream
	draw     func(*noise.Stream) float64 // one action's noise
	resample bool
	always   bool
	lag      int // epochs that are summed before the newest; 0 is right
	rows     [][]float64
	play     int
}

func newSlowLeader(s banditSetting, draw func(*noise.Stream) float64, resample, first bool) *slowLeader {
	l := &slowLeader{stream: noise.NewStream(noise.Key(s.seed, noise.Learning)), draw: draw, resample: resample}
	if !first {
		l.play = l.stream.IntN(s.arms)
	}
	return l
}

func newSlowFTL(s banditSetting) *slowLeader {
	return &slowLeader{
		stream: noise.NewStream(noise.Key(s.seed, noise.Learning)), always: true,
		draw: func(*noise.Stream) float64 { return 0 }, rows: [][]float64{make([]float64, s.arms)},
	}
}

func (l *slowLeader) choose(int) int {
	if l.always {
		l.play = l.leader(l.rows)
	}
	return l.play
}

func (l *slowLeader) observe(t int, row []float64) {
	kept := append([]float64(nil), row...)
	for j, x := range kept {
		if l.resample && x != 0 && x != 1 {
			kept[j] = 0
			if l.stream.Float64() < x {
				kept[j] = 1
			}
		}
	}
	l.rows = append(l.rows, kept)
	if l.always {
		return
	}
	for first := 1; first <= t; first *= 2 { // epochs are rounds first, …, 2·first − 1
		if t == 2*first-1 {
			from := first - 1
			for range l.lag {
				from /= 2
			}
			l.play = l.leader(l.rows[from:])
		}
	}
}

// leader is the action of the largest noisy sum, ties by one draw.
func (l *slowLeader) leader(rows [][]float64) int {
	best, tied := math.Inf(-1), []int(nil)
	for j := range rows[0] {
		sum := 0.0
		for _, row := range rows {
			sum += row[j]
		}
		switch sum += l.draw(&l.stream); {
		case sum > best:
			best, tied = sum, []int{j}
		case sum == best:
			tied = append(tied, j)
		}
	}
	if len(tied) == 1 {
		return tied[0]
	}
	return tied[l.stream.IntN(len(tied))]
}
