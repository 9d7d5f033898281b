package model

import (
	"slices"
	"strings"
	"unicode/utf8"

	"regretscope/learners"
	"regretscope/noise"
	"regretscope/noise/channel"
	"regretscope/noise/declare"
)

// A stage is where one learner is driven by tapes instead of an environment. It
// never changes and may be used from several goroutines.
type stage struct {
	choice  learners.Choice
	setting learners.Setting // all but the stream
	values  declare.Values
	same    bool // all arms have the same channel
}

// newStage prepares learner i of a checked configuration.
func newStage(c *Config, i int) *stage {
	s := &stage{choice: c.Learners[i], setting: c.setting(i)}
	s.values = s.choice.Values(s.setting)
	s.same = true
	for _, ch := range s.setting.Channels {
		s.same = s.same && ch.String() == s.setting.Channels[0].String()
	}
	return s
}

// A performance is one learner on a stage, with the noise of one seed.
type performance struct {
	*stage
	learner  learners.Learner
	seed     uint64
	round    int
	play     []int     // of the newest round
	feedback []float64 // what the learner saw of it
}

// perform starts the learner with the noise of a seed. Round 0 has the given
// rewards, for those who want to see them.
func (s *stage) perform(seed uint64, before []float64) *performance {
	setting := s.setting
	setting.Stream = noise.NewStream(noise.Key(seed, noise.Learning))
	p := &performance{stage: s, learner: s.choice.New(setting, s.values), seed: seed}
	if initialiser, ok := p.learner.(learners.Initialiser); ok && initialiser.Initialises() {
		initialiser.Initialise(before)
	}
	return p
}

// advance plays a round that gives these rewards.
func (p *performance) advance(rewards []float64) {
	p.round++
	play := p.learner.Choose(p.round)
	p.play = append(p.play[:0], play...)
	if p.choice.Feedback == learners.FullFeedback {
		p.feedback = append(p.feedback[:0], rewards...)
	} else {
		p.feedback = p.feedback[:0]
		for _, j := range play {
			p.feedback = append(p.feedback, p.report(j, rewards[j]))
		}
	}
	p.learner.Observe(p.round, p.feedback)
}

// report is what the learner sees of an arm's reward in the present round.
func (p *performance) report(j int, reward float64) float64 {
	if p.setting.Channels == nil {
		return reward
	}
	coin := noise.At(noise.Key(p.seed, noise.Privatisation, uint64(j)), p.round)
	return p.setting.Channels[j].Report(reward, &coin)
}

// A probe is two neighbouring tapes and what is observed on them: the plays of
// some rounds or, where privacy is local, what was reported in the round that
// differs. Whoever observes less can only tell less, so a bound on what a probe
// tells is one on everything.
type probe struct {
	Neighbours
	from, to int  // the rounds whose plays are observed, both included
	report   bool // instead, the report of Neighbours.Round
}

// rounds is how many have to be played.
func (p *probe) rounds() int {
	if p.report {
		return p.Round
	}
	return p.to
}

// observe plays one side with the noise of a seed and returns the transcript.
func (s *stage) observe(p *probe, side int, seed uint64) string {
	show := s.perform(seed, p.At(side, 0))
	var seen []byte
	for t := 1; t <= p.rounds(); t++ {
		show.advance(p.At(side, t))
		if !p.report && t >= p.from {
			seen = show.appendPlay(seen)
		}
	}
	if p.report {
		seen = show.appendReport(seen)
	}
	return string(seen)
}

// The letters of a transcript. A play is its arms, each as a character from
// firstArm on, and an end; a report is its arm, unless all arms have the same
// channel, and the report's place.
const (
	firstArm = '0'
	endPlay  = ' '
)

func (p *performance) appendPlay(seen []byte) []byte {
	arms := p.play
	if !slices.IsSorted(arms) {
		arms = slices.Sorted(slices.Values(arms)) // a basis is a set
	}
	for _, j := range arms {
		seen = utf8.AppendRune(seen, rune(firstArm+j))
	}
	return append(seen, endPlay)
}

// A place is where a report lies: real numbers are told apart only as far as
// their densities' ratio changes.
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

func (p *performance) appendReport(seen []byte) []byte {
	j := p.play[0]
	if !p.same {
		seen = utf8.AppendRune(seen, rune(firstArm+j))
	}
	return append(seen, byte(placeOf(p.feedback[0], p.setting.Channels[j])))
}

// plays reads the plays of a transcript, arms from 0.
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
