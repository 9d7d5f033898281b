package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/audit"
	"regretscope/noise/declare"
)

var auditCommand = &command{
	name:    "audit",
	summary: "Claimed and audited ε: exact where it is known, and a lower bound from running the learner.",
	examples: `  regretscope audit
  regretscope audit --learner rnm-ftnl,noise=laplace,scale=1 --epsilon 1
  regretscope audit --learner dpucb-mat,init=paper --scenario chh-synthetic --epsilon 2 --no-statistics
  regretscope audit --learner ts-ldp-b --channel quadratic --format json

` + audit.Caveat + "\n",
	grammar: func(p *Program) action { return &auditFlags{program: p} },
}

type auditFlags struct {
	choice
	Runs         string `placeholder:"N" help:"How often each learner is run on either side, for the statistical bound (default: 40000)."`
	Confidence   string `placeholder:"P" help:"Of each statistical bound, above 0 and below 1 (default: 0.99)."`
	NoStatistics bool   `help:"Only what is known exactly, at once."`
	Workers      string `placeholder:"N" help:"Goroutines at work; the result is the same for any number (default: the cores)."`
	Format       string `placeholder:"table|json" help:"What to write (default: table). In JSON, infinite numbers are the strings inf and -inf."`
	Quiet        bool   `help:"No progress on the terminal."`

	program *Program
}

func (f *auditFlags) help() map[string]string {
	return map[string]string{
		"scenario": "What has the arms, or the matroid, to audit learners on; rewards come from two tapes that differ in one round " +
			"(default: for each learner one that suits it, hhmh-1, ww-det or chh-synthetic).",
		"learner": "A learner; repeat it to audit several (default: all, or all that can play the scenario).",
		"horizon": "Rounds that the learner is told of, and is not run beyond (default: the scenario's).",
	}
}

func (f *auditFlags) plan() (work, error) {
	audits, err := f.audits()
	if err != nil {
		return nil, err
	}
	write := writeFindings
	switch cmp.Or(f.Format, "table") {
	case "table":
	case "json":
		write = writeFindingsJSON
	default:
		return nil, fmt.Errorf("--format %s: must be one of table, json", f.Format)
	}
	return func(ctx context.Context) error {
		findings, err := f.find(ctx, audits)
		if err != nil {
			return err
		}
		return buffered(f.program.Out, func(w io.Writer) error { return write(findings, w) })
	}, nil
}

// audits are those that were asked for, checked.
func (f *auditFlags) audits() ([]*model.Audit, error) {
	template := model.Audit{Runs: model.DefaultAuditRuns, Confidence: model.DefaultConfidence}
	var err error
	if f.Runs != "" {
		if template.Runs, err = whole("runs", f.Runs, model.MaxAuditRuns); err != nil {
			return nil, err
		}
	}
	if f.Confidence != "" {
		if template.Confidence, err = declare.ParseNumber(f.Confidence); err != nil {
			return nil, fmt.Errorf("--confidence %s: must be a number above 0 and below 1", f.Confidence)
		}
	}
	if f.Workers != "" {
		if template.Workers, err = whole("workers", f.Workers, model.MaxWorkers); err != nil {
			return nil, err
		}
	}
	chosen, err := f.chosen()
	if err != nil {
		return nil, err
	}
	var audits []*model.Audit
	for _, l := range chosen {
		a := template
		if a.Config, err = f.configFor(l); err != nil {
			return nil, err
		}
		if err := a.Check(); err != nil {
			return nil, fmt.Errorf("--%w", err)
		}
		audits = append(audits, &a)
	}
	return audits, nil
}

// chosen are the learners that were named or, where none was, all that go with
// the other flags.
func (f *auditFlags) chosen() ([]learners.Choice, error) {
	var chosen []learners.Choice
	for _, text := range f.Learner {
		l, err := learners.ParseChoice(text)
		if err != nil {
			return nil, fmt.Errorf("--learner %w", err)
		}
		chosen = append(chosen, l)
	}
	if len(chosen) > 0 {
		return chosen, nil
	}
	for _, d := range learners.All() {
		if f.Channel != "" && d.Channel == "" {
			continue
		}
		if f.Scenario != "" || f.Arms != "" {
			s, err := f.scenario()
			if err != nil {
				return nil, err
			}
			if model.Suits(d, s) != nil {
				continue
			}
		}
		chosen = append(chosen, learners.Choice{Declaration: d})
	}
	if len(chosen) == 0 {
		return nil, errors.New("--learner: none goes with the other flags")
	}
	return chosen, nil
}

// configFor is the configuration of one learner, on the scenario that was chosen
// or one that suits it.
func (f *auditFlags) configFor(l learners.Choice) (*model.Config, error) {
	flags := f.choice
	flags.Learner = []string{l.String()}
	if flags.Scenario == "" && flags.Arms == "" {
		name, err := model.AuditScenario(l.Declaration)
		if err != nil {
			return nil, fmt.Errorf("--learner %w", err)
		}
		flags.Scenario = name
	}
	return flags.config()
}

// A finding is an audit with what it found; without statistics, only a verdict.
type finding struct {
	*model.Audit
	model.Verdict
	statistics *model.Finding // nil without
}

func (f *auditFlags) find(ctx context.Context, audits []*model.Audit) ([]finding, error) {
	ctx, stop := untilInterrupted(ctx)
	defer stop()
	meter := newMeter(f.program.Err, f.Quiet)
	defer meter.clear()
	var findings []finding
	for i, a := range audits {
		verdict, err := a.Config.Verdict(a.Learner)
		if err != nil {
			return nil, err
		}
		found := finding{Audit: a, Verdict: verdict}
		if !f.NoStatistics {
			found.statistics, err = a.Run(ctx, func(p model.Progress) {
				meter.show(model.Progress{Done: i*p.Total + p.Done, Total: len(audits) * p.Total})
			})
			if ctx.Err() != nil {
				return nil, &interruption{fmt.Sprintf("interrupted after %d of %s, nothing is written", i, plural(len(audits), "learner"))}
			}
			if err != nil {
				return nil, err
			}
		}
		findings = append(findings, found)
	}
	return findings, nil
}
