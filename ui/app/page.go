package app

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/noise/param"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/manual"
	"regretscope/ui/mode/playback"
)

// A reader shows pages of the manual and other texts, and pauses the run.
type reader struct {
	screens *screens
	ask     func(line string) // types the beginning of a command line
}

// mayShow reports whether a page may be shown while values are hidden.
func (r *reader) mayShow(page *manual.Page) bool {
	return !r.screens.hides() || page.Kind != manual.Scenario
}

// find returns the page of a word, by default that of the focus; nil if there is none.
func (r *reader) find(word string) (*manual.Page, error) {
	if word = cmp.Or(word, r.screens.shown.Subject()); word == "" {
		return nil, nil
	}
	found, err := manual.Find(word)
	if err == nil && !r.mayShow(found) {
		return nil, fmt.Errorf("%s: scenarios are hidden: h shows them", found.Name)
	}
	if err == nil && r.screens.hides() {
		found = found.WithoutScenarios()
	}
	return found, err
}

// subjects lists the words that can be explained: the titles of pages, then their other names.
func (r *reader) subjects() []kit.Choice {
	var titles, others []kit.Choice
	for _, page := range manual.All() {
		if r.mayShow(page) {
			titles = append(titles, kit.Choice{Value: page.Word(), About: page.Summary})
			for _, name := range page.Also {
				others = append(others, kit.Choice{Value: name, About: page.Name + ": " + page.Summary})
			}
		}
	}
	return append(titles, others...)
}

// explain shows the page of a word, by default that of the focus, or the list of pages.
func (r *reader) explain(word string) (tea.Cmd, error) {
	found, err := r.find(word)
	switch {
	case err != nil:
		return nil, err
	case found == nil:
		return r.list("")
	}
	cmd := r.read(found.Name+" explained", found.Lines)
	r.screens.shown.(*pageScreen).page = found
	return cmd, nil
}

// list shows all pages, those of a kind, or all lessons.
func (r *reader) list(what string) (tea.Cmd, error) {
	kind := strings.TrimSuffix(what, "s")
	title := "all " + kind + "s"
	of := func(width int) []string {
		return manual.List(width, func(page *manual.Page) bool { return (kind == "" || page.Kind == kind) && r.mayShow(page) })
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
	return r.read(title, of), nil
}

// status shows the screen in sentences.
func (r *reader) status() (tea.Cmd, error) {
	sentences := r.screens.shown.Sentences()
	if sentences == nil {
		return nil, errors.New("this screen has no summary in sentences")
	}
	return r.read("status", wrapped(sentences)), nil
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
func (r *reader) read(title string, text func(width int) []string) tea.Cmd {
	before := r.screens.shown
	leave := func() { r.screens.show(before) }
	if page, reading := r.screens.shown.(*pageScreen); reading {
		leave = page.leave
	}
	r.screens.show(&pageScreen{theme: r.screens.theme, title: title, text: text, leave: leave, find: func() { r.ask("explain ") }})
	if r.screens.run == nil {
		return nil
	}
	return r.screens.run.Pause()
}

const widest = 96 // text, for easy reading

// A pageScreen shows a text, such as a page of the manual.
type pageScreen struct {
	kit.Base
	theme  *theme.Theme
	title  string
	text   func(width int) []string
	page   *manual.Page // whose text it is, or nil
	lines  []string
	scroll kit.Scroller
	leave  func() // closes it
	find   func() // lists all pages
}

func (s *pageScreen) Title() string { return s.title }

// CommandLine returns the command line that prints a page of the manual; empty for another text.
func (s *pageScreen) CommandLine() string {
	if s.page == nil {
		return ""
	}
	return "regretscope explain " + param.Quote(s.page.Word())
}

func (s *pageScreen) SetSize(width, height int) {
	s.Base.SetSize(width, height)
	s.lines = s.text(max(min(width-kit.FrameWidth, widest), 1))
}

func (s *pageScreen) Update(tea.Msg) tea.Cmd { return nil }

func (s *pageScreen) View() string {
	from, n := s.scroll.Visible(len(s.lines), s.Height-kit.FrameHeight)
	frame := kit.Frame{Title: s.Title(), Focused: true, Remark: kit.Hidden(from, len(s.lines)-from-n)}
	return frame.Draw(s.theme, s.lines[from:from+n], s.Width, s.Height).String()
}

// Commands returns the commands for scrolling and going back.
func (s *pageScreen) Commands() []kit.Command { return kit.Offered(s.table()) }

// table declares the commands of a page; a page with a slider adds those that move it.
func (s *pageScreen) table() []kit.Command {
	page := max(s.Height-kit.FrameHeight-1, 1)
	scroll := func(by int) func() { return func() { s.scroll.By(by) } }
	list := []kit.Command{
		{Name: "up", Key: "↑ k", Short: "scroll", Help: "scroll up", Act: kit.Do(scroll(-1))},
		{Name: "down", Key: "↓ j", Short: "scroll", Help: "scroll down", Act: kit.Do(scroll(1))},
		{Name: "page-up", Key: "pgup", Help: "scroll up by a page", Act: kit.Do(scroll(-page))},
		{Name: "page-down", Key: "pgdn space", Help: "scroll down by a page", Act: kit.Do(scroll(page))},
		{Name: "find", Key: "/", Short: "find", Help: "find a page by its title or another name", Act: kit.Do(func() { s.find() })},
		{
			Name: "leave", Key: "esc", Short: "back", Help: "back to where the page was opened", Leads: kit.Unknown,
			Act: kit.Do(func() { s.leave() }),
		},
	}
	if s.page != nil && s.page.Slider != nil {
		list = append(list, s.page.Slider.Commands(func() { s.SetSize(s.Width, s.Height) })...)
	}
	return kit.InClass(kit.Stays, kit.InGroup(explanation, list))
}
