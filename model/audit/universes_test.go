package audit

import (
	"context"
	"math"
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/noise/param"
)

// At the default ε, the plays or reports of every private learner differ with at least 2 of 300
// noises, or there is a reason why not. The pair is the exact audit's, except for learners that
// clip their means or wait.
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
		if d.Privacy == learners.NotPrivate {
			continue
		}
		t.Run(d.ID, func(t *testing.T) {
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
				t.Errorf("the audit's pair: %v, want %v", !want, want)
			}
			switch {
			case why != "" && (differ > 0 || !strings.Contains(shot.Hidden, why)):
				t.Errorf("%d noises differ, and the reason is %q, want %q", differ, shot.Hidden, why)
			case why == "" && (differ < 2 || shot.Hidden != ""):
				t.Errorf("%s: %d of %d noises differ, reason %q", shot.Watched, differ, shot.Samples, shot.Hidden)
			}
		})
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
