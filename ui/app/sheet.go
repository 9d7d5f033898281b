package app

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"strings"

	"regretscope/model/trials"
	"regretscope/ui/kit/theme"
	"regretscope/ui/screenshot"
)

// markdown escapes the characters of texts that Markdown would take for its own.
var markdown = strings.NewReplacer(
	"*", `\*`, "_", `\_`, "`", "\\`", "<", "&lt;", "&", "&amp;", `\`, `\\`, "[", `\[`, "]", `\]`, "!", `\!`, "#", `\#`,
)

// A Saver saves a picture and returns its path.
type Saver func(name string, write func(io.Writer) error) (path string, err error)

// Pictures plays a script and saves a picture of the end of each stop. Errors are script.Mistakes, or
// those of save.
func Pictures(o Options, save Saver) error {
	at, view, made := -1, "", trials.MadeBy("")
	var unsaved error
	keep := func() {
		if at >= 0 {
			_, err := save(fmt.Sprintf("stop-%d.svg", at+1), func(w io.Writer) error {
				return screenshot.SVG(w, view, o.Background != theme.Light, made)
			})
			unsaved = cmp.Or(unsaved, err)
		}
	}
	o.watch = func(p *player) {
		now := p.root.stops.State().Stop
		if now != at {
			keep()
		}
		if at = now; at >= 0 {
			view, made = p.root.draw(), p.root.made()
		}
	}
	if _, err := Play(o); err != nil {
		return err
	}
	keep()
	return unsaved
}

// Sheet plays a lesson and returns its questions as Markdown, with the numbers of its runs and perhaps
// with answers. If save is not nil, it saves the screens. Errors are script.Mistakes, or those of save.
func Sheet(o Options, answers bool, save Saver) (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s\n", markdown.Replace(o.Lesson.Title), markdown.Replace(o.Lesson.About))
	at := -1
	var unsolved error
	if o.rehearsal = math.MaxInt64; save != nil {
		o.Background = theme.Light
	}
	o.watch = func(p *player) {
		now := p.root.stops.State()
		q := now.Asks
		if !now.Arrived || now.Stop == at || q.Ask == "" || p.root.host.Preparing() {
			return
		}
		at = now.Stop
		fmt.Fprintf(&b, "\n## Stop %d\n\n%s\n\n**%s**\n\n", at+1, markdown.Replace(now.Say), markdown.Replace(q.Ask))
		if save != nil {
			view, made := p.root.draw(), p.root.made()
			path, err := save(fmt.Sprintf("stop-%d.svg", at+1), func(w io.Writer) error { return screenshot.SVG(w, view, false, made) })
			unsolved = cmp.Or(unsolved, err)
			fmt.Fprintf(&b, "![The screen at stop %d](<%s>)\n\n", at+1, path)
		}
		right := ""
		for i, c := range q.Choices {
			fmt.Fprintf(&b, "%d. %s\n", i+1, markdown.Replace(c.Text))
			if c.Why == "" {
				right = fmt.Sprintf("%d. ", i+1)
			}
		}
		if q.Typed() {
			solution, err := q.Solution(p.root.host.Scene())
			right, unsolved = solution+". ", cmp.Or(unsolved, err)
		}
		switch {
		case answers:
			fmt.Fprintf(&b, "\nAnswer: %s%s\n", right, markdown.Replace(q.Answer))
		case q.Choices == nil:
			b.WriteString("Answer:\n")
		}
	}
	_, err := Play(o)
	return b.String(), cmp.Or(err, unsolved)
}
