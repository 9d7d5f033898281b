package setup

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"regretscope/noise/declare"
	"regretscope/scenarios/file"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/screen/setup/source"
)

// viewShare shows the choice as a command line and as a file. There are neither
// borders nor blanks at the ends of lines, so that it can be copied from the
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
		return append([]string{comment("the choice is not complete")}, kit.Styled("✗ "+declare.Printable(err.Error()), s.Width, 2, s.theme.Bad)...)
	}
	lines := []string{comment("the whole choice as a command"), ""}
	// Breaks are at flags, or at the blanks inside one, where a shell and the
	// notation of arms bear them.
	parts := source.Command(c)
	for i := range parts {
		parts[i] = declare.Printable(parts[i])
	}
	command := ansi.Wrap(strings.Join(parts, " \\\n  "), s.Width, "")
	lines = append(lines, strings.Split(command, "\n")...)
	lines = append(lines, "")
	scenario := *c.Scenario
	scenario.Horizon, scenario.Epsilon = c.Horizon, c.Epsilon
	file, err := file.Format(&scenario)
	if err != nil {
		return append(lines, comment("no scenario file: "+declare.Printable(err.Error())))
	}
	lines = append(lines, comment("its scenario as a file, for --scenario FILE"), "")
	return append(lines, strings.Split(strings.TrimRight(file, "\n"), "\n")...)
}
