package command

import (
	"context"
	"errors"
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/model/figure"
	"regretscope/ui/command/flags"
)

// Flags in a lesson, a script, or a link start no program, nor do a figure's learners.
func TestFilesStartNoPrograms(t *testing.T) {
	cases := map[string]func(learner string) error{
		"lesson or script": func(learner string) error {
			own, err := flags.Parse("--learner " + learner)
			if err != nil {
				return err
			}
			_, err = own.Config()
			return err
		},
		"link": func(learner string) error {
			var said strings.Builder
			p := &Program{Streams: Streams{Out: &said, Err: &said}}
			if status := p.RunLink(context.Background(), "--learner "+learner); status != wrong || !strings.Contains(said.String(), learners.ErrProgram.Error()) {
				return errors.New(said.String())
			}
			return learners.ErrProgram
		},
		"comparison of a figure": func(learner string) error {
			_, err := (&figure.Lineup{Scenario: "hhmh-1", Learners: []string{learner}}).Config("")
			return err
		},
	}
	for name, try := range cases {
		t.Run(name, func(t *testing.T) {
			if err := try("./mine.py"); !errors.Is(err, learners.ErrProgram) {
				t.Errorf("not refused: %v", err)
			}
		})
	}
}
