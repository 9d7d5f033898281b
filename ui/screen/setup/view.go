package setup

import (
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"regretscope/model"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

var titles = [sections]string{"1 Scenario", "2 Learners", "3 Parameters"}

type drawing struct{ screen *Screen }

// View draws the screen, or returns the earlier drawing if nothing has changed.
func (s *Screen) View() string {
	return s.Draw(s.theme, "setup", minWidth, minHeight, nil, drawing{s}.draw)
}

func (d drawing) layout() layout {
	return arrange(d.screen.Width, d.screen.Height, len(d.hintLines()), len(d.warningLines())+1, d.screen.section)
}

func (d drawing) draw() kit.Block {
	switch d.screen.page {
	case sharePage:
		return d.viewShare()
	case comparisonPage:
		return d.viewComparisons()
	}
	l := d.layout()
	var parts []kit.Block
	for i, r := range l.sections {
		parts = append(parts, d.viewSection(section(i), r, l.folded(section(i))))
	}
	foot := kit.Fit(append(d.warningLines(), d.verdict()), d.screen.Width, l.foot.Height)
	if l.wide {
		return slices.Concat(d.hintLines(), kit.Beside(parts...), foot)
	}
	return slices.Concat(d.hintLines(), slices.Concat(parts...), foot)
}

func (d drawing) hintLines() kit.Block {
	if d.screen.hint == nil || d.screen.hint() == "" || d.screen.Height < roomy {
		return nil
	}
	if d.screen.first.Set() {
		return kit.Block{" " + kit.FitLine(d.screen.theme.Select("New here? enter opens the first lesson, ↓ chooses a run", true), d.screen.Width-1)}
	}
	return kit.Block{kit.FitLine(d.screen.theme.Accent.Render(" "+d.screen.hint()), d.screen.Width)}
}

// warningLines returns as many warnings as the sections leave room for.
func (d drawing) warningLines() []string {
	const most = 4
	var lines []string
	for _, warning := range d.screen.selected.warnings {
		lines = append(lines, kit.Styled(" ! "+param.Printable(warning), d.screen.Width, 3, d.screen.theme.Warn)...)
	}
	// The beginning of a warning says more than the number of warnings.
	return kit.Cut(lines, d.screen.Width, min(max(d.screen.Height-roomy, 1), most))
}

func (d drawing) viewSection(which section, r kit.Rect, folded bool) kit.Block {
	if folded {
		title := d.screen.theme.Title.Render(kit.FitLine(titles[which], len("3 Parameters")))
		return kit.Fit([]string{"   " + title + "  " + d.screen.selected.summary(which, d.screen.Width)}, r.Width, r.Height)
	}
	width, height := r.Inside()
	frame := kit.Frame{Title: titles[which], Focused: which == d.screen.section && !d.screen.first.Set()}
	var lines []string
	var above, below int
	switch which {
	case scenarioSection:
		lines, above, below = d.screen.selected.scenarios.view(frame.Focused, width, height)
		frame.Title += d.screen.selected.scenarios.title(frame.Focused)
	case learnerSection:
		lines, above, below = d.screen.selected.learners.view(frame.Focused, width, height)
		frame.Title += fmt.Sprintf(" · %d of up to %d", len(d.screen.selected.learners.playing()), model.MaxLearners) +
			d.screen.selected.learners.title(frame.Focused)
	default:
		d.screen.form.SetSize(width, height)
		lines, above, below = d.screen.form.View()
	}
	frame.Remark = kit.Hidden(above, below)
	return frame.Draw(d.screen.theme, lines, r.Width, r.Height)
}

// viewComparisons draws the named comparisons, and what enter does.
func (d drawing) viewComparisons() kit.Block {
	lines, above, below := d.screen.comparisons.view(d.screen.Width-kit.FrameWidth, d.screen.Height-kit.FrameHeight-1)
	frame := kit.Frame{Title: "Named comparisons", Focused: true, Remark: kit.Hidden(above, below)}
	verdict := d.screen.theme.Good.Render(" enter") + " puts " + d.screen.comparisons.all[d.screen.comparisons.chosen].Name +
		" on the screen, where it can be changed"
	if d.screen.Notice.Text != "" {
		verdict = d.verdict()
	}
	return append(frame.Draw(d.screen.theme, lines, d.screen.Width, d.screen.Height-1), kit.FitLine(verdict, d.screen.Width))
}

// verdict says why the newest key did nothing, what the mistake is, or what enter starts.
func (d drawing) verdict() string {
	if d.screen.Notice.Text != "" {
		return d.screen.theme.Bad.Render(" ✗ " + param.Printable(d.screen.Notice.Text))
	}
	if d.screen.selected.scenarios.unread() {
		if d.screen.selected.scenarios.reading.Running() {
			return d.screen.theme.Accent.Render(" … reading the scenario")
		}
		return d.screen.theme.Faint.Render(" … the scenario is read when you leave its field, or at enter")
	}
	if d.screen.asksFirst() {
		return d.screen.theme.Good.Render(" enter") + ", then type the " + d.screen.selected.scenarios.chosen.Fields[0].Name
	}
	c, err := d.screen.Config()
	if err != nil {
		return d.screen.theme.Bad.Render(" ✗ " + param.Printable(err.Error()))
	}
	names := labels(d.screen.selected.learners.playing())
	enter := d.screen.theme.Good.Render(" " + theme.PlayGlyph + " enter")
	if d.screen.first.Set() {
		return enter + " opens the first lesson; L lists all"
	}
	setting := fmt.Sprintf(" on %s · ε %s · T %s · seed %d",
		param.Printable(c.Scenario.Title()), number.Setting(c.Epsilon), number.Count(c.Horizon), c.Seed)
	line := enter + " runs " + strings.Join(names, ", ") + setting
	if ansi.StringWidth(line) > d.screen.Width {
		line = enter + " runs the " + strings.TrimPrefix(number.Plural(len(names), "learner"), "1 ") + " chosen" + setting
	}
	return line
}

// The smallest size of the screen, the height from which it has a line for each folded section, and the
// width from which its three sections are side by side.
const (
	minWidth, minHeight = 60, 8
	roomy               = 14
	wideWidth           = 108
)

// A layout holds the place of every part. A folded section is a single line.
type layout struct {
	wide     bool     // the sections stand side by side
	hint     kit.Rect // empty without a hint
	sections [sections]kit.Rect
	foot     kit.Rect // warnings, and the effect of enter
}

func (l *layout) folded(which section) bool { return !l.wide && l.sections[which].Height <= 1 }

// arrange returns the place of every part, with hint lines of a hint and foot lines in the foot. Sections are side by
// side; if that is too narrow they are stacked, with only the active one unfolded.
func arrange(width, height, hint, foot int, active section) layout {
	var l layout
	if width < minWidth || height < minHeight {
		return l
	}
	body := kit.Rect{Width: width, Height: height}
	l.hint, body = body.Rows(hint)
	body, l.foot = body.Rows(body.Height - foot)
	if l.wide = width >= wideWidth; l.wide {
		l.sections[scenarioSection], body = body.Columns(width * 34 / 100)
		l.sections[learnerSection], l.sections[parameterSection] = body.Columns(width * 36 / 100)
		return l
	}
	folded := 1
	if height < roomy {
		folded = 0
	}
	for i := range l.sections {
		rows := folded
		if section(i) == active {
			rows = height - hint - foot - folded*(int(sections)-1)
		}
		l.sections[i], body = body.Rows(rows)
	}
	return l
}

// click goes to the clicked section, item, or field. A click on the learner or comparison at the
// cursor chooses it. The wheel moves the cursor.
func (s *Screen) click(msg tea.MouseMsg) error {
	if by := kit.Wheel(msg); by != 0 {
		s.moveBy(by)
		return nil
	}
	if !kit.Clicked(msg) || s.page == sharePage {
		return nil
	}
	if s.page == comparisonPage {
		if i, ok := s.comparisons.itemAt(msg.Y - 1); ok && s.comparisons.choose(i) {
			return s.takeComparison("")
		}
		return nil
	}
	l := drawing{s}.layout()
	at := slices.IndexFunc(l.sections[:], func(r kit.Rect) bool { return r.Contains(msg.X, msg.Y) })
	if at < 0 {
		return nil
	}
	which, line := section(at), msg.Y-l.sections[at].Y-1
	defer s.goTo(which)
	switch {
	case l.folded(which):
	case which == scenarioSection:
		if i, ok := s.selected.scenarios.itemAt(line); ok {
			s.selected.scenarios.chosen = s.selected.scenarios.listed()[i]
		}
	case which == learnerSection:
		i, ok := s.selected.learners.itemAt(line)
		if ok && i == s.selected.learners.at && s.section == which {
			return s.selected.learners.toggle("")
		} else if ok {
			s.selected.learners.at = i
		}
	default:
		if f := s.form.FieldAt(line); f != nil {
			s.form.FocusOn(f)
		}
	}
	return nil
}
