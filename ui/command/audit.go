package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"regretscope/model"
	"regretscope/model/audit"
	"regretscope/model/trials"
	"regretscope/noise/files"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/ui/answer"
	"regretscope/ui/chart"
	notion "regretscope/ui/chart/notions"
	"regretscope/ui/command/flags"
	"regretscope/ui/kit/outfile"
	"regretscope/ui/kit/stream"
	"regretscope/ui/plot"
)

type auditCommand struct {
	flags.Choice `kong:"set='scenario=${audit_scenario}',set='learner=${audit_learner}',set='horizon=${audit_horizon}'"`
	flags.Equal
	Runs         flags.Count       `placeholder:"N" default:"${audit_runs}" help:"${audit_sequences}"`
	Confidence   flags.Probability `placeholder:"P" default:"${audit_confidence}" help:"${audit_bounds}"`
	Neighbors    string            `reads:"" placeholder:"FILE.csv" help:"Audit a program on your own two tables, which differ in one row."`
	TimeLimit    flags.TimeLimit   `placeholder:"2m" default:"${audit_limit}" help:"Time limit of a program's audit."`
	NoStatistics bool              `help:"Skip the statistical bound and print exact results only."`
	DeltaAt      flags.Losses      `placeholder:"E,E,…" help:"Values of ε at which to give the δ of (ε, δ)-privacy, separated by commas."`
	RenyiAt      flags.Orders      `placeholder:"A,A,…" help:"Orders α, at least 1, at which to give the Rényi divergence, separated by commas."`
	Plot         string            `writes:"" placeholder:"FILE.svg|png|pdf" help:"${audit_plot}"`
	sized
	forceFlag
	Workers flags.Workers `placeholder:"N" help:"${workers}"`
	Format  string        `placeholder:"table|json" enum:"table,json" default:"table" help:"${audit_format}"`
	Quiet   bool          `help:"Hide progress."`

	audits []*audit.Audit
	file   *outfile.File // of the plot
	format string
}

// AfterApply prepares the audits that the flags ask for.
func (c *auditCommand) AfterApply(p *Program) error {
	c.Choice.Equal = c.Equal
	if err := cmp.Or(c.Single(), c.WriteOut()); err != nil {
		return err
	}
	var s *scenarios.Scenario // nil: one that suits each learner
	var err, refused error
	if c.Scenario != "" || c.Arms != "" {
		if s, err = c.OpenScenario(); err != nil {
			return err
		}
	}
	pair, rounds, err := c.pair()
	if err != nil {
		return fmt.Errorf("--neighbors %s: %w", c.Neighbors, err)
	}
	for _, l := range c.chosen(s) {
		a := &audit.Audit{
			Runs: int(c.Runs), Confidence: float64(c.Confidence), Workers: int(c.Workers), Neighbors: pair, Rounds: rounds,
			Limit: time.Duration(c.TimeLimit),
		}
		if a.Config, err = c.configFor(l, s); err != nil && slices.Contains(c.Learner, l) {
			return err
		} else if err != nil { // a member of a group, left out if another one fits the flags
			refused = cmp.Or(refused, err)
			if len(c.Learner) > 0 {
				c.LeftOut = append(c.LeftOut, fmt.Errorf("left out: %w", err))
			}
			continue
		}
		if err := a.Check(); err != nil {
			return fmt.Errorf("--%w", err)
		}
		c.audits = append(c.audits, a)
	}
	if len(c.audits) == 0 {
		return cmp.Or(refused, errors.New("--learner: no learner fits the other flags"))
	}
	if c.file, c.format, err = p.openPlot("plot", c.Plot, c.Force, true); c.file != nil && len(c.audits) > maxDrawn {
		err = fmt.Errorf("--plot %s: draws at most %d learners; choose them with --learner", c.Plot, maxDrawn)
	}
	return err
}

// pair reads the neighbors, two tables with an empty line between, and their number of rounds; nil without a file.
func (c *auditCommand) pair() (*model.Neighbors, int, error) {
	if c.Neighbors == "" {
		return nil, 0, nil
	}
	text, err := os.ReadFile(c.Neighbors)
	if err = cmp.Or(err, files.Packed(text)); err != nil {
		return nil, 0, files.Reason(err)
	}
	var tables [][][]float64
	begun, arms := false, 0
	for i, line := range strings.Split(strings.TrimPrefix(strings.TrimSpace(string(text)), "\ufeff"), "\n") {
		cells := strings.Split(strings.TrimSpace(line), ",")
		if strings.TrimSpace(line) == "" {
			begun = false
			continue
		}
		header := !begun
		if !begun {
			tables, begun = append(tables, nil), true
		}
		row := make([]float64, len(cells))
		for j, cell := range cells {
			x, err := strconv.ParseFloat(strings.TrimSpace(cell), 64)
			header = header && err != nil // names of arms
			if row[j] = x; err != nil && !header || !(0 <= x && x <= 1) {
				return nil, 0, fmt.Errorf("line %d: %q must be a reward from 0 to 1", i+1, param.Printable(cell))
			}
		}
		if arms = cmp.Or(arms, len(row)); len(row) != arms {
			return nil, 0, fmt.Errorf("line %d has %d cells, must be %d", i+1, len(row), arms)
		}
		if last := len(tables) - 1; !header {
			tables[last] = append(tables[last], row)
		}
	}
	if len(tables) != 2 {
		return nil, 0, fmt.Errorf("has %s, must have 2 with an empty line between", number.Plural(len(tables), "table"))
	}
	pair, err := model.Differ(tables[0], tables[1])
	return pair, len(tables[0]), err
}

// Run audits the learners one by one and writes the findings.
func (c *auditCommand) Run(ctx context.Context, p *Program) error {
	p.sayAll(c.LeftOut)
	report, ended := c.find(ctx, p)
	if ended != nil && (report == nil || len(report.Findings) == 0) {
		return ended
	}
	by := p.made(param.Map(report.Findings, func(f *audit.Finding) *trials.Design {
		return trials.DesignOf(f.Audit.Config) // of a single run of the audited learner
	})...)
	if ended == nil {
		if err := c.draw(p, report.Findings, by); err != nil {
			return err
		}
	}
	err := cmp.Or(p.answer(nil, report, answer.Options{Format: c.Format}, by), ended)
	if broken := report.Violated(); err == nil && len(broken) > 0 {
		return &ending{errors.New("claim violated: " + strings.Join(broken, "; ")), violated}
	}
	return err
}

// chosen returns the learners named by flags, or all that fit the other flags and the scenario, if there is one.
func (c *auditCommand) chosen(s *scenarios.Scenario) []string {
	texts, anyone := c.Learner, len(c.Learner) == 0
	if anyone {
		texts = []string{"all"}
	}
	var chosen []string
	for _, text := range texts {
		g := model.FindGroup(text)
		if g == nil {
			chosen = append(chosen, text)
			continue
		}
		for _, l := range g.Learners(c.Channel != "" || s != nil && s.Local) {
			if (s == nil || model.Suits(l.Declaration, s) == nil) && (!anyone || c.Channel == "" || l.Channel != "") {
				chosen = append(chosen, l.ID)
			}
		}
	}
	return chosen
}

// configFor returns the configuration of one learner in the scenario, or, if it is nil, in one
// that suits the learner.
func (c *auditCommand) configFor(learner string, s *scenarios.Scenario) (*model.Config, error) {
	own := c.Choice
	own.Learner = []string{learner}
	if s != nil {
		return own.ConfigIn(s)
	}
	l, err := c.ParseLearner(learner)
	if err == nil {
		s, err = model.AuditScenario(l.Declaration)
	}
	if err != nil {
		return nil, fmt.Errorf("--learner %w", err)
	}
	own.Scenario = s.Name
	return own.Config()
}

func (c *auditCommand) find(ctx context.Context, p *Program) (*answer.Audits, error) {
	meter := stream.NewMeter(p.Err, c.Quiet)
	defer meter.Clear()
	report := &answer.Audits{DeltaAt: c.DeltaAt, RenyiAt: c.RenyiAt}
	for i, a := range c.audits {
		found := a.Exactly()
		if !c.NoStatistics {
			var err error
			found, err = a.Run(ctx, func(done trials.Progress) {
				done.Done, done.Total = i*done.Total+done.Done, len(c.audits)*done.Total
				meter.Show(done)
			})
			if ctx.Err() != nil {
				if found != nil && found.Statistics != nil { // of a program, so far
					report.Findings = append(report.Findings, found)
				}
				return report, Interrupted(fmt.Sprintf("interrupted after %d of %s", i, number.Plural(len(c.audits), "learner")))
			}
			if err != nil {
				return nil, err
			}
		}
		report.Findings = append(report.Findings, found)
	}
	return report, nil
}

// maxDrawn is the largest number of learners in a plot, with two panels each.
const maxDrawn = 8

func (c *auditCommand) draw(p *Program, findings []*audit.Finding, by *trials.Made) error {
	if c.file == nil {
		return nil
	}
	sheet := plot.Sheet{Columns: 2}
	for _, f := range findings {
		if f.Exact.Mechanism == nil {
			return fmt.Errorf("--plot %s: the privacy loss of %s beyond ε is not known", c.Plot, f.Spec.Label())
		}
		curves, measured := notion.Of(f.Exact.Mechanism), notion.MeasuredBy(f.Statistics)
		for _, picture := range []*chart.Chart{curves.TradeOff(measured), curves.Delta(f.Claimed, measured)} {
			picture.Title = fmt.Sprintf("%s, ε = %s: %s", f.Spec.Label(), number.Setting(f.Epsilon), picture.Title)
			sheet.Panels = append(sheet.Panels, picture)
		}
	}
	return p.draw(&sheet, c.Size, c.file, c.format, by)
}
