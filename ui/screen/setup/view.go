package setup

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/channel"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/file"
	"regretscope/ui/kit"
	"regretscope/ui/kit/form"
	"regretscope/ui/kit/theme"
)

var titles = [sections]string{"1 Scenario", "2 Learners", "3 Parameters"}

// View draws the screen, or returns the earlier drawing if nothing has changed.
func (s *Screen) View() string {
	return s.Draw(s.theme, "setup", minWidth, minHeight, nil, s.draw)
}

func (s *Screen) layout() layout {
	return arrange(s.Width, s.Height, len(s.hintLines()), len(s.warningLines())+1, s.section)
}

func (s *Screen) draw() kit.Block {
	switch {
	case s.sharing:
		return s.viewShare()
	case s.browsing:
		return s.viewLineups()
	}
	l := s.layout()
	var parts []kit.Block
	for i, r := range l.sections {
		parts = append(parts, s.viewSection(section(i), r, l.folded(section(i))))
	}
	foot := kit.Fit(append(s.warningLines(), s.verdict()), s.Width, l.foot.Height)
	if l.wide {
		return slices.Concat(s.hintLines(), kit.Beside(parts...), foot)
	}
	return slices.Concat(s.hintLines(), slices.Concat(parts...), foot)
}

func (s *Screen) hintLines() kit.Block {
	if s.hint == "" {
		return nil
	}
	return kit.Block{kit.FitLine(s.theme.Accent.Render(" "+s.hint), s.Width)}
}

// warningLines returns the warnings, as far as the sections leave room.
func (s *Screen) warningLines() []string {
	const most = 4
	var lines []string
	for _, warning := range s.warnings {
		lines = append(lines, kit.Styled(" ! "+param.Printable(warning), s.Width, 3, s.theme.Warn)...)
	}
	room := min(max(s.Height-minHeight, 1), most)
	if len(lines) > room {
		// The beginning of one says more than their number.
		lines[room-1] = ansi.Truncate(lines[room-1], s.Width-2, "") + " " + theme.Ellipsis
	}
	return lines[:min(len(lines), room)]
}

func (s *Screen) viewSection(which section, r kit.Rect, folded bool) kit.Block {
	if folded {
		title := s.theme.Title.Render(kit.FitLine(titles[which], len("3 Parameters")))
		return kit.Fit([]string{"   " + title + "  " + s.summary(which)}, r.Width, 1)
	}
	width, height := r.Inside()
	frame := kit.Frame{Title: titles[which], Focused: which == s.section}
	var lines []string
	var above, below int
	switch which {
	case scenarioSection:
		lines, above, below = s.scenarioPart(width, height).View()
		frame.Title += s.filterTitle(which)
	case learnerSection:
		lines, above, below = s.learnerPart(width, height).View()
		frame.Title += fmt.Sprintf(" · %d of up to %d", len(s.playing()), model.MaxLearners) + s.filterTitle(which)
	default:
		s.form.SetSize(width, height)
		lines, above, below = s.form.View()
	}
	frame.Remark = kit.Hidden(above, below)
	return frame.Draw(s.theme, lines, r.Width, r.Height)
}

func (s *Screen) scenarioPart(width, height int) choicePart {
	return choicePart{List: s.scenarioList(width), Detail: s.scenarioDetail(width), Keep: height / 2, Height: height}
}

func (s *Screen) learnerPart(width, height int) choicePart {
	return choicePart{List: s.learnerList(width), Detail: s.learnerDetail(width), Keep: height / 3, Height: height}
}

// filterTitle returns the part of a title for the list's filter.
func (s *Screen) filterTitle(which section) string {
	f := &s.filters[which]
	if !f.typing && !f.active() {
		return ""
	}
	return " · / " + f.line.View(24, f.typing && which == s.section)
}

func (s *Screen) summary(which section) string {
	var parts []string
	switch which {
	case scenarioSection:
		parts = append(parts, s.entries[s.entry].Title)
		if sc := s.built.scenario; sc != nil {
			parts = append(parts, facts(sc)...)
		}
	case learnerSection:
		for i, name := range form.Labels(s.playing()) {
			parts = append(parts, s.theme.Series(i).Style.Render(name))
		}
	default:
		parts = append(parts, "ε "+s.run.epsilon.Value(), "T "+s.run.horizon.Value(), "seed "+s.run.seed.Value())
	}
	return strings.Join(parts, " · ")
}

// facts returns the words that describe an environment as a whole.
func facts(sc *scenarios.Scenario) []string {
	kind := string(sc.Kind)
	if n := len(sc.Phases); n > 1 {
		kind += fmt.Sprintf(", %d phases", n)
	}
	return []string{kind, fmt.Sprintf("%s feedback", sc.Feedback), fmt.Sprintf("K %d", sc.Arms())}
}

// verdict returns the line about the choice: why the newest key did nothing, the mistake, or
// what enter starts.
func (s *Screen) verdict() string {
	if s.Notice.Text != "" {
		return s.theme.Bad.Render(" ✗ " + param.Printable(s.Notice.Text))
	}
	if s.unread() {
		if s.reading.Running() {
			return s.theme.Accent.Render(" … reading the scenario")
		}
		return s.theme.Faint.Render(" … the scenario is read when you leave its field, or at enter")
	}
	if s.asksFirst() {
		return s.theme.Good.Render(" enter") + ", then type the " + s.entries[s.entry].Fields[0].Name
	}
	c, err := s.Config()
	if err != nil {
		return s.theme.Bad.Render(" ✗ " + param.Printable(err.Error()))
	}
	names := form.Labels(s.playing())
	enter := s.theme.Good.Render(" " + theme.PlayGlyph + " enter")
	setting := fmt.Sprintf(" on %s · ε %s · T %s · seed %d",
		param.Printable(c.Scenario.Title()), param.FormatNumber(c.Epsilon), kit.Count(c.Horizon), c.Seed)
	line := enter + " runs " + strings.Join(names, ", ") + setting
	if ansi.StringWidth(line) > s.Width {
		line = enter + " runs the " + strings.TrimPrefix(kit.Plural(len(names), "learner"), "1 ") + " chosen" + setting
	}
	return line
}

// The smallest size of the screen, and the width from which its three sections are side by
// side.
const (
	minWidth, minHeight = 60, 14
	wideWidth           = 108
)

// A layout has the place of every part. A folded section is a single line.
type layout struct {
	wide     bool     // the sections stand side by side
	hint     kit.Rect // empty without a hint
	sections [sections]kit.Rect
	foot     kit.Rect // warnings, and the effect of enter
}

func (l *layout) folded(which section) bool { return !l.wide && l.sections[which].Height == 1 }

// arrange returns the place of every part, with hint lines of a hint and foot lines in the
// foot. Sections are side by side; if that is too narrow they are stacked, with only the active
// one unfolded.
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
	for i := range l.sections {
		rows := 1
		if section(i) == active {
			rows = height - hint - foot - int(sections) + 1
		}
		l.sections[i], body = body.Rows(rows)
	}
	return l
}

// headline returns a name and its source, on two lines if one is too short.
func (s *Screen) headline(name, from string, width int) []string {
	if from == "" {
		return []string{s.theme.Title.Render(name)}
	}
	if ansi.StringWidth(name+" · "+from) <= width {
		return []string{s.theme.Title.Render(name) + s.theme.Faint.Render(" · "+from)}
	}
	return append([]string{s.theme.Title.Render(name)}, kit.Styled(from, width, 0, s.theme.Faint)...)
}

// scenarioDetail describes the chosen scenario: its summary, its source, and its arms.
func (s *Screen) scenarioDetail(width int) []string {
	e, sc := s.entries[s.entry], s.built.scenario
	lines := s.headline(e.Title, strings.Trim(e.Name+" · "+param.SpellOut(e.Paper), " ·"), width)
	switch {
	case s.built.err != nil:
		return append(lines, kit.Styled("✗ "+param.Printable(s.built.err.Error()), width, 2, s.theme.Bad)...)
	case sc == nil:
		return append(lines, s.theme.Faint.Render("not read yet"))
	}
	text := sc.Summary
	switch {
	case e.Preset != nil:
	case e.Reads: // a file has its own name
		text = sc.Name + ": " + text
	default:
		text = e.Summary
	}
	lines = append(lines, kit.Styled(param.Printable(text), width, 0, s.theme.Text)...)
	lines = append(lines, kit.Styled(strings.Join(facts(sc), " · "), width, 0, s.theme.Faint)...)
	if points := sc.Breakpoints(); len(points) > 0 {
		const most = 10
		rounds := strings.Trim(fmt.Sprint(points[:min(len(points), most)]), "[]")
		if len(points) > most {
			rounds += " " + theme.Ellipsis
		}
		lines = append(lines, kit.Styled("means change at rounds "+rounds, width, 2, s.theme.Faint)...)
	}
	return append(lines, s.armLines(sc, width)...)
}

// armLines draws the arms' means in the first phase as bars, the best marked.
func (s *Screen) armLines(sc *scenarios.Scenario, width int) []string {
	phase, gaps := &sc.Phases[0], sc.Gaps()
	shown := min(len(phase.Arms), s.Height) // more never fit
	labels, laws, longest := 1, make([]string, shown), 0
	for j, law := range phase.Arms[:shown] {
		labels = min(max(labels, ansi.StringWidth(param.Printable(sc.Label(j)))), width/4)
		if name := law.String(); !strings.HasPrefix(name, "bernoulli") { // the mean determines it
			laws[j] = " " + name
			longest = max(longest, len(laws[j]))
		}
	}
	room := width - labels - 13 // for the star, the mean, and blanks
	// With little room, the name of a distribution says more than its gap.
	gapWidth := 8
	if longest > 0 && room-gapWidth-longest < 8 {
		gapWidth = 0
	}
	bar := min(24, max(5, room-gapWidth-longest))
	lines := make([]string, shown)
	for j := range lines {
		mark, gap := " ", ""
		if phase.IsBest(j) {
			mark = s.theme.Good.Render(theme.BestGlyph)
		} else if sc.PlaySize() == 1 && gapWidth > 0 {
			gap = "Δ " + kit.Fixed(gaps[j], 4)
		}
		lines[j] = fmt.Sprintf("%s %s %s μ %s %s", kit.FitLine(param.Printable(sc.Label(j)), labels), mark,
			s.theme.Accent.Render(kit.Bar(phase.Means[j], bar)), kit.Fixed(phase.Means[j], 4),
			s.theme.Faint.Render(kit.FitLine(gap, gapWidth)+laws[j]))
	}
	return lines
}

// learnerDetail describes the learner at the cursor, including its pseudocode, or names the
// learners below a heading.
func (s *Screen) learnerDetail(width int) []string {
	r, ok := s.at()
	switch {
	case !ok:
		return nil
	case r.heading():
		names := param.Map(r.folded, func(d *learners.Declaration) string { return d.Name })
		text := fmt.Sprintf("None of these learners can play %s: %s", s.built.scenario.Name, r.reason)
		return append(kit.Styled(text, width, 0, s.theme.Text),
			kit.Styled(strings.Join(slices.Compact(names), ", "), width, 0, s.theme.Faint)...)
	}
	lines := s.headline(r.Name, param.SpellOut(r.Paper), width)
	if r.reason != "" {
		text := fmt.Sprintf("✗ cannot play %s: %s", s.built.scenario.Name, r.reason)
		lines = append(lines, kit.Styled(text, width, 2, s.theme.Warn)...)
	}
	lines = append(lines, kit.Styled(r.Summary, width, 0, s.theme.Text)...)
	if r.Privacy != learners.Unknown {
		lines = append(lines, kit.Styled(promise(r.Declaration), width, 2, s.theme.Text)...)
	}
	for _, line := range r.Pseudocode {
		code := strings.TrimLeft(line.Text, " ")
		depth := len(line.Text) - len(code)
		text := fmt.Sprintf("%2d  %s", line.Number, line.Text)
		lines = append(lines, kit.Styled(text, width, 4+depth+2, s.theme.Faint)...)
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

// Sentences say what is chosen, for those who do not see the screen, and which
// commands change it. The lists that can be browsed are left to the screen.
func (s *Screen) Sentences() []string {
	if s.sharing || s.browsing {
		return nil
	}
	e := s.entries[s.entry]
	scenario := "Scenario: " + e.Title + " (" + e.Name + "), " + e.Summary
	if sc := s.built.scenario; sc != nil {
		scenario += "; " + strings.Join(facts(sc), ", ")
	}
	run := fmt.Sprintf("Privacy parameter ε = %s, %s rounds, seed %s.",
		s.run.epsilon.Value(), s.run.horizon.Value(), s.run.seed.Value())
	said := []string{scenario + ".", "Learners: " + strings.Join(form.Labels(s.playing()), ", ") + ".", run}
	for _, warning := range s.warnings {
		said = append(said, "Warning: "+param.Printable(warning))
	}
	if _, err := s.Config(); err != nil || s.Notice.Text != "" {
		said = append(said, strings.TrimSpace(ansi.Strip(s.verdict())))
	}
	return append(said, "start starts the run. scenario NAME, learner ID, remove ID, epsilon X, horizon N and seed "+
		"N change the choice; list scenarios and list learners show the options.")
}

// Subject is what the cursor is at, as a word that is explained: a scenario, a
// learner, a parameter of the run, or whose parameter it is.
func (s *Screen) Subject() string {
	switch s.section {
	case scenarioSection:
		return s.scenarioSubject()
	case learnerSection:
		if r, ok := s.at(); ok && !r.heading() {
			return r.ID
		}
		return ""
	}
	return s.fieldSubject(s.form.Focus())
}

func (s *Screen) scenarioSubject() string {
	e := s.entries[s.entry]
	switch {
	case e.Preset != nil:
		return e.Name
	case e.Source().Arms != "":
		return "arm"
	}
	return ""
}

func (s *Screen) fieldSubject(field *form.Field) string {
	switch field {
	case s.run.channel:
		id, _, _ := strings.Cut(field.Value(), ",")
		if _, err := channel.Find(id); err != nil {
			return "channel" // each learner's own, or something that is none
		}
		return id
	case s.run.epsilon, s.run.horizon, s.run.seed:
		return field.Name
	}
	for _, slot := range s.chosen {
		if slices.Contains(slot.Fields, field) {
			return slot.ID
		}
	}
	return s.scenarioSubject()
}

// viewShare shows show show show the choice as a command line and as a file. There are neither
// borders nor blanks at the ends of lines so that it can be copied from the
// terminal as it stands.
func (s *Screen) viewShare() kit.Block {
	lines := s.shareLines()
	offset := min(s.offset, len(lines)-1)
	view := make(kit.Block, s.Height)
	copy(view, lines[offset:])
	if hidden := len(lines) - offset - s.Height; hidden > 0 {
		view[s.Height-1] = s.theme.Faint.Render(fmt.Sprintf("# ↓ %d more lines", hidden+1))
	}
	for i := range view {
		view[i] = ansi.Truncate(view[i], s.Width, theme.Ellipsis)
	}
	return view
}

func (s *Screen) shareLines() []string {
	comment := func(text string) string { return s.theme.Faint.Render("# " + text) }
	c, err := s.Config()
	if err != nil {
		return append([]string{comment("the choice is incomplete")},
			kit.Styled("✗ "+param.Printable(err.Error()), s.Width, 2, s.theme.Bad)...)
	}
	lines := []string{comment("the whole choice as a command"), ""}
	// Breaks are at flags, or at the blanks inside one, where a shell and the
	// notation of arms bear them.
	command := ansi.Wrap(strings.Join(CommandLine(c), " \\\n  "), s.Width, "")
	lines = append(lines, strings.Split(command, "\n")...)
	lines = append(lines, "")
	scenario := *c.Scenario
	scenario.Horizon, scenario.Epsilon = c.Horizon, c.Epsilon
	file, err := file.Format(&scenario)
	if err != nil {
		return append(lines, comment("no scenario file: "+param.Printable(err.Error())))
	}
	lines = append(lines, comment("its scenario as a file, for --scenario FILE"), "")
	return append(lines, strings.Split(strings.TrimRight(file, "\n"), "\n")...)
}
