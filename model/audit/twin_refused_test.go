package audit

import (
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/program"
	"regretscope/scenarios"
)

// What no seed repeats, or only a process of its own, has no twin universes, and says so.
func TestTwinsAreRefused(t *testing.T) {
	typed, err := learners.ParseTyped("./mine.py")
	if err != nil {
		t.Fatal(err)
	}
	for want, choice := range map[string]learners.Choice{
		"a person plays on screen":             learners.You(&learners.Game{}, false),
		"a program would be started for each:": typed,
	} {
		t.Run(want, func(t *testing.T) {
			s, err := scenarios.Open("hhmh-1", "")
			if err != nil {
				t.Fatal(err)
			}
			host := program.NewHost()
			defer host.Close()
			c := &model.Config{Scenario: s, Learners: []learners.Choice{choice}, Horizon: 100, Epsilon: 1, Programs: host}
			if _, err := NewTwin(t.Context(), c, 0); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%v, want %q", err, want)
			}
		})
	}
}
