package app

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"regretscope/noise/param"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/manual"
	"regretscope/ui/mode/playback"
	"regretscope/ui/script"

	tea "github.com/charmbracelet/bubbletea"
)

// mayShow reports whether a page may be shown while values are hidden.
func mayShow(r *root, page *manual.Page) bool {
	return r.run == nil || !r.run.Focus.Hides() || page.Kind != manual.Scenario
}

// findPage returns the page of a word, by default that of the focus, without hidden values; nil
// if there is no focus.
func findPage(r *root, word string) (*manual.Page, error) {
	if word = cmp.Or(word, r.shown.Subject()); word == "" {
		return nil, nil
	}
	found, err := manual.Find(word)
	if err == nil && !mayShow(r, found) {
		return nil, fmt.Errorf("%s: scenarios are hidden: h shows them", found.Name)
	}
	if err == nil && r.run != nil && r.run.Focus.Hides() {
		found = found.WithoutScenarios()
	}
	return found, err
}

// explain shows the page of a word, by default that of the focus, or the list of pages.
func explain(r *root, word string) (tea.Cmd, error) {
	found, err := findPage(r, word)
	switch {
	case err != nil:
		return nil, err
	case found == nil:
		return listPages(r, "")
	}
	cmd := read(r, found.Name+" explained", found.Lines)
	r.shown.(*pageScreen).page = found
	return cmd, nil
}

// listPages shows all pages, those of a kind, or all lessons.
func listPages(r *root, what string) (tea.Cmd, error) {
	kind := strings.TrimSuffix(what, "s")
	title := "all " + kind + "s"
	of := func(width int) []string {
		return manual.List(width, func(page *manual.Page) bool { return (kind == "" || page.Kind == kind) && mayShow(r, page) })
	}
	switch {
	case kind == "":
		title = "what can be explained"
	case kind == "lesson":
		of = func(width int) (lines []string) {
			for _, l := range playback.Choices() {
				lines = append(lines, kit.Wrap(l.Value+": "+l.About, width, 4)...)
			}
			return lines
		}
	case len(of(widest)) > 0:
	case kind == manual.Scenario:
		return nil, errors.New("scenarios are hidden: h shows them")
	default:
		return nil, fmt.Errorf("list %s: must be followed by learners, scenarios, channels, terms, guides or lessons",
			param.Printable(what))
	}
	return read(r, title, of), nil
}

// pageCommands returns the commands that show a text in place of the screen.
func pageCommands(r *root) []kit.Command {
	list := []kit.Command{{
		Name: "status", Help: "where the run is, or what is chosen, in sentences",
		Act: kit.With(func(string) (tea.Cmd, error) {
			sentences := r.shown.Sentences()
			if sentences == nil {
				return nil, errors.New("this screen has no summary in sentences")
			}
			return read(r, "status", wrapped(sentences)), nil
		}),
	}, {
		Name: "list", Argument: "[learners|scenarios|channels|terms|guides|lessons]", Help: "all pages, or those of one kind",
		Act: kit.With(func(what string) (tea.Cmd, error) { return listPages(r, what) }),
	}}
	if r.onRun() {
		list = append(list, kit.Command{
			Name: "compare", Help: "which learner has less regret, and why",
			Act: kit.Run(func() tea.Cmd { return read(r, "comparison", wrapped(r.run.Comparison())) }),
		})
	}
	return list
}

func wrapped(sentences []string) func(width int) []string {
	return func(width int) (lines []string) {
		for _, sentence := range sentences {
			lines = append(lines, kit.Wrap(sentence, width, 0)...)
		}
		return lines
	}
}

// read shows a text, and pauses the run.
func read(r *root, title string, text func(width int) []string) tea.Cmd {
	before := r.shown
	leave := func() { r.show(before) }
	if page, reading := r.shown.(*pageScreen); reading {
		leave = page.leave
	}
	r.show(&pageScreen{theme: r.theme, title: title, text: text, leave: leave})
	if r.run == nil {
		return nil
	}
	return r.run.Pause()
}

// widest is the greatest width of text, for easy reading.
const widest = 96

// A pageScreen shows a text, such as a page of the manual.
type pageScreen struct {
	kit.Canvas
	theme  *theme.Theme
	title  string
	text   func(width int) []string
	page   *manual.Page // whose text it is, or nil
	lines  []string
	scroll kit.Scroller
	leave  func() // closes it
}

func (s *pageScreen) Title() string { return s.title }

// CommandLine returns the command line that prints a page of the manual; empty for another text.
func (s *pageScreen) CommandLine() string {
	if s.page == nil {
		return ""
	}
	return "regretscope explain " + script.Quote(s.page.Name)
}

func (s *pageScreen) SetSize(width, height int) {
	s.Canvas.SetSize(width, height)
	s.lines = s.text(max(min(width-kit.FrameWidth, widest), 1))
}

func (s *pageScreen) Update(tea.Msg) tea.Cmd { return nil }

func (s *pageScreen) View() string {
	from, n := s.scroll.Visible(len(s.lines), s.Height-kit.FrameHeight)
	frame := kit.Frame{Title: s.Title(), Focused: true, Remark: kit.Hidden(from, len(s.lines)-from-n)}
	return frame.Draw(s.theme, s.lines[from:from+n], s.Width, s.Height).String()
}

// Commands returns the commands for scrolling and going back.
func (s *pageScreen) Commands() []kit.Command {
	page := max(s.Height-kit.FrameHeight-1, 1)
	scroll := func(by int) func() { return func() { s.scroll.By(by) } }
	list := []kit.Command{
		{Name: "up", Key: "↑ k", Short: "scroll", Help: "scroll up", Act: kit.Do(scroll(-1))},
		{Name: "down", Key: "↓ j", Short: "scroll", Help: "scroll down", Act: kit.Do(scroll(1))},
		{Name: "page-up", Key: "pgup", Help: "scroll up by a page", Act: kit.Do(scroll(-page))},
		{Name: "page-down", Key: "pgdn space", Help: "scroll down by a page", Act: kit.Do(scroll(page))},
		{Name: "leave", Key: "esc", Short: "back", Help: "back to where the page was opened", Act: kit.Do(s.leave)},
	}
	if s.page != nil && s.page.Slider != nil {
		list = append(list, s.page.Slider.Commands(func() { s.SetSize(s.Width, s.Height) })...)
	}
	return kit.InGroup(explanation, list)
}
