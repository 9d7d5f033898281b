package flags

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/kong"

	"regretscope/model/audit"
	"regretscope/model/program"
	"regretscope/model/trials"
	"regretscope/noise/memlimit"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/script"
)

// NewParser returns a parser of arguments for flags or for a grammar of commands.
func NewParser(flags any, more ...kong.Option) (*kong.Kong, error) {
	return kong.New(flags, slices.Concat(more, readers, []kong.Option{
		filled(helpTexts()),
		kong.WithHyphenPrefixedParameters(true), // a value of -1 is a wrong value, not a flag
	})...)
}

// maxFlags limits the memory that the parser takes before --memory applies: it grows with the
// square of the number of flags.
const maxFlags = 2000

// CheckArguments returns an error if there are too many flags, or a flag with characters that no flag
// has. Records may have as many files as there are shards.
func CheckArguments(args []string) error {
	flags, records := 0, 0
	for _, arg := range args {
		name, _, _ := strings.Cut(arg, "=")
		switch {
		case name == "--records":
			records++
		case strings.HasPrefix(name, "-"):
			flags++
		}
		flag := strings.TrimLeft(name, "-‐‑‒–—―−")
		switch dashes := strings.TrimSuffix(name, flag); {
		case dashes == "" || flag == "" || flag[0] < 'A': // a value
		case strings.Trim(dashes, "-") != "":
			return fmt.Errorf("%s: the dash is typographic, type --%s", param.Printable(name), param.Printable(flag))
		case dashes == "-" && utf8.RuneCountInString(flag) < len(flag): // kong takes its first byte
			return fmt.Errorf("unknown flag %s", param.Printable(name))
		}
	}
	switch {
	case flags > maxFlags:
		return fmt.Errorf("%s flags are too many, at most %s are allowed", number.Count(flags), number.Count(maxFlags))
	case records > trials.MaxShards+1:
		return fmt.Errorf("--records: %s are too many, at most %s are allowed", number.Count(records),
			number.Count(trials.MaxShards+1))
	}
	return nil
}

// Check returns an error if a flag was given twice or a file is both read and written.
func Check(request *kong.Context) error { return cmp.Or(refuseTwice(request), refuseSame(request)) }

// refuseTwice returns an error if a flag other than a list was given more than once.
func refuseTwice(request *kong.Context) error {
	given := map[*kong.Flag]bool{}
	for _, part := range request.Path {
		if flag := part.Flag; flag != nil && !flag.IsCumulative() {
			if given[flag] {
				return fmt.Errorf("--%s: given twice", flag.Name)
			}
			given[flag] = true
		}
	}
	return nil
}

// Explained writes kong's errors as "--flag value: reason", and explains a missing argument.
func Explained(err error) error {
	if refused := new(refusal); errors.As(err, &refused) {
		return errors.New(strings.Replace(err.Error(), ": ", " ", 1))
	}
	if parse := new(kong.ParseError); errors.As(err, &parse) && strings.HasPrefix(err.Error(), "expected ") {
		if node := parse.Context.Selected(); node != nil && len(node.Positional) > 0 {
			return fmt.Errorf("%s: its argument is missing: %s", node.Name, node.Positional[0].Help)
		}
	}
	return err
}

// Parse reads the flags of a run, with which a lesson begins.
func Parse(flags string) (*Choice, error) {
	var own struct{ Choice }
	err := ParseStart(flags, &own)
	return &own.Choice, err
}

// ParseStart reads the flags with which a script or a lesson begins.
func ParseStart(flags string, own any) error {
	words := script.Words(flags)
	if len(words) > script.MaxWords {
		return fmt.Errorf("start: has %d words, at most %d are allowed", len(words), script.MaxWords)
	}
	parser, err := NewParser(own, kong.NoDefaultHelp(), kong.Bind((*program.Host)(nil)))
	if err != nil {
		return err
	}
	request, err := parser.Parse(words)
	if err == nil {
		err = refuseTwice(request)
	}
	return Explained(err)
}

// helpTexts are the values of ${name} in the help and the defaults of flags.
func helpTexts() map[string]string {
	texts := limitVariables()
	maps.Copy(texts, map[string]string{
		"channels": channelNames(),
		"scenario": "A preset, a scenario file (TOML) whose path ends in .toml or contains a /, - for one at " +
			"standard input, or a table of rewards (.csv, .csv.gz) (default: hhmh-1).",
		"learner": "A learner, or many: " + strings.Join(groups(), ", ") +
			", or a named comparison, without those that do not fit the scenario. Repeat it to compare several, at " +
			"most " + texts["most_learners"] +
			" on a screen (default: learners that suit the scenario; for hhmh-1 lazy-dp-ts, anytime-lazy-ucb, ucb1).",
		"horizon": "Rounds, at most " + texts["most_horizon"] +
			"; 1000000, 1e6 and 1_000_000 all work (default: the scenario's).",
		"epsilon": "Privacy parameter above 0; inf means no noise (default: the scenario's).",
		"mu": "Instead of --epsilon: give each private learner the ε, or its own parameter, at which " +
			"its costliest round loses this μ of Gaussian differential privacy.",

		"default_memory": memlimit.Format(memlimit.Default),

		"audit_scenario": "Scenario whose arms or matroid the learners play; rewards come from two " +
			"sequences that differ in one round " +
			"(default: hhmh-1, ww-det, or chh-synthetic, as suits each learner).",
		"audit_learner": "A learner; repeat it to audit several (default: all, or all that can play the scenario).",
		"audit_horizon": "The horizon that the learner knows, and the last round of the runs (default: the " +
			"scenario's).",
		"audit_runs":       strconv.Itoa(audit.DefaultRuns),
		"audit_runs_text":  number.Count(audit.DefaultRuns),
		"audit_confidence": number.Format(audit.DefaultConfidence),
	})
	return texts
}

// filled fills in help texts before kong looks for variables: kong goes through all variables
// for every flag, which would take two thirds of the time to start.
func filled(texts map[string]string) kong.Option {
	var pairs []string
	for name, text := range texts {
		pairs = append(pairs, "${"+name+"}", text)
	}
	replacer := strings.NewReplacer(pairs...)
	return kong.PostBuild(func(k *kong.Kong) error {
		return kong.Visit(k.Model.Node, func(node kong.Visitable, next kong.Next) error {
			switch node := node.(type) {
			case *kong.Node:
				node.Help = replacer.Replace(node.Help)
			case *kong.Value:
				for name, text := range node.Tag.Vars { // set by a command for its own flags
					node.Tag.Vars[name] = replacer.Replace(text)
					node.Help = strings.ReplaceAll(node.Help, "${"+name+"}", node.Tag.Vars[name])
				}
				node.Help, node.Default = replacer.Replace(node.Help), replacer.Replace(node.Default)
			}
			return next(nil)
		})
	})
}
