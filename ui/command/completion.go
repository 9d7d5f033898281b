//go:build !js

package command

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"regretscope/noise/param"
	"regretscope/ui/answer"
	"regretscope/ui/manual"
)

// completions maps shells to scripts that make the shell call the hidden command complete.
var completions = map[string]string{
	"bash": `_regretscope() {
  local IFS=$'\n'
  COMPREPLY=($(regretscope complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _regretscope regretscope
`,
	"zsh": `#compdef regretscope
_regretscope() {
  local -a found
  found=(${(f)"$(regretscope complete "${(@)words[2,CURRENT]}" 2>/dev/null)"})
  if (( $#found )); then compadd -a found; else _files; fi
}
compdef _regretscope regretscope
`,
	"fish": `complete -c regretscope -a '(regretscope complete (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
`,
}

// A completionCommand is the command that prints the completion script of a shell.
type completionCommand struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

// Run prints a shell's script.
func (c *completionCommand) Run(out io.Writer) error {
	_, err := fmt.Fprint(out, completions[c.Shell])
	return err
}

// A completeCommand is the command that the scripts call with the words of a command line, of which the last is unfinished.
type completeCommand struct {
	Words []word `arg:"" optional:"" passthrough:""`
}

// A word is any text of a command line, also an empty one and a flag.
type word string

// UnmarshalText takes the text as it is.
func (w *word) UnmarshalText(text []byte) error {
	*w = word(text)
	return nil
}

// Run prints the possible values of the last word, one per line; nothing if it is a file or a number.
func (c *completeCommand) Run(out io.Writer, parser *kong.Kong) error {
	for _, found := range candidates(parser.Model.Node, c.Words) {
		if _, err := fmt.Fprintln(out, found); err != nil {
			return err
		}
	}
	return nil
}

func candidates(root *kong.Node, words []word) []string {
	words = slices.Clone(words) // bash splits --flag=value
	if n := len(words); n > 0 && words[n-1] == "=" {
		words[n-1] = ""
	}
	words = slices.DeleteFunc(words, func(w word) bool { return w == "=" })
	before, last := "", ""
	if n := len(words); n > 0 {
		last = string(words[n-1])
		if n > 1 {
			before = string(words[n-2])
		}
	}
	node := root.Children[0] // the terminal program, unless a command follows
	if len(words) > 1 {
		for _, child := range root.Children {
			if child.Name == string(words[0]) {
				node = child
			}
		}
	}
	var found []string
	for _, flag := range slices.Concat(node.Flags, root.Flags) {
		if name := "--" + flag.Name; name == before && !flag.IsBool() {
			return beginning(last, values(flag.Value))
		} else if strings.HasPrefix(last, "-") {
			found = append(found, name)
		}
	}
	switch {
	case strings.HasPrefix(last, "-"):
	case len(words) < 2:
		for _, child := range root.Children {
			if !child.Hidden {
				found = append(found, child.Name)
			}
		}
	case len(node.Positional) > 0 && len(words) == 2: // explain takes more words
		found = values(node.Positional[0])
	}
	return beginning(last, found)
}

// chosen maps the name of a flag or an argument to the listing of its values.
var chosen = map[string]string{
	"learner": "learners", "of": "learners", "against": "learners", "scenario": "scenarios", "channel": "channels",
	"lineup": "comparisons", "id": "figures", "name": "lessons",
}

// values returns the values of a flag or an argument, if they can be listed.
func values(v *kong.Value) (names []string) {
	switch {
	case chosen[v.Name] != "":
		names = param.Map(listings[chosen[v.Name]].Entries(), func(e answer.ListEntry) string { return e.ID })
		if v.Name == "id" {
			names = append(names, "all")
		}
	case v.Name == "word":
		names = param.Map(manual.All(), func(p *manual.Page) string { return strings.ReplaceAll(p.Word(), " ", "-") })
	case v.Name == "what":
		names = listed()
	case v.Enum != "":
		names = v.EnumSlice()
	}
	return names
}

func beginning(with string, all []string) []string {
	return slices.DeleteFunc(all, func(one string) bool { return !strings.HasPrefix(one, with) })
}
