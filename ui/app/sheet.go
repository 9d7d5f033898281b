package app

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"regretscope/model"
	"regretscope/model/choice"
	"regretscope/model/trials"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/kit/theme"
	"regretscope/ui/lesson"
	"regretscope/ui/screenshot"
)

// markdown escapes the characters of texts that Markdown would take for its own.
var markdown = strings.NewReplacer(
	"*", `\*`, "_", `\_`, "`", "\\`", "<", "&lt;", "&", "&amp;", `\`, `\\`, "[", `\[`, "]", `\]`, "!", `\!`, "#", `\#`,
)

// A Saver saves a picture and returns its path.
type Saver func(name string, write func(io.Writer) error) (path string, err error)

// Pictures plays a script and saves a picture of the end of each stop. Errors are script.Mistakes, or those of save.
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
	at, right, due := -1, "", false // the newest question, what is right, and whether its answer is still to be written
	var unsolved error
	if o.rehearsal = math.MaxInt64; save != nil {
		o.Background = theme.Light
	}
	o.watch = func(p *player) {
		now := p.root.stops.State()
		q := now.Asks
		if due && now.Answered && now.Stop == at {
			due = false
			fmt.Fprintf(&b, "\nAnswer: %s%s\n", right, markdown.Replace(q.Answer))
		}
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
		right, due = "", answers
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
		if !answers && q.Choices == nil {
			b.WriteString("Answer:\n")
		}
	}
	if _, err := Play(o); cmp.Or(err, unsolved) != nil {
		return "", cmp.Or(err, unsolved)
	}
	err := problems(&b, o.Lesson, answers)
	return b.String(), err
}

// problems writes a problem about each run of a lesson that compares learners, whose answer replications compute.
func problems(b *strings.Builder, l *lesson.Lesson, answers bool) error {
	n, seen := 0, map[string]bool{}
	for i, s := range l.Stops {
		e := &trials.Experiment{Points: []*model.Config{s.Config}, Runs: lesson.Replications}
		line := choice.RunLine(e)
		if seen[line] || s.Config.Waits() || len(s.Config.Learners) < 2 {
			continue
		}
		if seen[line], n = true, n+1; n == 1 {
			b.WriteString("\n## Problems\n")
		}
		fmt.Fprintf(b, "\n%d. Replicate the run of stop %d:\n\n       %s\n\n   Which learner has the least mean regret, which has the "+
			"most, and how much?\n", n, i+1, line)
		if !answers {
			continue
		}
		result, err := e.Run(context.Background(), nil)
		if err != nil {
			return err
		}
		ends := slices.DeleteFunc(result.Rows, func(r trials.Row) bool { return r.Round < r.Horizon }) // by learner
		order := param.Order(len(ends), func(a, b int) int { return cmp.Compare(ends[a].RegretMean, ends[b].RegretMean) })
		say := func(j int) string {
			return markdown.Replace(s.Config.Learners[j].Label()) + " " + number.WithError(float64(ends[j].RegretMean), ends[j].StandardError())
		}
		fmt.Fprintf(b, "\n   Answer: %s; %s.\n", say(order[0]), say(order[len(order)-1]))
	}
	return nil
}
