package script

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/trials"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
	"regretscope/scenarios/table"
)

// A Source tells how a scenario was chosen, as values of command-line flags.
type Source struct {
	Scenario string             // --scenario: a preset with its parameters, or a file
	Arms     string             // --arms, in place of Scenario
	Feedback scenarios.Feedback // --feedback, with Arms or a table; empty: as the scenario has it
	Data     string             // --data: the folder of a preset that reads one
}

// SourceOf returns a source that chooses a scenario again.
func SourceOf(s *scenarios.Scenario) Source {
	if s.Reference != "" {
		from := Source{Scenario: s.Reference, Data: s.Data}
		if table.IsName(s.Reference) && s.Feedback != scenarios.Full {
			from.Feedback = s.Feedback
		}
		return from
	}
	return Source{Arms: writeArms(s.Phases[0].Arms), Feedback: s.Feedback}
}

// writeArms formats distributions for --arms, Bernoulli ones as their means.
func writeArms(laws []arm.Distribution) string {
	texts := make([]string, len(laws))
	for i, law := range laws {
		texts[i] = law.String()
		if mean, found := strings.CutPrefix(texts[i], "bernoulli("); found {
			texts[i] = strings.TrimSuffix(mean, ")")
		}
	}
	return strings.Join(texts, " ")
}

// Same reports whether two configurations run the same.
func Same(a, b *model.Config) bool {
	texts := func(c *model.Config) []string { return param.Map(c.Learners, learners.Spec.String) }
	return SourceOf(a.Scenario) == SourceOf(b.Scenario) && slices.Equal(texts(a), texts(b)) &&
		a.Channel == b.Channel && a.Epsilon == b.Epsilon && a.Horizon == b.Horizon && a.Seed == b.Seed
}

// CommandLine returns a command line for a POSIX shell that runs the configuration: the program
// and its flags, each with its value. It is printable: a file's name may hold anything.
func CommandLine(c *model.Config) []string {
	from := SourceOf(c.Scenario)
	flags := [][2]string{{"--scenario", from.Scenario}}
	if from.Arms != "" {
		flags = [][2]string{{"--arms", from.Arms}, {"--feedback", string(cmp.Or(from.Feedback, scenarios.Bandit))}}
	} else if from.Data != "" {
		flags = append(flags, [2]string{"--data", from.Data})
	} else if from.Feedback != "" {
		flags = append(flags, [2]string{"--feedback", string(from.Feedback)})
	}
	for _, spec := range c.Learners {
		flags = append(flags, [2]string{"--learner", spec.String()})
	}
	if c.Channel != "" {
		flags = append(flags, [2]string{"--channel", c.Channel})
	}
	flags = append(
		flags,
		[2]string{"--epsilon", number.Format(c.Epsilon)},
		[2]string{"--horizon", strconv.Itoa(c.Horizon)},
		[2]string{"--seed", strconv.FormatUint(c.Seed, 10)},
	)
	parts := []string{"regretscope"}
	for _, f := range flags {
		parts = append(parts, f[0]+" "+Quote(param.Printable(f[1])))
	}
	return parts
}

// Typed returns a command line as a person types it: for go run, if that has started the program, which
// is then in no folder of commands.
func Typed(line string) string {
	byGo := strings.Contains(os.Args[0], "go-build") && filepath.Base(filepath.Dir(os.Args[0])) == "exe"
	if rest, ours := strings.CutPrefix(line, "regretscope"); ours && byGo {
		return "go run ." + rest
	}
	return line
}

// RunLine returns an experiment as a command line of regretscope run.
func RunLine(e *trials.Experiment) string {
	epsilons := param.Map(e.Points, func(c *model.Config) string { return number.Format(c.Epsilon) })
	parts := append([]string{"regretscope run"}, CommandLine(e.Points[0])[1:]...)
	for i, part := range parts {
		if strings.HasPrefix(part, "--epsilon ") {
			parts[i] = "--epsilon " + strings.Join(epsilons, ",")
		}
	}
	parts = append(parts, "--runs "+strconv.Itoa(e.Runs))
	if len(e.At) > 0 {
		parts = append(parts, "--at "+strings.Join(param.Map(e.At, strconv.Itoa), ","))
	}
	return strings.Join(parts, " ")
}
