package run

import (
	"fmt"
	"io"
	"strings"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit/outfile"
	"regretscope/ui/plot"
)

// savedMsg says which files were written, or why not.
type savedMsg struct {
	paths []string
	err   error
}

// saveChart writes the chart as a picture and as values, under a name that may be
// given, off the event loop.
func (s *Screen) saveChart(name string) (tea.Cmd, error) {
	title, described := s.chart.Described()
	if described == nil || described.Round == 0 {
		return nil, fmt.Errorf("there is nothing to save yet: space runs, n plays one round")
	}
	if name == "" {
		name = fileName(s.scenario(), title, fmt.Sprint(described.Round))
	}
	sheet := plot.Sheet{Panels: []plot.Panel{{Title: s.scenario() + ": " + title, X: "round", Chart: described}}}
	return func() tea.Msg {
		paths, err := outfile.CreateSet(name, []string{".svg", ".csv"}, func(ending string, w io.Writer) error {
			if ending == ".csv" {
				return described.WriteCSV(w)
			}
			return sheet.Write(w, "svg", plot.Slide)
		})
		return savedMsg{paths, err}
	}, nil
}

// saved shows what became of a saving.
func (s *Screen) saved(msg savedMsg) {
	if msg.err != nil {
		s.refusal = msg.err.Error()
		return
	}
	s.said = "wrote " + strings.Join(msg.paths, " and ")
}

// fileName makes a name of words: letters and digits, joined by hyphens.
func fileName(words ...string) string {
	fields := strings.FieldsFunc(strings.ToLower(strings.Join(words, " ")), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	return strings.Join(fields, "-")
}
