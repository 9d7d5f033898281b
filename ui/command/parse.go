package command

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"

	"regretscope/noise/declare"
)

// parse reads arguments into a command's flags. It tells whether it has
// answered a request for help instead; the error is then that of writing it.
func parse(c *command, grammar action, s Streams, args []string) (helped bool, err error) {
	name := strings.TrimSpace(Name + " " + c.name)
	var unwritten error // of the help
	parser, err := kong.New(
		grammar,
		kong.Name(name), kong.Description(c.summary),
		kong.ConfigureHelp(kong.HelpOptions{NoAppDescFormat: true, WrapUpperBound: 100}),
		kong.Help(func(options kong.HelpOptions, ctx *kong.Context) error {
			helped = true
			if unwritten = kong.DefaultHelpPrinter(options, ctx); unwritten == nil {
				_, unwritten = fmt.Fprintf(ctx.Stdout, "\nExamples:\n%s", c.examples)
			}
			return unwritten
		}),
		kong.Vars{"channels": channelNames()},
		kong.Writers(s.Out, s.Err),
		kong.Exit(func(int) {}), // the help has been written, and says so itself
	)
	if err != nil {
		return false, err
	}
	flags := map[string]*kong.Flag{}
	for _, f := range parser.Model.Flags {
		flags[f.Name] = f
	}
	parser.Model.HelpFlag.Help = "Show this help."
	if own, ok := grammar.(explainer); ok {
		for flag, help := range own.help() {
			flags[flag].Help = help
		}
	}
	args = joinNegative(flags, args)
	if err := refuseEmpty(flags, args); err != nil {
		return false, err
	}
	if _, err = parser.Parse(args); err != nil && !helped {
		return false, explain(name, flags, len(parser.Model.Positional), args, err)
	}
	return helped, unwritten
}

// An explainer is a command to which shared flags mean something of its own.
type explainer interface {
	help() map[string]string // by flag
}

// joinNegative writes --flag=-1 for --flag -1, which would be taken for a flag
// called 1 and not for a value that may be wrong.
func joinNegative(flags map[string]*kong.Flag, args []string) []string {
	var joined []string
	for i, arg := range args {
		if i > 0 && takesValue(flags, args[i-1]) && len(arg) > 1 && arg[0] == '-' && strings.ContainsRune("0123456789.i", rune(arg[1])) {
			joined[len(joined)-1] += "=" + arg
			continue
		}
		joined = append(joined, arg)
	}
	return joined
}

// refuseEmpty refuses values without a letter, which would pass for flags that
// were not given.
func refuseEmpty(flags map[string]*kong.Flag, args []string) error {
	for i, arg := range args {
		name, empty := strings.CutSuffix(arg, "=")
		if arg == "" && i > 0 {
			name, empty = args[i-1], true
		}
		if empty && takesValue(flags, name) {
			return fmt.Errorf("%s: its value is empty", name)
		}
	}
	return nil
}

// takesValue tells whether an argument is a flag whose value comes next.
func takesValue(flags map[string]*kong.Flag, arg string) bool {
	name, isFlag := strings.CutPrefix(arg, "--")
	f := flags[name]
	return isFlag && f != nil && !f.IsBool()
}

// explain says in our form why kong could not read the arguments. What is wrong
// is found in the arguments themselves, because kong's errors have no kinds.
func explain(name string, flags map[string]*kong.Flag, positional int, args []string, err error) error {
	var known []string
	for name := range flags {
		known = append(known, "--"+name)
	}
	for i := 0; i < len(args) && args[i] != "--"; i++ {
		long, isLong := strings.CutPrefix(args[i], "--")
		if !isLong {
			if strings.HasPrefix(args[i], "-") {
				return fmt.Errorf("%s: no such flag; %s --help lists them", args[i], name)
			}
			continue
		}
		flag, value, given := strings.Cut(long, "=")
		f := flags[flag]
		switch {
		case f == nil:
			near := declare.DidYouMean("--"+flag, known)
			if near == "" {
				near = "; " + name + " --help lists them"
			}
			return fmt.Errorf("--%s: no such flag%s", flag, near)
		case f.IsBool() && given:
			return fmt.Errorf("--%s=%s: takes no value", flag, value)
		case f.IsBool() || given:
			continue
		case i+1 == len(args) || strings.HasPrefix(args[i+1], "-"):
			return fmt.Errorf("--%s: its value is missing, write --%s %s", flag, flag, f.FormatPlaceHolder())
		}
		i++ // the value
	}
	for i, arg := range args {
		if strings.HasPrefix(arg, "-") || (i > 0 && takesValue(flags, args[i-1])) {
			continue
		}
		if positional--; positional < 0 {
			return fmt.Errorf("%s: an argument that %s does not take; %s --help lists what it takes", arg, name, name)
		}
	}
	return fmt.Errorf("%s: %w", name, err)
}
