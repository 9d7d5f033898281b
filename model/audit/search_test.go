package audit

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/noise/channel"
	mechanism "regretscope/noise/dpaudit"
	"regretscope/noise/param"
)

// searching returns a replay of a learner with the given arms and horizon.
func searching(t *testing.T, choice string, arms, horizon int) *replay {
	t.Helper()
	r := newReplay(auditOf(t, parseSpec(choice), 1, 100, .9).Config, 0)
	if r.Setting.Matroid == nil {
		r.Setting.Arms = arms
	}
	r.Setting.Horizon = horizon
	return r
}

// Candidates are neighbors on [0,1], seen within the horizon and up to its last round.
func TestCandidates(t *testing.T) {
	for _, choice := range []string{"dp-se", "rnm-ftnl", "dp-ucb-tree"} {
		last := 0
		for horizon := 1; horizon < 12; horizon++ {
			r := searching(t, choice, 3, horizon)
			for _, c := range r.candidates() {
				if c.rounds() > horizon || c.from > c.to || c.from < c.Round || c.Round < 0 {
					t.Errorf("%s, T = %d: round %d is replaced, and %d to %d are observed", choice, horizon, c.Round, c.from, c.to)
				}
				for j := range c.Before {
					if other := c.Others[0].Rewards[j]; c.Before[j]+c.After[j] != 1 || c.Before[j] != 0 && c.After[j] != 0 || other < 0 || other > 1 {
						t.Errorf("%s: %v is replaced by %v among %v", choice, c.Before, c.After, c.Others[0].Rewards)
					}
				}
				last = max(last, c.to)
			}
			if (horizon == 2 || horizon == 5) && last != horizon {
				t.Errorf("%s, T = %d: nothing is observed after round %d", choice, horizon, last)
			}
		}
	}
}

// The search of bandits uses their first pulls and the first play that depends on all of them.
func TestRoundsAndSpansOfBandits(t *testing.T) {
	for arms, want := range map[int][]int{1: {1}, 2: {1, 2, 3}, 5: {1, 5, 6}} {
		if got := searching(t, "dp-se", arms, 100).rounds(); !slices.Equal(got, want) {
			t.Errorf("K = %d: rounds %v are replaced, want %v", arms, got, want)
		}
	}
	for replaced, want := range map[int][][2]int{
		1: {{2, 2}, {2, 5}, {1, 2}, {6, 6}, {6, 9}}, 4: {{5, 5}, {5, 8}, {4, 5}, {6, 6}, {6, 9}}, 5: {{6, 6}, {6, 9}, {5, 6}},
	} {
		if got := searching(t, "dp-se", 5, 100).spans(replaced); !slices.Equal(got, want) {
			t.Errorf("round %d replaced: %v are observed, want %v", replaced, got, want)
		}
	}
}

// The pick of an epoch is observed in the next round: in the most visible epoch, or the longest
// that fits in the horizon.
func TestLeadersAreObservedWithinTheHorizon(t *testing.T) {
	o := mechanism.Options{Runs: 40_000, Confidence: .99}
	for _, horizon := range []int{1, 2, 3, 4, 5, 6, 7, 8, 14, 15, 16, 29, 30, 31, 32, 61, 62, 63, 64, 70} {
		r := searching(t, "rnm-ftnl,noise=laplace", 4, horizon)
		leader := r.Learner(0).(learners.NoisyLeader)
		d := r.leaderDistinguisher(leader, o)
		longest := mechanism.MostVisible(leader.Mechanism(), 4, o)
		if d.from != d.to || d.to > max(2, horizon) || d.to < 2*longest.Epoch && 2*d.to <= horizon {
			t.Errorf("T = %d: the play of rounds %d to %d is observed, the most visible epoch has %d", horizon, d.from, d.to, longest.Epoch)
		}
	}
}

func TestClassesOfReports(t *testing.T) {
	for text, classes := range map[string]map[float64]reportClass{
		"laplace": {-1: low, 0: low, .5: middle, 1: high, 2: high},
		"rr":      {0: zero, 1: one},
	} {
		c := param.Must(channel.Parse(text, 1))
		for report, want := range classes {
			if got := classOf(report, c); got != want {
				t.Errorf("%s: %v is %s, want %s", text, report, classNames[got], classNames[want])
			}
		}
	}
}

// At the default ε, the plays or reports of every private learner differ with at least 2 of 300 noises, or there is a
// reason why not. The pair is the exact audit's, except for learners that clip their means or wait.
func TestTwinsOfPrivateLearnersShowSomething(t *testing.T) {
	notForRaces(t)
	const epsilon, noises = .5, 300
	hidden := map[string]string{"dp-se": "after round 11,210"}
	// Whether it is the audit's pair; learners that are not listed may have any.
	audits := map[string]bool{}
	for _, id := range strings.Fields("adac-ucb adap-ucb anytime-lazy-ucb dp-imed dp-se rnm-ftnl dpts-mat ts-ldp-b ucb-ldp-b ucb-ldp-l " +
		"d-ucb glr-klucb-cf kl-ucb-cf sw-klucb-cf sw-ts-cf sw-ucb ts-cf random") {
		audits[id] = true
	}
	for _, id := range strings.Fields("adap-klucb dp-klucb dp-ucb-tree lazy-dp-ts ts-gaussian ftnl dpucb-mat") {
		audits[id] = false
	}
	for _, d := range learners.All() {
		if d.Privacy == learners.NotPrivate || effort == 1 && d.ID == "lazy-dp-ts" { // which takes as long as all others
			continue
		}
		w := twin(t, learners.Spec{Declaration: d}, epsilon)
		for n := 0; n < noises && w.shown.Samples-w.shown.Agreed < 2; n += 20 {
			w.Sample(20)
		}
		shot := w.Snapshot()
		differ := shot.Samples - shot.Agreed
		why := hidden[d.ID]
		if d.Privacy == learners.DataFree {
			why = "uses no rewards"
		}
		if want, listed := audits[d.ID]; listed && shot.Verdict.Pair.Same(&shot.Sequences) != want {
			t.Errorf("%s: the audit's pair: %v, want %v", d.ID, !want, want)
		}
		switch {
		case why != "" && (differ > 0 || !strings.Contains(shot.Hidden, why)):
			t.Errorf("%s: %d noises differ, and the reason is %q, want %q", d.ID, differ, shot.Hidden, why)
		case why == "" && (differ < 2 || shot.Hidden != ""):
			t.Errorf("%s: %s: %d of %d noises differ, reason %q; a learner of which this is true stands in hidden",
				d.ID, shot.Watched, differ, shot.Samples, shot.Hidden)
		}
	}
}

// If the horizon ends before the learner decides, that is the reason.
func TestTwinsOfShortHorizons(t *testing.T) {
	c := auditOf(t, parseSpec("dp-se"), .5, 100, .9).Config
	c.Horizon = 2000
	w := param.Must(NewTwin(context.Background(), c, 0, false, func(int) {}))
	// R = ⌈128 ln(8·5·2000) + 1⌉ of each of 5 arms.
	round := 5 * int(math.Ceil(128*math.Log(80_000)+1))
	want := "DP-SE plays the same with any noise: its first decision comes after round 7,235, and the horizon ends with round 2,000."
	if got := w.Snapshot().Hidden; got != want || round != 7235 {
		t.Errorf("%d: %s", round, got)
	}
}

// A long search is made once. Another ε is another search.
func TestLongSearchesAreMadeOnce(t *testing.T) {
	var first TwinShot
	for i, epsilon := range []float64{.7, .7, .8} {
		noises := 0
		config := auditOf(t, parseSpec("lazy-dp-ts"), epsilon, 100, .9).Config
		w := param.Must(NewTwin(t.Context(), config, 0, true, func(n int) { noises = n }))
		shot := w.Snapshot()
		if (noises > 0) != (i != 1) || !shot.Guess {
			t.Errorf("search %d tries %d noises, guess %v", i+1, noises, shot.Guess)
		}
		switch {
		case i == 0:
			first = *shot
		case i == 1 && (!shot.Sequences.Same(&first.Sequences) || shot.Watched != first.Watched || shot.Hidden != first.Hidden):
			t.Errorf("first %+v, then %+v", first, shot)
		}
	}
}
