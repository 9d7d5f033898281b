package setup

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"regretscope/model"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
	"regretscope/ui/script"
)

// A Source is how a scenario is asked for, in the words of the command line's
// flags.
type Source struct {
	Scenario string             // --scenario: a preset with its parameters, or a file
	Arms     string             // --arms, instead
	Feedback scenarios.Feedback // --feedback, with Arms
	Data     string             // --data: the folder of a preset that reads one
}

// SourceOf is how a scenario can be asked for again.
func SourceOf(s *scenarios.Scenario) Source {
	if s.Reference != "" {
		return Source{Scenario: s.Reference, Data: s.Data}
	}
	return Source{Arms: writeArms(s.Phases[0].Arms), Feedback: s.Feedback}
}

// writeArms writes laws as --arms takes them, Bernoulli laws as their means.
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

func (s Source) flags() [][2]string {
	if s.Arms != "" {
		return [][2]string{{"--arms", s.Arms}, {"--feedback", string(cmp.Or(s.Feedback, scenarios.Bandit))}}
	}
	flags := [][2]string{{"--scenario", s.Scenario}}
	if s.Data != "" {
		flags = append(flags, [2]string{"--data", s.Data})
	}
	return flags
}

// preset reads the source as one of the presets; −1 is none of them, but a file.
func (s Source) preset(all []*scenarioEntry) (at int, set param.Set) {
	name, assignments, err := param.SplitAssignments(s.Scenario)
	if err != nil {
		return -1, nil
	}
	for _, a := range assignments {
		set = set.With(a[0], a[1])
	}
	return slices.IndexFunc(all, func(e *scenarioEntry) bool { return e.Preset != nil && e.Preset.Name == name }), set
}

// CommandLine writes a configuration as a command line for a POSIX shell, which runs the same:
// the program and its flags, each with its value.
func CommandLine(c *model.Config) []string {
	flags := SourceOf(c.Scenario).flags()
	for _, spec := range c.Learners {
		flags = append(flags, [2]string{"--learner", spec.String()})
	}
	if c.Channel != "" {
		flags = append(flags, [2]string{"--channel", c.Channel})
	}
	flags = append(
		flags,
		[2]string{"--epsilon", param.FormatNumber(c.Epsilon)},
		[2]string{"--horizon", strconv.Itoa(c.Horizon)},
		[2]string{"--seed", strconv.FormatUint(c.Seed, 10)},
	)
	parts := []string{"regretscope"}
	for _, f := range flags {
		parts = append(parts, f[0]+" "+script.Quote(f[1]))
	}
	return parts
}

// Made says what makes files of one run of a configuration.
func Made(c *model.Config) *model.Made {
	return model.MadeBy(strings.Join(CommandLine(c), " "), c.Design())
}

// RunLine writes an experiment as a command line of regretscope run.
func RunLine(e *model.Experiment) string {
	var epsilons []string
	for _, c := range e.Points {
		epsilons = append(epsilons, param.FormatNumber(c.Epsilon))
	}
	parts := CommandLine(e.Points[0])
	for i, part := range parts {
		if strings.HasPrefix(part, "--epsilon ") {
			parts[i] = "--epsilon " + strings.Join(epsilons, ",")
		}
	}
	return strings.Replace(strings.Join(parts, " "), " ", " run ", 1) + " --runs " + strconv.Itoa(e.Runs)
}
