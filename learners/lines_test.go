package learners_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/scenarios"
)

// roundLines are, by learner, the kinds of rounds that it has: the lines of its
// pseudo-code that choose the play, and behind > those that make a release. They are read
// off the papers' pseudo-code, not off the learners.
var roundLines = map[string][]string{
	"ucb1": {"1", "3 4"}, "kl-ucb": {"1", "4 5"}, "thompson": {"4 5"}, "optimal": {"1"}, "random": {"1"},
	"adap-ucb": doublings, "adap-klucb": doublings, "adac-ucb": doublings, "dp-klucb": growing, "dp-imed": growing,
	"anytime-lazy-ucb": {"2>2", "4", "4>6 7"},
	"lazy-dp-ts":       {"2>2", "4 5", "4 5>7 8"},
	"dp-se":            {"5", "5>5 6 7", "8"},
	"dp-ts-ucb":        {"2", "4 5 6", "4 5 6>4"},
	"dp-ucb-tree":      {"1>5", "3 4>5"},
	"ts-gaussian":      {"3 4", "3 4>3"}, // before the first reward, a draw reveals no reward
	"m-ts-gaussian":    {"1", "3 4>3"},
	"ftl":              {"2"}, "hedge": {"2 3"},
	"ftnl": {"3 7>16", "7", "7>16"}, "rnm-ftnl": {"3 7>16", "7", "7>16"},
	"cts": {"1", "3 5"}, "cts,prior=beta": {"4 5"},
	"omm": {"1", "3 4"}, "kl-osm": {"1", "3 4 5"},
	"cucb-dp":              {"2>7", "4 5 6>7"},
	"dpucb-mat":            {"2>2", "5 7 8", "5 7 8>10 12 13"},
	"dpts-mat":             {"2>2", "5 6 8 9", "5 6 8 9>11 13 14"},
	"dpucb-mat,init=paper": {"5 7 8", "5 7 8>10 12 13"},
	"dpts-mat,init=paper":  {"5 6 8 9", "5 6 8 9>11 13 14"},
	"ucb-ldp-b":            {"1", "3 4"}, "ts-ldp-b": {"3 4"}, "ucb-ldp-l": {"2", "3 4"},
	"kl-ucb-cf": {"1", "3 4"}, "sw-klucb-cf": {"1", "3 4"}, "sw-ucb": {"1", "3 4"}, "d-ucb": {"1", "3 4"},
	"glr-klucb-cf": {"3", "4 5"}, "ts-cf": {"2 3"}, "sw-ts-cf": {"2 3"},
}

// doublings pull each arm once, and then choose an arm for a whole batch.
var doublings = []string{"1>1", "3", "3>5", "4", "4>5"}

// growing are doublings whose batches have two pulls at least.
var growing = []string{"1>1", "3", "4", "4>5"}

// Every kind of round names its lines, and no other.
func TestEveryRoundNamesItsLines(t *testing.T) {
	for _, d := range learners.All() {
		if roundLines[d.ID] == nil {
			t.Errorf("%s: roundLines has no entry", d.ID)
		}
	}
	played := []*scenarios.Scenario{
		preset("hhmh-1"), preset("ww-det,K=5,losses=even"), preset("chh-synthetic"), bernoulliArms(.99, .01),
	}
	for learner, want := range roundLines {
		t.Run(learner, func(t *testing.T) {
			t.Parallel()
			seen := map[string]bool{}
			for _, s := range played {
				c := &model.Config{Scenario: s, Learners: []learners.Spec{choose(learner)}, Horizon: 500, Epsilon: 4}
				if learner == "dp-se" {
					c.Horizon = 3500 // until one arm is left
				}
				if c.Check() != nil {
					continue
				}
				for run := model.NewSession(c); !run.Done(); {
					run.Advance(1)
					l := run.Snapshot().Learners[0]
					kind := strings.Trim(fmt.Sprint(l.Explanation.Lines), "[]")
					if l.Released {
						kind += ">" + strings.Trim(fmt.Sprint(l.Spec.Releasing(l.Explanation.Lines)), "[]")
					}
					seen[kind] = true
				}
			}
			if got := slices.Sorted(maps.Keys(seen)); !slices.Equal(got, want) {
				t.Errorf("rounds are of the kinds %q, want %q", got, want)
			}
		})
	}
}
