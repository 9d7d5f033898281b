package panel

import (
	"github.com/charmbracelet/x/ansi"

	"regretscope/ui/facts"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

// Privacy shows the privacy loss of the focused learner's releases or reports, from the ledger,
// next to its claim. Scrolling chooses a fact.
type Privacy struct {
	scrolled
	chosen int // the fact whose page is asked for, or −1
}

// NewPrivacy returns the panel of the privacy loss.
func NewPrivacy(t *theme.Theme) *Privacy {
	p := &Privacy{chosen: -1}
	p.theme, p.lines = t, p.draw
	return p
}

func (p *Privacy) Title() string { return p.titled("Privacy", " · ") }

func (p *Privacy) Rows() int { return 12 } // eleven usually, and one for a line that wraps

// Scroll chooses a fact some places further on.
func (p *Privacy) Scroll(places int) {
	if all := p.facts(); len(all) > 0 {
		p.chosen = kit.Further(p.chosen, places, len(all))
		at := 0
		for i := range p.chosen + 1 {
			at += len(p.draws(&all[i], i))
		}
		p.Reveal(at-1, p.height)
	}
	p.drawn = nil
}

// Subject returns the page of the chosen fact, or of the first one.
func (p *Privacy) Subject() string {
	all := p.facts()
	if len(all) == 0 {
		return ""
	}
	return all[min(max(p.chosen, 0), len(all)-1)].Page
}

// Sentences returns the facts for people who do not see them.
func (p *Privacy) Sentences() []string { return facts.Sentences(p.facts()) }

func (p *Privacy) facts() []facts.Fact {
	if p.state.Shot == nil {
		return nil
	}
	return p.state.about().Privacy()
}

func (p *Privacy) draw() []string {
	var lines []string
	for i, f := range p.facts() {
		lines = append(lines, p.draws(&f, i)...)
	}
	p.total = len(lines)
	from, n := p.Window(len(lines), p.height)
	return lines[from : from+n]
}

const keyWidth = len("loss per report ")

// draws draws a fact: its parts below each other beside its title, with a bar of its progress
// if there is room.
func (p *Privacy) draws(f *facts.Fact, place int) []string {
	title, style, mark := f.Title, p.theme.Faint, " "
	if place == p.chosen {
		style, mark = p.theme.Selected, theme.SelectedGlyph
	}
	var lines []string
	for i, part := range f.Lines {
		indent := 0
		if len(f.Lines) > 2 {
			indent = 2 // before further parts of a list
		}
		for _, line := range p.words(&part, indent) {
			lines = append(lines, style.Render(kit.FitLine(title, keyWidth-1)+mark)+line)
			title, mark = "", " "
		}
		if f.Progress > 0 && i == 0 {
			if width := min(p.width-ansi.StringWidth(lines[0])-3, 20); width >= 4 {
				lines[0] += p.theme.Faint.Render(" ▕") + part.Tone.Style(p.theme).Render(kit.Bar(f.Progress, width)) +
					p.theme.Faint.Render("▏")
			}
		}
	}
	return lines
}

// words breaks a part into lines: the important words in its style, the rest faint.
func (p *Privacy) words(part *facts.Line, indent int) []string {
	lines := kit.Styled(part.Lead+part.Rest, p.width-keyWidth, indent, part.Tone.Style(p.theme))
	if len(lines) == 1 && part.Rest != "" {
		lines[0] = part.Tone.Style(p.theme).Render(part.Lead) + p.theme.Faint.Render(part.Rest)
	}
	return lines
}
