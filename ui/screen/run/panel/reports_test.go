package panel

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"regretscope/noise/channel"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/kit/uitest"
)

func TestTheWayOfAReward(t *testing.T) {
	state := on(t, "hhmh-1", "rr,p00=0.9,p11=0.6", 200, "ts-ldp-b")
	view := &state.Shot.Learners[0]
	view.Play, view.Rewards, view.Reports = []int{1}, []float64{1}, []float64{0}
	view.Pulls, view.ReportLosses = []int{40, 100, 30, 20, 10}, nil
	for _, pulls := range view.Pulls {
		view.ReportLosses = append(view.ReportLosses, float64(pulls)*view.Channels[0].Epsilon())
	}
	reports := NewReports(uitest.Theme(termenv.Ascii), &watcher{arm: -2})
	// p11 = .6 is the chance of a 1. Of the ratios .6/.1 and .9/.4, the larger one is the cost of
	// a report: ε = ln 6 = 1.7918, and 100 reports cost 179.18.
	uitest.Contains(
		t, text(reports, state, 76, 12),
		"true reward  1 of arm 2", "probability  0.6000 of a 1", "report       ▶ bit 0 is all",
		" ▶ 2       100   1.792   179.18  0.1000  0.6000",
	)
	privacy := NewPrivacy(uitest.Theme(termenv.Ascii))
	uitest.Contains(
		t, text(privacy, state, 76, 12),
		"worst arm       2: k·ε = 100 × 1.792 = 179.18", "this round      arm 2: reward 1 → probability 0.6000 → bit 0",
		"reports         200 so far",
	)
	state.Hidden = true
	for _, p := range []Panel{reports, privacy} {
		got := text(p, state, 76, 12)
		uitest.Contains(t, got, "hidden")
		for _, secret := range []string{"0.6000 of a 1", "reward 1 ", "reward  1 ", "probability 0.6", "1.0000"} {
			if strings.Contains(got, secret) {
				t.Errorf("%q is shown although it is hidden:\n%s", secret, got)
			}
		}
	}
}

// Reports that are not bits have noise instead of a probability.
func TestTheWayOfARewardThroughNoise(t *testing.T) {
	state := on(t, "hhmh-1", "laplace", 200, "ucb-ldp-l")
	view := &state.Shot.Learners[0]
	noise := number.Fixed(view.Reports[0]-view.Rewards[0], 4)
	uitest.Contains(t, text(NewReports(uitest.Theme(termenv.Ascii), &watcher{arm: -2}), state, 76, 12), "noise        "+noise+" added by laplace")
	state.Hidden = true
	uitest.Contains(t, text(NewReports(uitest.Theme(termenv.Ascii), &watcher{arm: -2}), state, 76, 12), "noise        hidden; laplace")
}

// The arms' columns are the true mean of the current phase, the exact mean of the reports, and
// the contents of the window.
func TestColumnsOfLocalPrivacy(t *testing.T) {
	for _, round := range []int{900, 1500} {
		state := on(t, "gaj-tide,length=1000", "", round, "sw-klucb-cf")
		view := &state.Shot.Learners[0]
		mean := map[int]float64{900: .1, 1500: .9}[round] // of arm 2
		rr := param.Must(channel.Parse("rr", 0.5))
		truth := 1 / (1 + math.Exp(.5)) // the chance of a lie
		want := fmt.Sprintf(" %.4f %.4f ", mean, (1-mean)*truth+mean*(1-truth))
		if got := rr.Probability(1); math.Abs(got-(1-truth)) > 1e-12 {
			t.Fatalf("p(1) is %v", got)
		}
		arms := NewArms(uitest.Theme(termenv.Ascii), &watcher{arm: -2})
		lines := strings.Split(text(arms, state, 76, 10), "\n")
		uitest.Contains(t, lines[0], "μ now", "g(μ)", "window")
		uitest.Contains(t, lines[2], want, " "+number.Count(view.Window.Counts[1]))
		state.Hidden = true
		got := text(arms, state, 76, 10)
		for _, secret := range []string{"μ now", "g(μ)", "★", fmt.Sprintf("%.4f ", mean)} {
			if strings.Contains(got, secret) {
				t.Errorf("%q is shown although it is hidden:\n%s", secret, got)
			}
		}
	}
}

func TestVerdicts(t *testing.T) {
	for _, test := range []struct{ ref, id, want string }{
		{"ww-det", "rnm-ftnl,noise=laplace,scale=1", "claim violated: true 2ε is twice claimed ε"},
		{"ww-det", "rnm-ftnl", "claim holds: true ε equals claimed ε"},
		{"chh-synthetic", "dpucb-mat,init=paper", "true 2.33ε is 2.33 times claimed ε"},
		{"hhmh-1", "random", "uses no reward"},
		{"hhmh-1", "ucb1", "claims no privacy"},
		{"hhmh-1", "ts-ldp-b", "true ε per report"},
	} {
		t.Run(test.ref, func(t *testing.T) {
			state := on(t, test.ref, "", 100, test.id)
			privacy := NewPrivacy(uitest.Theme(termenv.Ascii))
			uitest.Contains(t, text(privacy, state, 100, 12), "audit        ", test.want)
		})
	}
	// The second learner has its own verdict.
	state := on(t, "ww-det", "", 100, "rnm-ftnl", "rnm-ftnl,noise=laplace,scale=1")
	privacy := NewPrivacy(uitest.Theme(termenv.Ascii))
	uitest.Contains(t, text(privacy, state, 100, 12), "claim holds")
	state.At, state.Learner = 1, &state.Shot.Learners[1]
	uitest.Contains(t, text(privacy, state, 100, 12), "twice claimed")
}
