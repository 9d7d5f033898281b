package command

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"regretscope/learners"
	"regretscope/model/figure"
	"regretscope/noise/channel"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/ui/answer"
	"regretscope/ui/command/flags"
	"regretscope/ui/kit/outfile"
	"regretscope/ui/kit/stream"
	"regretscope/ui/lesson"
	"regretscope/ui/manual"
)

// A listCommand is the command that lists everything of one kind.
type listCommand struct {
	What   string `arg:"" optional:"" help:"scenarios, learners, channels, comparisons, figures, lessons or limits."`
	Long   bool   `help:"Of learners, also the audit, paper, needs, and parameters."`
	Format string `placeholder:"table|json" enum:"table,json" default:"table" help:"Output format (default: table)."`
}

// listings maps the names of all kinds of things to their lists.
var listings = map[string]answer.Listing{
	"scenarios": {Entries: answer.List(scenarios.Presets, answer.OfScenario)},
	"learners": {
		Entries: answer.List(learners.All, answer.OfLearner), Titles: []string{"learner", "what it does", "privacy"},
		Note: "Every learner also takes epsilon=X, which overrides --epsilon, and seed=N, other random numbers on the same rewards.",
	},
	"channels": {
		Entries: answer.List(channel.Catalog, answer.OfChannel),
		Note:    "Write a channel as linear, quadratic,b=1, rr(0.73,0.73), or curve,points=0:0.3/1:0.7: with parameters by name, or all in order.",
	},
	"comparisons": {
		Entries: answer.List(figure.Lineups, answer.OfLineup), Titles: []string{"comparison", "about"},
		Note: "regretscope --lineup NAME opens one. hhmh-fig1, -0.5 means hhmh-fig1 and hhmh-fig1-0.5, which differ in ε. " +
			"--format json shows all scenarios and learners.",
	},
	"figures": {
		Entries: answer.List(figure.All, answer.OfFigure),
		Note:    "regretscope reproduce ID reruns a figure and checks its claims.",
	},
	"limits": {
		Entries: answer.List(func() []flags.Limit { return flags.Limits }, flags.Limit.Entry),
		Titles:  []string{"what", "at most"},
		Note:    "A value beyond its limit is refused before any memory is allocated for it.",
	},
	"lessons": {
		Entries: answer.List(lesson.All, answer.OfLesson),
		Note:    "regretscope lesson NAME starts one: space continues, b goes back, esc leaves it to explore.",
	},
}

// listingOf returns the command line that lists a kind of thing, such as learner; empty if there is none.
func listingOf(kind string) string {
	if _, ok := listings[kind+"s"]; !ok {
		return ""
	}
	return "list " + kind + "s"
}

func listed() []string { return slices.Sorted(maps.Keys(listings)) }

// AfterApply checks that there is such a listing.
func (c *listCommand) AfterApply() error {
	names := listed()
	if c.What == "" {
		return fmt.Errorf("list: must be followed by one of %s", strings.Join(names, ", "))
	}
	if !slices.Contains(names, c.What) {
		return fmt.Errorf("list %s: must be one of %s%s", c.What, strings.Join(names, ", "),
			param.DidYouMean(c.What, names))
	}
	return nil
}

// Run prints the listing.
func (c *listCommand) Run(out io.Writer) error {
	l := listings[c.What]
	return outfile.Buffered(out, func(w io.Writer) error {
		return answer.Write(w, &l, answer.Options{Format: c.Format, Brief: !c.Long, Width: stream.TextWidth(out)}, nil)
	})
}

// An explainCommand is the command that shows a page of the manual.
type explainCommand struct {
	Word []string `arg:"" optional:"" help:"A symbol, term, learner, scenario, channel or part of the program; without one, the list of all."`

	page *manual.Page // nil: list all
}

// AfterApply finds the page.
func (c *explainCommand) AfterApply() (err error) {
	if len(c.Word) > 0 {
		if c.page, err = manual.Find(strings.Join(c.Word, " ")); err != nil {
			return fmt.Errorf("explain: %w; regretscope explain lists all", err)
		}
	}
	return nil
}

// Run prints the page or the list.
func (c *explainCommand) Run(out io.Writer) error {
	lines := manual.List(stream.TextWidth(out), manual.Any)
	if c.page != nil {
		lines = c.page.Lines(stream.TextWidth(out))
	}
	return outfile.Buffered(out, func(w io.Writer) error {
		_, err := fmt.Fprintln(w, strings.Join(lines, "\n"))
		return err
	})
}
