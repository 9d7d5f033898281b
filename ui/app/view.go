package app

import (
	"strings"

	"github.com/charmbracelet/lipgloss"
	"regretscope/noise/declare"

	"regretscope/ui/kit"
	"regretscope/ui/kit/letters"
)

// frame is how many rows a screen leaves to the root: the title, unless it has
// none or a lesson needs the room, what is said about it, and the foot.
func (r *root) frame() (above, below int) {
	below = 1 + len(r.captionLines())
	if r.shown.Title() == "" || r.onTour() && r.height-below < besideTour {
		return 0, below
	}
	return 1, below
}

// captionLines are what a script or a lesson says about the screen.
func (r *root) captionLines() []string {
	if r.tour != nil {
		return r.tourLines()
	}
	return r.spoken(r.playback.Below(), letters.Room(r.height), r.theme.Accent)
}

// spoken is what is said about the screen, in lines of a style: for the back row in large
// letters, where these take no more than so many rows.
func (r *root) spoken(text string, rows int, style lipgloss.Style) []string {
	if r.onRun() && r.run.Big() {
		if lines := letters.Sentence(text, r.width, rows, r.theme.Charset, style); lines != nil {
			return lines
		}
	}
	return kit.Styled(text, r.width, 0, style)
}

// Resize lays the screen out anew.
func (r *root) Resize() { r.resize() }

func (r *root) resize() {
	above, below := r.frame()
	r.shown.SetSize(r.width, max(r.height-above-below, 0))
}

// View implements tea.Model.
func (r *root) View() (view string) {
	defer r.caught()
	if r.width <= 0 || r.height <= 0 {
		return "" // the terminal has not told its size yet
	}
	if frame := r.playback.Frame(); frame != "" {
		return frame
	}
	if r.calm != nil {
		return r.calmView()
	}
	return r.draw()
}

func (r *root) bar() kit.CommandBar {
	tour := r.modeCommands()
	switch {
	case r.shown.Typing(): // whatever is around it
	case r.onRun() && r.run.Big(): // there is nothing beside what the back row sees
		return kit.NewCommandBar(r.theme, nil, append(tour, r.named("big", "help")...), r.width)
	case r.onTour() || r.playback.Open(): // some keys go back in the lesson, others in the run: the help has both
		return kit.NewCommandBar(r.theme, tour, r.named("help", "quit"), r.width)
	}
	return kit.NewCommandBar(r.theme, append(tour, kit.WithoutKeys(append(r.shown.Commands(), r.openers()...), tour)...), kit.WithoutKeys(r.own(), tour), r.width)
}

// said is what stands in the foot in place of the commands.
func (r *root) said() string { return r.saidIn(r.width) }

// saidIn is the same in so many cells.
func (r *root) saidIn(width int) string {
	if r.note != "" {
		return kit.FitLine(r.theme.Warn.Render(declare.Printable(r.note)), width)
	}
	if r.told != "" {
		return kit.FitLine(r.theme.Text.Render(declare.Printable(r.told)), width)
	}
	if s, ok := r.shown.(interface{ Foot(width int) string }); ok {
		return s.Foot(width)
	}
	return ""
}

// draw is the screen, or the menu, with a title above it, if there is one, and
// the foot below.
func (r *root) draw() string {
	var parts []string
	above, below := r.frame()
	if above > 0 {
		parts = append(parts, kit.FitLine(r.theme.Title.Render("regretscope")+"   "+r.theme.Faint.Render(r.shown.Title()), r.width))
	}
	room := r.height - above - below
	switch {
	case room <= 0:
		return kit.Fit(parts, r.width, r.height).String()
	case r.page != nil:
		parts = append(parts, kit.Fit(r.page, r.width, room+below).String())
	case r.menu != nil:
		parts = append(parts, r.menu.view(r.width, room+below-1), r.menu.foot(r.width))
	default:
		foot := r.said()
		if foot == "" {
			foot = r.bar().Line
		}
		parts = append(append(append(parts, r.shown.View()), kit.Fit(r.captionLines(), r.width, below-1)...), foot)
	}
	return strings.Join(parts, "\n")
}
