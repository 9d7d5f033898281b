package learners_test

import (
	"math"
	"testing"

	"regretscope/learners"
	"regretscope/noise/channel"
	"regretscope/noise/param"
	"regretscope/scenarios"
)

// fourOthers replace fourMixed: the arms' channels go up instead of down, and down instead of up.
var fourOthers = []matrix{{.3, .25}, {.9, .8}, {.8, .85}, {.85, .6}}

// changing is one policy before a round, and another from it on.
func changing(before, from policy, round int) policy {
	return func(history []observation) []float64 {
		if len(history)+1 < round {
			return before(history)
		}
		return from(history)
	}
}

// From a change of the channels on, learners take all reports that they count back through the
// present channels, and renew B. Learners that are not told, or too late, must be rejected.
func TestLearnersFollowTheirChannels(t *testing.T) {
	const changed, rounds = 201, 500
	all := math.MaxInt
	cases := map[string]func([]matrix) policy{
		"sw-klucb-cf,w=90": func(m []matrix) policy { return swKLUCBPolicy(m, 90, 1) },
		"sw-klucb-cf,w=9":  func(m []matrix) policy { return swKLUCBPolicy(m, 9, 1) },
		"kl-ucb-cf":        func(m []matrix) policy { return swKLUCBPolicy(m, all, 1) },
		"sw-ucb,w=70":      func(m []matrix) policy { return swUCBPolicy(m, 70, .6) },
		"d-ucb,gamma=0.95": func(m []matrix) policy { return dUCBPolicy(m, .95, .6) },
	}
	for learner, policyOf := range cases {
		s := bernoulliArms(fourMeans...)
		s.Kind = scenarios.Changing
		s.Phases = append(s.Phases, s.Phases[0])
		s.Phases[1].From = changed
		for phase, matrices := range [][]matrix{fourMixed, fourOthers} {
			s.Phases[phase].Channels = param.Map(matrices, matrix.String)
		}
		c := &policyCase{
			learner: learner, oracle: changing(policyOf(fourMixed), policyOf(fourOthers), changed), wrong: policies{
				"not told":  policyOf(fourMixed),
				"too early": changing(policyOf(fourMixed), policyOf(fourOthers), changed-50),
			},
		}
		c.each(t, func(t *testing.T, p policy, accept bool) {
			follow(t, configure(t, s, learner, 1, rounds), p, 3, 5.5, accept)
		})
	}
}

// Without the renewed B, SW-UCB and D-UCB play differently.
func TestBoundsOnReportsAreRenewed(t *testing.T) {
	narrow, wide := param.Must(channel.Parse("rr(1,1)", 1)), param.Must(channel.Parse("rr(0.6,0.6)", 1))
	for _, learner := range []string{"sw-ucb,w=50", "d-ucb,gamma=0.9"} {
		setting := behind("rr(1,1)", 2, 100)
		l := choose(learner).Start(setting)
		widths := map[channel.Channel]float64{}
		for round := 1; round <= 20; round++ {
			now := narrow
			if round > 10 {
				now = wide
				l.(learners.Corrector).Through([]channel.Channel{now, now})
			}
			play := l.Choose(round)[0]
			if round == 10 || round == 20 {
				e := l.(learners.Explainer).Explain()
				own, _ := e.Term(&e.Arms[play], learners.Confidence)
				count := e.Arms[play].Values[0]
				widths[now] = own * math.Sqrt(count) // B times what depends on the round alone
			}
			l.Observe(round, []float64{1})
		}
		// B goes from 1 to 1/.2 = 5, while the logarithm grows by less than a half.
		if ratio := widths[wide] / widths[narrow]; ratio < 5 || ratio > 7.5 {
			t.Errorf("%s: widths grow %v times", learner, ratio)
		}
	}
}

// Samples are taken back through the present channel, and their posterior counts all bits of the window.
func TestSamplesFollowTheirChannels(t *testing.T) {
	for _, learner := range []string{"ts-cf", "sw-ts-cf,w=30"} {
		setting := behind("rr(0.8,0.7)", 3, 200)
		others := sameChannel("rr(0.1,0.3)", 3)
		l := choose(learner).Start(setting)
		for round := 1; round <= 60; round++ {
			now := setting.Channels
			if round > 40 {
				l.(learners.Corrector).Through(others)
				now = others
			}
			arm := l.Choose(round)[0]
			e := l.(learners.Explainer).Explain()
			for i := range e.Arms {
				sample, _ := e.Term(&e.Arms[i], learners.Sample)
				if got, want := e.Arms[i].Score(), now[0].Inverse(sample); got != want || got > e.Arms[arm].Score() {
					t.Fatalf("%s, round %d: score %v, want %v; arm %d has %v", learner, round, got, want, arm, e.Arms[arm].Score())
				}
			}
			l.Observe(round, []float64{float64(round % 2)})
		}
	}
}

// firstEstimate returns a learner's estimate of arm 1.
func firstEstimate(l learners.Learner) float64 { return l.(learners.Estimator).Estimate(0) }

// Estimates are taken back through the present channel; those of a clone stay.
func TestEstimatesFollowTheirChannels(t *testing.T) {
	game := &learners.Game{}
	for range 20 {
		game.Pull(0)
	}
	specs := []learners.Spec{learners.You(game, true)}
	for _, id := range []string{"sw-klucb-cf", "kl-ucb-cf", "glr-klucb-cf", "ts-cf", "sw-ts-cf", "sw-ucb", "d-ucb"} {
		specs = append(specs, choose(id))
	}
	for _, spec := range specs {
		l := spec.Start(behind("rr(0.75,0.75)", 1, 100))
		for round := 1; round <= 20; round++ {
			l.Choose(round)
			l.Observe(round, []float64{1})
		}
		before := l.Clone()
		l.(learners.Corrector).Through(sameChannel("rr(0.25,0.25)", 1))
		if firstEstimate(l) != -.5 || firstEstimate(l.Clone()) != -.5 || firstEstimate(before) != 1.5 {
			t.Errorf("%s: estimates %v, and %v before; want −0.5 and 1.5", spec.ID, firstEstimate(l), firstEstimate(before))
		}
	}
}

// Every learner that takes reports back can be told of other channels; those that compare reports as
// they are cannot.
func TestWhichLearnersFollowTheirChannels(t *testing.T) {
	for _, d := range learners.All() {
		if d.Privacy != learners.Local {
			continue
		}
		l := learners.Spec{Declaration: d}.Start(behind(d.Channel, 2, 100))
		if _, follows := l.(learners.Corrector); follows == d.TrustsReports {
			t.Errorf("%s: can be told of other channels: %v, compares reports as they are: %v", d.ID, follows, d.TrustsReports)
		}
	}
}
