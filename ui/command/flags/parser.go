package flags

import (
	"cmp"
	_ "embed" // long help texts are a file
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/alecthomas/kong"

	"regretscope/model"
	"regretscope/model/audit"
	"regretscope/model/program"
	"regretscope/model/trials"
	"regretscope/noise/memlimit"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/lesson"
	"regretscope/ui/script"
)

// NewParser returns a parser of arguments for flags or for a grammar of commands.
func NewParser(flags any, more ...kong.Option) (*kong.Kong, error) {
	return kong.New(flags, slices.Concat(more, readers, []kong.Option{
		filled,
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

// Check returns an error if a flag was given twice, a file is both read and written, or a plot with flags is not drawn.
func Check(request *kong.Context) error {
	return cmp.Or(refuseTwice(request), refuseSame(request), refuseUndrawn(request))
}

// refuseUndrawn returns an error if a flag with the tag plots was given without the one that names the plot's file.
func refuseUndrawn(request *kong.Context) error {
	var file *kong.Flag
	for _, flag := range request.Flags() {
		if flag.Name == "plot" || flag.Name == "output" && file == nil {
			file = flag
		}
	}
	for _, part := range request.Path {
		drawn := func(other *kong.Path) bool { return other.Flag == file }
		if flag := part.Flag; flag != nil && flag.Tag.Has("plots") && !slices.ContainsFunc(request.Path, drawn) {
			return fmt.Errorf("--%s: needs --%s, which draws the plot", flag.Name, file.Name)
		}
	}
	return nil
}

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
	words := param.Words(flags)
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

//go:embed help.txt
var helpText string

// helpTexts are the values of ${name} in the help and the defaults of flags. Those in help.txt begin
// with a line "# name", and may contain the others.
func helpTexts() map[string]string {
	texts := limitVariables()
	maps.Copy(texts, map[string]string{
		"channels":         channelNames(),
		"groups":           strings.Join(param.Map(model.Groups, func(g model.Group) string { return g.Name }), ", "),
		"default_memory":   memlimit.Format(memlimit.Default),
		"audit_runs":       strconv.Itoa(audit.DefaultRuns),
		"audit_runs_text":  number.Count(audit.DefaultRuns),
		"audit_confidence": number.Format(audit.DefaultConfidence),
		"audit_limit":      strings.TrimSuffix(audit.DefaultLimit.String(), "0s"),
	})
	fill := replacer(texts)
	for _, part := range strings.Split("\n"+helpText, "\n# ")[1:] {
		name, text, _ := strings.Cut(part, "\n")
		texts[name] = fill.Replace(strings.Join(strings.Fields(text), " "))
	}
	return texts
}

// filler fills in the help texts.
var filler = sync.OnceValue(func() *strings.Replacer { return replacer(helpTexts()) })

// replacer replaces ${name} by the text of that name.
func replacer(texts map[string]string) *strings.Replacer {
	var pairs []string
	for name, text := range texts {
		pairs = append(pairs, "${"+name+"}", text)
	}
	return strings.NewReplacer(pairs...)
}

// filled fills in help texts before kong looks for variables: kong goes through all variables
// for every flag, which would take two thirds of the time to start.
var filled = kong.PostBuild(func(k *kong.Kong) error {
	replacer := filler()
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

// OpenLesson reads a shipped lesson or a file, with its runs. Errors are one sentence with file and line.
func OpenLesson(name string) (*lesson.Lesson, error) {
	l, err := lesson.Open(name)
	if err != nil {
		return nil, err
	}
	return l, l.Configure(func(start string) (*model.Config, error) {
		own, err := Parse(start)
		if err != nil {
			return nil, err
		}
		own.Live = true
		return own.Config()
	})
}
