package command

import (
	"cmp"
	_ "embed" // the examples are a file
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"regretscope/noise/dpaudit"
	"regretscope/ui/kit/stream"
)

//go:embed help.txt
var helpText string

// addExamples adds to each command the part of help.txt that begins with its name.
func addExamples(parser *kong.Kong) error {
	all := "\n" + strings.ReplaceAll(helpText, "${caveat}", dpaudit.Caveat)
	for _, node := range parser.Model.Children {
		_, text, _ := strings.Cut(all, "\n# "+node.Name+"\n\n")
		text, _, _ = strings.Cut(text, "\n\n# ")
		lines := strings.Split(strings.TrimSpace(text), "\n")
		for i := 0; i < len(lines); i++ {
			const room = 75 // in 80 columns, after kong's indentation
			if line := lines[i]; strings.HasPrefix(line, "\t") && len(line) > room {
				if at := strings.LastIndex(line[:room-2], " --"); at > 0 { // continues on the next line
					lines = slices.Replace(lines, i, i+1, line[:at]+" \\", "\t    "+line[at+1:])
				}
			}
		}
		node.Detail = strings.Join(lines, "\n")
	}
	return nil
}

// answered ends parsing after help or the version was written; unwritten is the error if it was not.
type answered struct{ unwritten error }

func (*answered) Error() string { return "answered" }

// wants are the headings of the commands: what one wants to do.
var wants = []kong.Group{
	{Key: "watch", Title: "Watch:"},
	{Key: "measure", Title: "Measure:"},
	{Key: "check", Title: "Check papers:"},
	{Key: "search", Title: "Search:"},
	{Key: "learn", Title: "Learn:"},
}

// rare are the flags at the end of the help, below their own heading.
var rare = []string{
	"help", "mu", "rho", "data", "workers", "shard", "confidence", "background", "charset", "reduced-motion",
	"no-state", "mouse", "allow-rounds", "answer-within", "memory", "color",
}

// writeHelp writes the help of the named command. The program itself has the flags of the terminal program.
func writeHelp(options kong.HelpOptions, ctx *kong.Context) error {
	root, node := ctx.Model.Node, ctx.Selected()
	if node == nil {
		root.Detail, root.Flags = root.Children[0].Detail, append(root.Children[0].Flags, root.Flags...)
	} else {
		node.Flags, root.Flags = append(node.Flags, root.Flags...), nil
	}
	ctx.Model.HelpFlag.Help = "Show this help."
	for _, f := range append(root.Flags, cmp.Or(node, root).Flags...) {
		if slices.Contains(rare, f.Name) {
			f.Group = &kong.Group{Key: "rare", Title: "Rarely needed:"}
		}
	}
	options.WrapUpperBound = stream.TextWidth(ctx.Stdout)
	return &answered{kong.DefaultHelpPrinter(options, ctx)}
}
