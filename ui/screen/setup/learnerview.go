package setup

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"regretscope/learners"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/kit"
	"regretscope/ui/kit/form"
)

// labels returns the names of the playing learners, each in the color of its line.
func (l *learnerList) labels() []string {
	labels := form.Labels(l.playing())
	for i := range labels {
		labels[i] = l.theme.Series(i).Style.Render(labels[i])
	}
	return labels
}

func (l *learnerList) view(focused bool, width, height int) (lines []string, above, below int) {
	playing := l.playing()
	names := form.Labels(playing)
	items := param.Map(l.rows, func(r row) item { return l.item(r, playing, names) })
	return l.list.view(items, l.detail(width), look{nameWidth, height / 3, focused}, width, height)
}

// item returns a row: a learner, or the heading of those that cannot
// play for one reason. A chosen learner has its place in the comparison, in the color of its line.
func (l *learnerList) item(r row, playing []*slot, names []string) item {
	if r.heading() {
		mark := " + "
		if l.unfolded[r.reason] {
			mark = " − "
		}
		return item{
			Mark: l.theme.Faint.Render(mark), Name: number.Count(len(r.folded)) + " cannot play",
			Brief: r.reason, Style: l.theme.Faint,
		}
	}
	it := item{
		Mark: "[ ]", Name: r.Name, Brief: cmp.Or(r.Brief, r.Summary),
		Paper: r.Paper, Style: l.theme.Text,
	}
	if r.reason == "" {
		it.Heading = r.Family.String()
	}
	switch {
	case l.isTyped(r):
		it.Mark = " ○ "
	case r.reason != "" && r.slot != nil:
		it.Mark, it.Brief, it.Style = l.theme.Faint.Render("[–]"), "set aside while it cannot play", l.theme.Faint
	case r.reason != "":
		it.Mark, it.Style = l.theme.Faint.Render(" – "), l.theme.Faint
	case r.slot != nil:
		place := slices.Index(playing, r.slot)
		it.Style = l.theme.Series(place).Style
		it.Mark, it.Name = it.Style.Render(fmt.Sprintf("[%d]", place+1)), names[place]
	}
	return it
}

// detail describes the learner at the cursor, including its pseudocode, or names the
// learners below a heading.
func (l *learnerList) detail(width int) []string {
	r, ok := l.current()
	switch {
	case !ok:
		return nil
	case r.heading():
		names := param.Map(r.folded, func(d *learners.Declaration) string { return d.Name })
		text := fmt.Sprintf("None of these learners can play %s: %s", l.scenario.Name, r.reason)
		return append(kit.Styled(text, width, 0, l.theme.Text),
			kit.Styled(strings.Join(slices.Compact(names), ", "), width, 0, l.theme.Faint)...)
	}
	lines := l.headline(r.Name, param.SpellOut(r.Paper), width)
	if r.reason != "" {
		text := fmt.Sprintf("✗ cannot play %s: %s", l.scenario.Name, r.reason)
		lines = append(lines, kit.Styled(text, width, 2, l.theme.Warn)...)
	}
	lines = append(lines, kit.Styled(r.Summary, width, 0, l.theme.Text)...)
	if r.Privacy != learners.Unknown {
		lines = append(lines, kit.Styled(promise(r.Declaration), width, 2, l.theme.Text)...)
	}
	for _, line := range r.Pseudocode {
		code := strings.TrimLeft(line.Text, " ")
		depth := len(line.Text) - len(code)
		text := fmt.Sprintf("%2d  %s", line.Number, line.Text)
		lines = append(lines, kit.Styled(text, width, 4+depth+2, l.theme.Faint)...)
	}
	return lines
}

// promise returns the paper's claim about a learner's privacy, and its requirements.
func promise(d *learners.Declaration) string {
	parts := []string{"no claim of privacy"}
	switch {
	case d.Privacy == learners.NotPrivate:
		parts[0] = "not private"
	case d.Claim != "":
		parts[0] = d.Claim
	}
	if d.KnowsHorizon {
		parts = append(parts, "knows T")
	}
	if d.Channel != "" {
		parts = append(parts, "channel "+d.Channel+" unless another is chosen")
	}
	for _, p := range d.Parameters {
		parts = append(parts, p.Name+" = "+p.Default+p.Derived)
	}
	return strings.Join(parts, " · ")
}
