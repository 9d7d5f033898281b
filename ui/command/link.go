package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/command/flags"
)

// maxLink is the largest length of a link, in bytes.
const maxLink = 4096

// RunLink runs the program with the command line of a link to the page. The text after the link's # has flags of the
// terminal program, or lesson and a name. It names no files, because people follow links without reading them.
func (p *Program) RunLink(ctx context.Context, text string) int {
	p.linked = true
	args, err := linkArguments(text)
	if err != nil {
		p.say(fmt.Errorf("the link: %w", err))
		return wrong
	}
	return p.Run(ctx, args)
}

func linkArguments(text string) ([]string, error) {
	switch {
	case len(text) > maxLink:
		return nil, fmt.Errorf("has %s bytes, at most %s are allowed", number.Count(len(text)), number.Count(maxLink))
	case !param.IsPrintable(text):
		return nil, errors.New("holds a character that is not text")
	}
	args := param.Words(text)
	if len(args) > 0 && args[0] == Name {
		args = args[1:]
	}
	return args, nil
}

// checkLink returns an error if the arguments of a link name a file or have more than flags of
// the terminal program or a lesson.
func checkLink(parser *kong.Kong, args []string) error {
	const opens = "must be flags of the terminal program, or lesson and its name"
	if len(args) > 0 && args[0] != "lesson" && !strings.HasPrefix(args[0], "-") {
		return fmt.Errorf("%s: %s", param.Printable(args[0]), opens)
	}
	trace, err := kong.Trace(parser, args)
	if err == nil {
		err = trace.Error
	}
	if err != nil {
		return flags.Explained(err)
	}
	// Not the first word decides, but the command that is selected, as also after -- and flags.
	if selected := trace.Selected(); selected != nil && selected.Name != "lesson" && selected != parser.Model.DefaultCmd {
		return fmt.Errorf("%s: %s", selected.Name, opens)
	}
	for _, part := range trace.Path {
		if part.Flag != nil {
			err = linkable(part.Flag, trace.FlagValue(part.Flag))
		} else if part.Positional != nil {
			err = ours(part.Positional.Name, fmt.Sprint(trace.Value(part)))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// linkable refuses a flag that names a file, a program, or a data set.
func linkable(flag *kong.Flag, value any) error {
	names := flag.Tag.Has("reads") || flag.Tag.Has("writes") || flag.Tag.Has("folder")
	switch {
	case flag.Name == "scenario":
		return ours("--scenario", fmt.Sprint(value))
	case names:
		return fmt.Errorf("--%s: names a file, which a link may not", flag.Name)
	case slices.Contains([]string{"memory", "help", "version"}, flag.Name):
		return fmt.Errorf("--%s: is not for a link", flag.Name)
	}
	return nil
}

// ours refuses a name that could be a file's.
func ours(what, name string) error {
	lower := strings.ToLower(name)
	if strings.ContainsAny(name, `/\`) || strings.Contains(lower, ".toml") || strings.Contains(lower, ".csv") {
		return fmt.Errorf("%s %s: names a file, which a link may not", what, param.Printable(name))
	}
	return nil
}
