//go:build !js

package reference

import (
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"

	"regretscope/model"
	"regretscope/ui/kit/outfile"
	"regretscope/ui/limits"
	"regretscope/ui/manual"
)

// Man is the command that writes the manual page.
type Man struct{}

// Help says how to read the page.
func (*Man) Help() string {
	return `Examples:

	regretscope man | man -l -
	regretscope man > ~/.local/share/man/man1/regretscope.1`
}

// Run writes the page, made from the flags.
func (*Man) Run(out io.Writer, parser *kong.Kong) error {
	return outfile.Buffered(out, func(w io.Writer) error {
		page := roffPage{w}
		page.line(".TH REGRETSCOPE 1 %q %q", "", "regretscope "+model.Version)
		page.line(".SH NAME\nregretscope \\- an oscilloscope for private online learning")
		page.line(".SH SYNOPSIS\n.B regretscope\n[\\fICOMMAND\\fR] [\\fIFLAGS\\fR]")
		page.line(".SH DESCRIPTION\n%s", roff(parser.Model.Help))
		page.line(".SH EVERY COMMAND")
		page.flags(parser.Model.Flags)
		for _, node := range parser.Model.Children {
			if !node.Hidden || node.Tag.HasDefault {
				page.command(node)
			}
		}
		page.line(".SH MANUAL\n.B regretscope explain\n\\fIWORD\\fR shows a page; without a word it lists all. Those about the program are")
		for _, p := range manual.All() {
			if p.Kind == manual.Guide {
				page.line(".TP\n.B %s\n%s", roff(p.Name), roff(p.Summary))
			}
		}
		page.line(".SH LIMITS")
		for i := range limits.All {
			page.line(".TP\n%s\nat most %s", roff(limits.All[i].Of), roff(limits.All[i].Text()))
		}
		page.line(".SH EXIT STATUS")
		for _, s := range []string{
			"0|Done.", "1|It failed.", "2|The request was wrong.",
			"3|The time limit came first; what is finished is in the records.",
			"130|Interrupted; what was finished is saved where --output says.",
		} {
			status, meaning, _ := strings.Cut(s, "|")
			page.line(".TP\n.B %s\n%s", status, roff(meaning))
		}
		return nil
	})
}

// A roffPage is a page in the language of man. What cannot be written is noticed
// when the buffer below it is flushed.
type roffPage struct{ w io.Writer }

func (m roffPage) line(format string, arguments ...any) { fmt.Fprintf(m.w, format+"\n", arguments...) }

// command writes a command with its arguments, flags and examples.
func (m roffPage) command(node *kong.Node) {
	title := node.Name
	if node.Tag.HasDefault {
		title = "without a command"
	}
	m.line(".SH %s\n%s", strings.ToUpper(roff(title)), roff(node.Help))
	for _, v := range node.Positional {
		m.line(".TP\n.I %s\n%s", roff(v.Summary()), roff(v.Help))
	}
	m.flags(node.Flags)
	for paragraph := range strings.SplitSeq(strings.ReplaceAll(node.Detail, "\t", "  "), "\n\n") {
		if strings.HasPrefix(paragraph, " ") {
			m.line(".PP\n.nf\n%s\n.fi", roff(paragraph))
		} else {
			m.line(".PP\n%s", roff(paragraph))
		}
	}
}

func (m roffPage) flags(all []*kong.Flag) {
	for _, f := range all {
		m.line(".TP\n.B %s\n%s", roff(f.Summary()), roff(f.Help))
	}
}

func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
