package audit

import (
	"errors"
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/noise/declare"
	"regretscope/ui/chart"
	"regretscope/ui/chart/notions"
	"regretscope/ui/kit"
	"regretscope/ui/kit/outfile"
	"regretscope/ui/kit/theme"
	"regretscope/ui/plot"
)

// A savedMsg says which files were written, or why not.
type savedMsg struct {
	paths []string
	err   error
}

// picture is the curve that is shown, nil while it is not known.
func (s *Screen) picture() *chart.Chart {
	e := s.entry()
	switch {
	case e.curves == nil:
		return nil
	case s.delta:
		return e.curves.Delta(e.Claimed, notions.MeasuredBy(e.Statistics))
	}
	return e.curves.TradeOff(notions.MeasuredBy(e.Statistics))
}

func (s *Screen) viewCurve(width, height int) []string {
	picture := s.picture()
	switch {
	case s.entry().Exact.Mechanism == nil:
		return kit.Styled("What this learner's releases cost beyond ε is not known.", width, 0, s.theme.Faint)
	case picture == nil:
		return []string{s.theme.Faint.Render(theme.Ellipsis)}
	}
	return picture.Draw(s.theme, width, height)
}

func (s *Screen) curveRemark() string {
	if s.delta {
		return "log δ over ε · v: trade-off"
	}
	return "type II at type I 5 % · v: δ(ε)"
}

// save writes the picture as SVG and its values as CSV, off the event loop.
func (s *Screen) save(by outfile.Rights, name string) (tea.Cmd, error) {
	picture := s.picture()
	if picture == nil {
		return nil, errors.New("there is no curve to save: what is lost beyond ε is not known")
	}
	label := s.entry().Spec.Label()
	if name == "" {
		name = plot.FileName(label, map[bool]string{false: "trade-off", true: "delta"}[s.delta])
	}
	picture.Title = fmt.Sprintf("%s at ε = %s: %s", label, kit.Epsilon(s.entry().Epsilon), picture.Title)
	return func() tea.Msg {
		paths, err := plot.SaveChart(by, name, picture)
		return savedMsg{paths, err}
	}, by.Check(name + ".svg")
}

func (s *Screen) saved(msg savedMsg) {
	s.Changed()
	if msg.err != nil {
		s.refusal = declare.Printable(msg.err.Error())
		return
	}
	s.said = "wrote " + declare.Printable(strings.Join(msg.paths, " and "))
}
