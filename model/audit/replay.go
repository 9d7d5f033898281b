package audit

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"regretscope/model"
	"regretscope/noise/channel"
)

// A replay runs one learner on given reward sequences. It never changes and is safe for
// concurrent use.
type replay struct {
	*model.Starter
	runsAtATime int    // runs of a program to play at a time
	tried       func() // nil, or called for each noise with which neighbors were tried
	guess       bool   // take the first later neighbors with any difference
}

// newReplay prepares learner i of a checked configuration.
func newReplay(c *model.Config, i int) *replay { return &replay{Starter: c.Starter(i)} }

// start starts the run on one side of a distinguisher, with the noise of a seed.
func (r *replay) start(p *distinguisher, side int, seed uint64) *model.Run {
	return r.Replay(seed, func(t int) []float64 { return p.At(side, t) })
}

// A distinguisher is two neighboring reward sequences and what is observed on them: the plays
// of some rounds or, with local privacy, the report of the round that differs. Observing less
// reveals less, so its lower bound holds for everything that the learner shows.
type distinguisher struct {
	model.Neighbors
	from, to int  // the observed rounds, both included
	report   bool // observe the report of Neighbors.Round in place of plays
	// For programs:
	also    [][2]int // earlier rounds to observe too
	counted int      // observe only how often this arm, from 1, is played; 0: the plays
}

func (p *distinguisher) rounds() int {
	if p.report {
		return p.Round
	}
	return p.to
}

// see returns the transcript of plays, of which the first is that of a round.
func (p *distinguisher) see(plays []string, first int) string {
	seen := plays[p.from-first : p.to-first+1]
	if p.counted > 0 {
		n, arm := 0, string(appendPlay(nil, []int{p.counted - 1}))
		for _, play := range seen {
			if strings.Contains(play, arm[:len(arm)-1]) {
				n++
			}
		}
		return string(rune(firstArm + n))
	}
	var all strings.Builder
	for _, span := range p.also {
		all.WriteString(strings.Join(plays[span[0]-first:span[1]-first+1], ""))
	}
	all.WriteString(strings.Join(seen, ""))
	return all.String()
}

// observe plays one side with the noise of a seed and returns the transcript. If ctx ends, it
// stops after the current round, and the result means nothing.
func (r *replay) observe(ctx context.Context, p *distinguisher, side int, seed uint64) string {
	run := r.start(p, side, seed)
	var seen []byte
	for t := 1; t <= p.rounds() && ctx.Err() == nil; t++ {
		run.Advance(1)
		if !p.report && t >= p.from {
			seen = appendPlay(seen, run.Play())
		}
	}
	if p.report && ctx.Err() == nil {
		seen = r.appendReport(seen, run, p.Round)
	}
	return string(seen)
}

// The letters of a transcript. A play is its arms, each a character from firstArm on, followed
// by endPlay. A report is its arm, unless all arms have the same channel, followed by its
// place.
const (
	firstArm = '0'
	endPlay  = ' '
)

func appendPlay(seen []byte, arms []int) []byte {
	if !slices.IsSorted(arms) {
		arms = slices.Sorted(slices.Values(arms)) // a basis is a set
	}
	for _, j := range arms {
		seen = utf8.AppendRune(seen, rune(firstArm+j))
	}
	return append(seen, endPlay)
}

// A place is a class of reports. Real numbers are classed only as far as the ratio of their
// densities changes.
type place byte

const (
	zero   place = 'a' + iota // the bit 0
	one                       // the bit 1
	low                       // a real number of at most 0
	middle                    // between 0 and 1
	high                      // of at least 1
)

var placeNames = map[place]string{zero: "0", one: "1", low: "at most 0", middle: "between 0 and 1", high: "at least 1"}

func placeOf(report float64, c channel.Channel) place {
	switch {
	case c.Bits() && report == 0:
		return zero
	case c.Bits():
		return one
	case report <= 0:
		return low
	case report < 1:
		return middle
	default:
		return high
	}
}

// appendReport appends the report of round t, the run's newest.
func (r *replay) appendReport(seen []byte, run *model.Run, t int) []byte {
	j, channels := run.Play()[0], r.Setting.Channels
	if !channel.Alike(channels) {
		seen = utf8.AppendRune(seen, rune(firstArm+j))
	}
	return append(seen, byte(placeOf(run.Report(0), channels[j])))
}

// plays returns the plays of a transcript, with arms from 0.
func plays(transcript string) [][]int {
	var all [][]int
	for text := range strings.SplitSeq(strings.TrimSuffix(transcript, string(endPlay)), string(endPlay)) {
		var play []int
		for _, letter := range text {
			play = append(play, int(letter-firstArm))
		}
		all = append(all, play)
	}
	return all
}
