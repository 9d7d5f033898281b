package setup

import (
	"strconv"
	"strings"

	"regretscope/model"
	"regretscope/noise/declare"
)

// Program is what the command line calls this program.
const Program = "regretscope"

// Command says a configuration as a command line for a POSIX shell: whoever
// gives it sees the same run.
func Command(c *model.Config) string { return strings.Join(commandParts(c), " ") }

// commandParts are the program and its flags, each with its value.
func commandParts(c *model.Config) []string {
	flags := SourceOf(c.Scenario).flags()
	for _, choice := range c.Learners {
		flags = append(flags, [2]string{"--learner", choice.String()})
	}
	if c.Channel != "" {
		flags = append(flags, [2]string{"--channel", c.Channel})
	}
	flags = append(
		flags,
		[2]string{"--epsilon", declare.FormatNumber(c.Epsilon)},
		[2]string{"--horizon", strconv.Itoa(c.Horizon)},
		[2]string{"--seed", strconv.FormatUint(c.Seed, 10)},
	)
	parts := []string{Program}
	for _, f := range flags {
		parts = append(parts, f[0]+" "+quote(f[1]))
	}
	return parts
}

// quote writes an argument so that a shell takes it as it is.
func quote(text string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-+=,/:@"
	if text != "" && strings.Trim(text, plain) == "" {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
