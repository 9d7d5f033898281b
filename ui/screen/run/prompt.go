package run

import (
	"fmt"
	"math"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"regretscope/noise/number"
	"regretscope/ui/kit"
	"regretscope/ui/kit/form"
	"regretscope/ui/mode"
)

// A prompt asks for a round to go to, or to run to.
type prompt struct {
	mode.Openable
	run  *Screen
	runs bool // run to the round at the chosen speed; otherwise go there at once
	line form.Line
}

// newPrompt makes the mode that asks for a round.
func newPrompt(run *Screen) *mode.Mode {
	p := &prompt{run: run}
	return &mode.Mode{
		Commands: p.commands, Open: p.Open, Close: p.Close, Typing: p.Open, Foot: p.foot, Update: p.update,
	}
}

// commands adds go and run-to; while the prompt is open, its own keys replace all others.
func (p *prompt) commands(below []kit.Command) []kit.Command {
	if p.Opened {
		return kit.InGroup(timing, kit.WhileTyping([]kit.Command{
			{Name: "go-or-run", Key: "tab", Help: "go there at once, or run there and pause", Act: kit.Do(func() { p.runs = !p.runs })},
			{Name: "accept", Key: "enter", Short: "go there", Help: "go to the round you typed", Act: kit.With(p.accept)},
			{Name: "cancel", Key: "esc", Short: "leave", Help: "stay at this round", Act: kit.Run(p.Close)},
		}))
	}
	return kit.InGroup(timing, append(
		below,
		kit.Command{
			Name: "go", Argument: "[ROUND]", Key: "g", Short: "go to",
			Help: "go to a round: 1e5, +1e4, −1000, 50%, e next release, c next change", Act: kit.With(p.goTo),
		},
		kit.Command{
			Name: "run-to", Argument: "[ROUND]", Help: "run to a round, then pause", Refusal: p.run.driver.NoNext(),
			Act: kit.With(p.runTo),
		},
	))
}

// foot returns the prompt.
func (p *prompt) foot(width int) string {
	if !p.Opened {
		return ""
	}
	horizon, t := p.run.Config().Horizon, p.run.theme
	ask, keys := "go to round (0 to "+number.Count(horizon)+", +N, −N, %, e, c): ", " enter goes · tab runs there"
	if p.runs {
		ask, keys = "run to round (up to "+number.Count(horizon)+", +N, %): ", " enter runs · tab goes at once"
	}
	const typed = 12 // the least room for what is typed
	if ansi.StringWidth(ask+keys)+typed > width {
		keys = ""
	}
	text := ask + p.line.View(max(width-ansi.StringWidth(ask+keys), typed), true)
	return kit.Spread(t.Accent.Render(text), t.Faint.Render(keys), width)
}

func (p *prompt) update(msg tea.Msg) tea.Cmd {
	if key, ok := msg.(tea.KeyMsg); ok && p.Opened {
		p.line.Press(key)
	}
	return nil
}

func (p *prompt) ask(runs bool) (tea.Cmd, error) {
	p.Opened, p.runs, p.line = true, runs, form.Line{}
	return nil, nil
}

func (p *prompt) accept(string) (tea.Cmd, error) {
	p.Opened = false
	switch text := p.line.Text(); {
	case text == "":
		return nil, nil
	case p.runs:
		return p.runTo(text)
	default:
		return p.goTo(text)
	}
}

// goTo goes to a round: a number; +N or −N from here; N% of the horizon; e, the next release or
// breakpoint; c, the next change of arm. Without one it opens the prompt.
func (p *prompt) goTo(text string) (tea.Cmd, error) {
	switch text {
	case "":
		return p.ask(false)
	case "e":
		return p.run.runLine("next-release")
	case "c":
		return p.run.runLine("next-change")
	}
	round, err := p.parse(text)
	if err != nil {
		return nil, err
	}
	return p.run.driver.Seek(round), nil
}

// runTo runs to a round and pauses there. Without one it opens the prompt.
func (p *prompt) runTo(text string) (tea.Cmd, error) {
	if text == "" {
		return p.ask(true)
	}
	round, err := p.parse(text)
	switch now := p.run.driver.Round(); {
	case err != nil:
		return nil, err
	case round <= now:
		return nil, fmt.Errorf("round %s is not after round %s: g goes back", number.Count(round), number.Count(now))
	}
	return p.run.driver.RunTo(round), nil
}

// parse reads a round: a number, or relative to the present round, or in percent of the
// horizon.
func (p *prompt) parse(text string) (int, error) {
	horizon := p.run.Config().Horizon
	text = strings.ReplaceAll(text, "−", "-")
	plain, percent := strings.CutSuffix(text, "%")
	x, err := number.Parse(plain)
	if percent {
		x = math.Round(x / 100 * float64(horizon))
	}
	if strings.HasPrefix(plain, "+") || strings.HasPrefix(plain, "-") {
		x += float64(p.run.driver.Round())
	}
	if err != nil || x != math.Trunc(x) || x < 0 || x > float64(horizon) {
		return 0, fmt.Errorf("%s is not a round of this run: must be a whole number from 0 to %s", text, number.Count(horizon))
	}
	return int(x), nil
}
