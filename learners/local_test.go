package learners_test

import (
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/noise"
	"regretscope/noise/channel"
)

// locals are the learners behind local channels.
func locals() []*learners.Declaration {
	var found []*learners.Declaration
	for _, d := range learners.All() {
		if d.Privacy == learners.Local {
			found = append(found, d)
		}
	}
	return found
}

// behind is a setting in which every arm has the given channel.
func behind(t testing.TB, text string, arms, horizon int) learners.Setting {
	t.Helper()
	c, err := channel.Parse(text, 1)
	if err != nil {
		t.Fatal(err)
	}
	s := learners.Setting{
		Arms: arms, Horizon: horizon, Epsilon: 1, Phases: 2,
		Stream: noise.NewStream(noise.Key(1, noise.Learning)),
	}
	for range arms {
		s.Channels = append(s.Channels, c)
	}
	return s
}

// Each local learner explains every round behind its own channel; windows are
// full once there were enough rounds.
func TestLocalLearnersExplainThemselves(t *testing.T) {
	if len(locals()) < 10 {
		t.Fatalf("only %d local learners", len(locals()))
	}
	for _, d := range locals() {
		t.Run(d.ID, func(t *testing.T) {
			if (d.Family != learners.LocalPrivacy && d.Family != learners.ChangingMeans) || d.Channel == "" || d.Feedback != learners.BanditFeedback {
				t.Errorf("family %v, channel %q, feedback %d", d.Family, d.Channel, d.Feedback)
			}
			l := choose(t, d.ID).Start(behind(t, d.Channel, 3, 1000))
			if _, releases := l.(learners.Releaser); releases {
				t.Error("a local learner has nothing to release")
			}
			for round := 1; round <= 300; round++ {
				play := l.Choose(round)
				checkExplanation(t, d, l.(learners.Explainer).Explain(), round)
				l.Observe(round, []float64{float64(play[0] % 2)})
			}
			if windowed, ok := l.(learners.Windowed); ok {
				total := 0
				for j := range 3 {
					count, _ := windowed.InWindow(j)
					total += count
				}
				if size := windowed.Window(); size > 0 && total != min(size, 300) {
					t.Errorf("%d rounds in a window of %d", total, size)
				}
			}
		})
	}
}

// What is taken back is taken back exactly: after ones alone, the estimate is
// g⁻¹(1), unclipped; where there is no way back, the mean report.
func TestEstimatesAreTakenBack(t *testing.T) {
	cases := []struct {
		learner, channel string
		want             float64
	}{
		{"ts-ldp-b", "rr(0.75,0.75)", 1.5},
		{"ts-ldp-b", "quadratic(1,0)", 1},
		{"ucb-ldp-b", "rr(0.75,0.75)", 1.5},
		{"ucb-ldp-b", "none", 1},
		{"ucb-ldp-l", "laplace", 1},
		{"kl-ucb-cf", "rr(0.25,0.25)", -.5},
		{"sw-klucb-cf", "rr(0.75,0.75)", 1.5},
		{"ts-cf", "rr(0.25,0.25)", -.5},
		{"sw-ts-cf", "rr(0.75,0.75)", 1.5},
		{"glr-klucb-cf", "rr(0.75,0.75)", 1.5},
		{"sw-ucb", "rr(0.75,0.75)", 1.5},
		{"d-ucb", "rr(0.25,0.25)", -.5},
	}
	for _, c := range cases {
		t.Run(c.learner, func(t *testing.T) {
			l := choose(t, c.learner).Start(behind(t, c.channel, 1, 100))
			for round := 1; round <= 20; round++ {
				l.Choose(round)
				l.Observe(round, []float64{1})
			}
			if got := l.(learners.Estimator).Estimate(0); got != c.want {
				t.Errorf("%s behind %s: estimate %v, want %v", c.learner, c.channel, got, c.want)
			}
		})
	}
}

func TestWhatLocalLearnersAccept(t *testing.T) {
	channels := []string{"linear", "quadratic", "exponential", "rr", "rr(0.2,0.1)", "laplace", "none"}
	accepted := map[string]string{ // one letter a channel: y or n
		"ts-ldp-b":     "yyyyyny",
		"ucb-ldp-b":    "yyyyyny",
		"ucb-ldp-l":    "nnnnnyy",
		"sw-klucb-cf":  "ynnyynn",
		"kl-ucb-cf":    "ynnyynn",
		"ts-cf":        "ynnyynn",
		"sw-ts-cf":     "ynnyynn",
		"glr-klucb-cf": "ynnyynn",
		"sw-ucb":       "ynnyyyy",
		"d-ucb":        "ynnyyyy",
	}
	for _, d := range locals() {
		t.Run(d.ID, func(t *testing.T) {
			want, known := accepted[d.ID]
			if !known || d.Accepts == nil {
				t.Errorf("%s: nothing is said of what it accepts", d.ID)
				return
			}
			for i, text := range channels {
				c, err := channel.Parse(text, 1)
				if err != nil {
					t.Fatal(err)
				}
				err = d.Accepts(c)
				if (err == nil) != (want[i] == 'y') {
					t.Errorf("%s behind %s: %v", d.ID, text, err)
				}
				if err != nil && (!strings.HasPrefix(err.Error(), "it") || strings.HasSuffix(err.Error(), ".")) {
					t.Errorf("%s behind %s: %q does not end a sentence", d.ID, text, err)
				}
			}
		})
	}
}
