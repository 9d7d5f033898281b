package choice

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/trials"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/scenarios"
)

// Same reports whether two configurations run the same.
func Same(a, b *model.Config) bool {
	texts := func(c *model.Config) []string { return param.Map(c.Learners, learners.Spec.String) }
	return SourceOf(a.Scenario) == SourceOf(b.Scenario) && slices.Equal(texts(a), texts(b)) &&
		a.Channel == b.Channel && a.Epsilon == b.Epsilon && a.Horizon == b.Horizon && a.Seed == b.Seed
}

// CommandLine returns a command line for a POSIX shell that runs the configuration: the program
// and its flags, each with its value. It is printable: a file's name may hold anything.
func CommandLine(c *model.Config) []string { return commandLine(c, number.Format(c.Epsilon)) }

// RunLine returns an experiment as a command line of regretscope run.
func RunLine(e *trials.Experiment) string {
	epsilons := param.Map(e.Points, func(c *model.Config) string { return number.Format(c.Epsilon) })
	parts := commandLine(e.Points[0], strings.Join(epsilons, ","))
	parts[0] += " run"
	parts = append(parts, "--runs "+strconv.Itoa(e.Runs))
	if len(e.At) > 0 {
		parts = append(parts, "--at "+strings.Join(param.Map(e.At, strconv.Itoa), ","))
	}
	return strings.Join(parts, " ")
}

func commandLine(c *model.Config, epsilon string) []string {
	parts, from := []string{"regretscope"}, SourceOf(c.Scenario)
	flag := func(name, value string) {
		if value != "" {
			parts = append(parts, "--"+name+" "+param.Quote(param.Printable(value)))
		}
	}
	flag("scenario", from.Scenario)
	flag("arms", from.Arms)
	if from.Arms != "" {
		from.Feedback = cmp.Or(from.Feedback, scenarios.Bandit)
	}
	flag("data", from.Data)
	flag("feedback", string(from.Feedback))
	for _, spec := range c.Learners {
		flag("learner", spec.String())
	}
	flag("channel", c.Channel)
	flag("epsilon", epsilon)
	flag("horizon", strconv.Itoa(c.Horizon))
	flag("seed", strconv.FormatUint(c.Seed, 10))
	return parts
}
