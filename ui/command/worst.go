//go:build !js

package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"regretscope/learners"
	"regretscope/model/choice"
	"regretscope/model/program"
	"regretscope/model/trials"
	"regretscope/model/worst"
	"regretscope/noise/files"
	"regretscope/noise/number"
	"regretscope/scenarios"
	"regretscope/scenarios/file"
	"regretscope/ui/answer"
	"regretscope/ui/command/flags"
	"regretscope/ui/kit/outfile"
	"regretscope/ui/kit/stream"
)

type worstCommand struct {
	Learner   string          `required:"" placeholder:"ID[,key=value…]" help:"Learner to look at."`
	Against   string          `xor:"objective" placeholder:"ID[,key=value…]" help:"Look for regret above that of this learner, on the same rewards."`
	Floor     bool            `xor:"objective" help:"Look for regret as a multiple of the largest lower bound (default, if the family has one)."`
	Family    string          `required:"" placeholder:"gap|means|losses|switch" enum:"gap,means,losses,switch" help:"${worst_family}"`
	Arms      flags.Count     `placeholder:"K" default:"2" help:"Number of arms, at most ${most_searched} (default: 2)."`
	Epsilon   flags.Epsilons  `placeholder:"X" default:"0.5" help:"Privacy parameter (default: 0.5)."`
	Channel   string          `placeholder:"ID[,key=value…]" help:"Local channel for the learners that take one (default: the learner's)."`
	Horizon   flags.Horizons  `placeholder:"N" default:"10000" help:"Number of rounds (default: 10000)."`
	Tries     flags.Count     `placeholder:"N" help:"${worst_tries}"`
	Runs      flags.Count     `placeholder:"N" default:"400" help:"${worst_runs}"`
	Seed      flags.Seed      `placeholder:"N" default:"1" help:"Random seed (default: 1)."`
	TimeLimit flags.TimeLimit `placeholder:"60s" help:"Stop after this time, the search after half of it, with exit status 3."`
	Format    string          `placeholder:"text|json|csv" enum:"text,json,csv" default:"text" help:"Output format (default: text)."`
	Save      string          `writes:"" placeholder:"FILE.toml" help:"Also write the scenario that is found, for --scenario."`
	forceFlag
	Workers flags.Workers `placeholder:"N" help:"${workers}"`
	Quiet   bool          `help:"Hide progress."`

	problem  *worst.Problem
	programs *program.Host
	file     *outfile.File // nil: no file
}

// BeforeApply lets the flags start programs.
func (c *worstCommand) BeforeApply(host *program.Host) error {
	c.programs = host
	return nil
}

// AfterApply prepares the search that the flags describe.
func (c *worstCommand) AfterApply() error {
	choice := flags.Choice{
		Learner: []string{c.Learner}, Epsilon: c.Epsilon, Channel: c.Channel, Horizon: c.Horizon, Seed: c.Seed,
		Programs: c.programs,
	}
	if c.Against != "" {
		choice.Learner = append(choice.Learner, c.Against)
	}
	if err := choice.Single(); err != nil {
		return err
	}
	full := false
	for _, of := range [][2]string{{"learner", c.Learner}, {"against", c.Against}}[:len(choice.Learner)] {
		spec, err := choice.ParseLearner(of[1])
		if err != nil {
			return fmt.Errorf("--%s %w", of[0], err)
		}
		full = full || spec.Feedback == learners.FullFeedback
	}
	family, err := worst.NewFamily(c.Family, int(c.Arms), c.Horizon[0], full)
	if err != nil {
		return fmt.Errorf("--%w", err)
	}
	config, err := choice.ConfigIn(family.Middle(c.Epsilon[0]).Scenario)
	if err != nil {
		return err
	}
	c.problem = &worst.Problem{
		Config: config, Family: family, Tries: int(c.Tries), Runs: int(c.Runs), Limit: time.Duration(c.TimeLimit),
		Workers: int(c.Workers),
	}
	_, missing := config.Floor(0, config.Horizon)
	switch l := config.Learners; {
	case c.Tries > worst.MaxTries:
		return fmt.Errorf("--tries %d: must be at most %s", c.Tries, number.Count(worst.MaxTries))
	case c.Runs < 2 || c.Runs > trials.MaxRuns:
		return fmt.Errorf("--runs %d: must be from 2 to %s", c.Runs, number.Count(trials.MaxRuns))
	case c.Save == files.Standard:
		return errors.New("--save -: must be a file; the answer is on standard output")
	case len(l) > 1 && l[0].ID == l[1].ID && config.Parameters(0) == config.Parameters(1) &&
		config.PrivacyValue(0) == config.PrivacyValue(1):
		return fmt.Errorf("--against %s: is the same learner with the same random numbers; add a parameter, or seed=N",
			c.Against)
	case len(l) > 1:
		c.problem.Objective = worst.Difference
	case missing == "":
		c.problem.Objective = worst.Floor
	case c.Floor:
		return fmt.Errorf("--floor: there is no floor for %s in family %s: %s", c.Learner, c.Family, missing)
	}
	c.file, err = open("save", c.Save, c.Force, "scenario", ".toml")
	return err
}

// Run searches and writes the answer, also that of a search that ended early.
func (c *worstCommand) Run(ctx context.Context, p *Program) error {
	meter := stream.NewMeter(p.Err, c.Quiet)
	a, err := c.problem.Search(ctx, func(what string, done trials.Progress) {
		meter.Of(what)
		meter.Show(done)
	})
	meter.Clear()
	if a == nil && errors.Is(err, trials.ErrTimeLimit) {
		return BadInput(fmt.Errorf("--time-limit %v: ends before the first scenario is tried", time.Duration(c.TimeLimit)))
	}
	stopped := new(ending)
	if err = (&recording{}).ended(err, nil); a == nil || err != nil && !errors.As(err, &stopped) {
		return err
	}
	r := answer.Worst{Answer: a}
	if err != nil {
		stopped.error = fmt.Errorf("%w after %s of %s", stopped.error, number.Count(a.Tried), number.Plural(a.Tries, "scenario"))
		r.Ended = err.Error()
	}
	found, s := *c.problem.Config, *a.Finds[0].Scenario
	found.Scenario = &s
	made := p.made(trials.DesignOf(&found))
	if c.file != nil {
		if err := c.file.Commit(func(w io.Writer) error { return writeScenario(w, &s) }); err != nil {
			return err
		}
		s.Reference = c.Save
	}
	if a.Measured != nil {
		found.Seed = a.Seed
	}
	if s.Reference != "" || len(s.Phases) == 1 { // no flag describes phases
		r.Command = strings.Join(choice.CommandLine(&found), " ")
	}
	if failed := p.answer(nil, &r, answer.Options{Format: c.Format}, made); failed != nil {
		return failed
	}
	return err
}

func writeScenario(w io.Writer, s *scenarios.Scenario) error {
	text, err := file.Format(s)
	if err == nil {
		_, err = io.WriteString(w, text)
	}
	return err
}
