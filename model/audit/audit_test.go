package audit

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/trials"
	"regretscope/noise/param"
	"regretscope/scenarios"
)

func auditOf(t testing.TB, spec learners.Spec, epsilon float64, runs int, confidence float64) *Audit {
	t.Helper()
	s := param.Must(model.AuditScenario(spec.Declaration))
	c := &model.Config{Scenario: s, Learners: []learners.Spec{spec}, Horizon: s.Horizon, Epsilon: epsilon, Seed: 1}
	return &Audit{Config: c, Runs: runs, Confidence: confidence}
}

// notForRaces skips a test of numbers under -short, which the race detector uses: others start the same goroutines.
func notForRaces(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("tests no goroutines")
	}
}

func parseSpec(text string) learners.Spec { return param.Must(learners.ParseSpec(text)) }

func find(a *Audit) *Finding {
	return param.Must(a.Run(context.Background(), nil))
}

// louder secretly scales the learner's noise by 1/factor; everything else uses the given ε.
func louder(d *learners.Declaration, factor float64) learners.Spec {
	forged := *d
	forged.New = func(s learners.Setting, v param.Values) learners.Learner {
		s.Epsilon *= factor
		return d.New(s, v)
	}
	return learners.Spec{Declaration: &forged}
}

// Honest learners pass with a false-alarm rate of 10⁻⁵ each. Learners that lose more than they
// claim are refuted at the same confidence.
func TestStatisticalAudits(t *testing.T) {
	notForRaces(t)
	cases := []struct {
		choice  string
		epsilon float64
		runs    int
		refuted bool
	}{
		{"rnm-ftnl,noise=laplace,scale=1", 1, 10_000, true},
		{"rnm-ftnl,noise=laplace,scale=1", .5, 10_000, true},
		{"rnm-ftnl,noise=laplace,scale=2", 1, 2500, false},
		{"rnm-ftnl,noise=exponential,scale=1", 1, 6000, true},
		{"rnm-ftnl,noise=exponential,scale=2", 1, 2500, false},
		{"rnm-ftnl,noise=gumbel,scale=1", 1, 6000, true},
		{"rnm-ftnl,noise=gumbel,scale=2,resample=1", 1, 2500, false},
		{"ftnl", 1, 2500, false},
		{"anytime-lazy-ucb", 1, 2000, false},
		{"lazy-ucb-sum", 1, 2000, false},
		{"lazy-ucb-shuffle", 1, 2000, false},
		{"lazy-ucb-shuffle,bits=1", 1, 6000, true},
		{"dp-imed", 1, 2000, false},
		{"dpucb-mat", 2, 500, false},
		{"random", 1, 1000, false},
	}
	for _, c := range cases {
		f := find(auditOf(t, parseSpec(c.choice), c.epsilon, c.runs*effort, 1-1e-5))
		if f.Refuted() != c.refuted || c.refuted != f.Broken() {
			t.Errorf("%s at ε = %v: at least %.3f, claimed %v, true %v: refuted %v, want %v",
				c.choice, c.epsilon, f.Lower, f.Claimed, f.Exact.Epsilon, f.Refuted(), c.refuted)
		}
		if f.Lower > f.Exact.Epsilon {
			t.Errorf("%s: at least %v, but the true ε is %v", c.choice, f.Lower, f.Exact.Epsilon)
		}
	}
}

// Learners without noise, or with slightly too little, behind an unchanged declaration.
func TestForgeriesAreCaught(t *testing.T) {
	notForRaces(t)
	cases := []struct {
		id     string
		factor float64 // by which the noise is too small
		runs   int
	}{
		{"rnm-ftnl", math.Inf(1), 1000},
		{"ftnl", math.Inf(1), 1000},
		{"anytime-lazy-ucb", math.Inf(1), 1000},
		{"adap-klucb", math.Inf(1), 1000},
		{"dp-imed", math.Inf(1), 1000},
		{"dpucb-mat", math.Inf(1), 1000},
		{"rnm-ftnl", 1.5, 20_000},
		{"adap-ucb", 2, 10_000},
	}
	for _, c := range cases {
		d := param.Must(learners.Find(c.id))
		f := find(auditOf(t, louder(d, c.factor), 1, c.runs, 1-1e-5))
		if !f.Refuted() {
			t.Errorf("%s with noise %v times too small: at least %.3f, which its claim allows (%s)", c.id, c.factor, f.Lower, f.Tests[0].Event)
		}
	}
}

// A bandit behind a channel, for audits of reports.
func reporter(channel string) learners.Spec {
	return learners.Spec{Declaration: &learners.Declaration{
		ID:        "reporter",
		Listing:   learners.Listing{Name: "Reporter"},
		Guarantee: learners.Guarantee{Privacy: learners.Local},
		Feedback:  learners.BanditFeedback,
		Channel:   channel,
		New: func(s learners.Setting, _ param.Values) learners.Learner {
			return parseSpec("ucb1").Start(s)
		},
	}}
}

// A report at ε = 1 passes at a confidence that is wrong once in 100,000 seeds;
// one at 1.05 does not pass for 1, nor one behind a costlier channel of one arm.
func TestReportsAreAudited(t *testing.T) {
	notForRaces(t)
	for channel, most := range map[string]float64{"linear(1)": 1, "rr(0.2,0.1)": math.Log(8), "laplace(1.1)": 1.1} {
		f := find(auditOf(t, reporter(channel), 1, 60_000, 1-1e-5))
		if f.Lower > most || f.Lower < .9*most || f.Observed != "reports" || f.Rounds != 1 {
			t.Errorf("%s: at least %.4f, want a little below %.4f", channel, f.Lower, most)
		}
		if (f.Lower > 1) != (most > 1) {
			t.Errorf("%s: at least %.4f, the true ε is %.4f", channel, f.Lower, most)
		}
		if math.Abs(f.Exact.Epsilon-most) > 1e-12 || f.Claimed != 1 || f.Broken() != (most > 1) {
			t.Errorf("%s: exact %v, claimed %v", channel, f.Exact.Epsilon, f.Claimed)
		}
	}
	open := find(auditOf(t, reporter("none"), 1, 5000, .99))
	if !math.IsNaN(open.Claimed) || !math.IsInf(open.Exact.Epsilon, 1) || open.Lower < 5 {
		t.Errorf("without a channel: claimed %v, true %v, at least %v", open.Claimed, open.Exact.Epsilon, open.Lower)
	}
	// Channels by arm: the costliest is the third arm's, whose first pull is in round 3.
	a := auditOf(t, reporter("linear"), 1, 8000, .99)
	s := *a.Config.Scenario
	s.Channels = []string{"linear(0.1)", "linear(0.1)", "linear(2)", "linear(0.1)", "linear(0.1)"}
	a.Config.Scenario = &s
	if f := find(a); f.Exact.Epsilon != 2 || f.Lower < 1.8 || f.Lower > 2 || f.Sequences.Round != 3 || !strings.Contains(f.Tests[0].Event, "from arm 3") {
		t.Errorf("true %v, at least %v from %s in round %d", f.Exact.Epsilon, f.Lower, f.Tests[0].Event, f.Sequences.Round)
	}
}

func TestAuditProgressAndCancellation(t *testing.T) {
	a := auditOf(t, parseSpec("anytime-lazy-ucb"), 1, 3000, .99)
	var last trials.Progress
	if _, err := a.Run(context.Background(), func(p trials.Progress) {
		if p.Done <= last.Done || p.Total != 6000 {
			t.Errorf("%+v after %+v", p, last)
		}
		last = p
	}); err != nil || last.Done != 6000 {
		t.Errorf("ended at %+v, %v", last, err)
	}
	a.Runs = MaxRuns
	ctx, cancel := context.WithCancel(context.Background())
	f, err := a.Run(ctx, func(trials.Progress) { cancel() })
	if f != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("a canceled audit returned %v, %v", f, err)
	}
	if _, err := a.Run(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("the search went on: %v", err)
	}
}

func TestAuditRefusals(t *testing.T) {
	for want, change := range map[string]func(*Audit){
		"confidence 0:": func(a *Audit) { a.Confidence = 0 },
		"learner 1":     func(a *Audit) { a.Learner = 1 },
		"horizon":       func(a *Audit) { a.Config.Horizon = 0 },
	} {
		a := auditOf(t, parseSpec("rnm-ftnl"), 1, 100, .9)
		change(a)
		if err := a.Check(); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
	if err := auditOf(t, parseSpec("rnm-ftnl"), 1, 8, .9).Check(); err != nil {
		t.Errorf("8 runs: %v", err)
	}
}

// No audit plays beyond the horizon or proves more than the exact loss up to it, however short it is.
func TestAuditsEndWithTheHorizon(t *testing.T) {
	notForRaces(t)
	for _, d := range learners.All() {
		if d.Privacy == learners.NotPrivate {
			continue
		}
		for _, horizon := range []int{1, 2, 6} {
			if horizon > 2 && d.Feedback == learners.SemiBanditFeedback {
				continue // the search takes long, and bases are played from round 1 on
			}
			a := auditOf(t, learners.Spec{Declaration: d}, 1, 40, 1-1e-6)
			a.Config.Horizon = horizon
			f := find(a)
			if f.Rounds > horizon && f.Rounds > 2 || f.Lower > f.Exact.Within {
				t.Errorf("%s, T = %d: %d rounds, at least %v of %v", d.ID, horizon, f.Rounds, f.Lower, f.Exact.Within)
			}
		}
	}
}

// Only learners that see weights before round 1 can reveal round 0, so only they are searched there.
func TestRoundZeroIsSearchedOnlyWhereItIsSeen(t *testing.T) {
	for choice, want := range map[string]bool{
		"dpucb-mat,init=paper": true, "omm,init=paper": true,
		"dpucb-mat": false, "dpts-mat": false, "omm": false, "cts": false, "cts,prior=beta": false,
	} {
		scenario := param.Must(scenarios.Open("chh-synthetic", ""))
		s := newReplay(&model.Config{Scenario: scenario, Learners: []learners.Spec{parseSpec(choice)}, Horizon: 100, Epsilon: 1}, 0)
		if got := slices.Contains(s.rounds(), 0); got != want {
			t.Errorf("%s: round 0 searched %v, want %v", choice, got, want)
		}
	}
}

// A counted learner says when a round begins.
type counted struct {
	learners.Learner
	begins func()
}

func (l counted) Choose(t int) []int {
	l.begins()
	return l.Learner.Choose(t)
}

// A canceled audit ends after a few rounds of each of its two workers, whatever a round costs.
func TestCancellationComesSoonWhereRoundsAreDear(t *testing.T) {
	d := param.Must(learners.Find("anytime-lazy-ucb"))
	const before, few = 5, 4
	ctx, cancel := context.WithCancel(context.Background())
	var rounds atomic.Int64
	forged := *d
	forged.New = func(s learners.Setting, v param.Values) learners.Learner {
		return counted{d.New(s, v), func() {
			if rounds.Add(1) == before {
				cancel()
			}
		}}
	}
	a := auditOf(t, learners.Spec{Declaration: &forged}, 1, 1000, .9)
	a.Workers = 2
	_, err := a.Run(ctx, nil)
	if after := rounds.Load() - before; !errors.Is(err, context.Canceled) || after < 0 || after > few {
		t.Errorf("%v, %d rounds after it was canceled", err, after)
	}
}
