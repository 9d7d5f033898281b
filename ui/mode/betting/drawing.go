package betting

import (
	"reflect"
	"slices"
	"strings"

	"regretscope/ui/bet"
	"regretscope/ui/chart/curves"
	"regretscope/ui/kit"
	"regretscope/ui/screen/run/panel"
)

// drawn is what is on screen of the bets.
type drawn struct {
	marks *panel.Bets // as panels drew them last
	lines int         // below the panels
}

// Mark adds the bets to what panels draw: those that are open or were just settled, and
// the one that is being chosen.
func (b *Bets) Mark(state *panel.State) {
	b.keep()
	all := append(slices.Clone(b.open), b.questions()...)
	for i := range b.settled {
		all = append(all, b.settled[i].Bet)
	}
	var marks *panel.Bets
	if len(all) > 0 {
		marks = &panel.Bets{}
	}
	for i := range all {
		switch x := &all[i]; x.Kind {
		case bet.Best:
			marks.Arms = append(marks.Arms, x.Arm)
		case bet.Less:
			marks.Favoured = append(marks.Favoured, x.Learner)
		case bet.Regret:
			name := b.run.Config().Learners[x.Learner].Label()
			if x.Player != "" {
				name = x.Player + ": " + name
			}
			marks.Guesses = append(marks.Guesses, curves.Guess{Name: name, Series: x.Learner, Height: x.Height, Round: x.At})
		}
	}
	if !reflect.DeepEqual(marks, b.drawn.marks) {
		b.drawn.marks = marks
	}
	state.Bets = b.drawn.marks // the same while nothing has changed, so that nothing is drawn anew
}

// Sentences say what was bet, and what came of it.
func (b *Bets) Sentences() []string {
	var said []string
	if b.asked != nil {
		question, choice := b.question()
		said = append(said, question+" "+kit.Capital(choice)+"?")
	}
	for i := range b.open {
		said = append(said, kit.Capital(b.open[i].Who())+" bet: "+b.open[i].Says(b.run.Config())+".")
	}
	for i := range b.settled {
		said = append(said, b.settled[i].Sentence())
	}
	if len(b.settled) > 0 {
		said = append(said, b.tally.Sentence())
	}
	return said
}

// Headline is all of it for the back row.
func (b *Bets) Headline() []string {
	if said := b.Sentences(); len(said) > 0 {
		return []string{strings.Join(said, " ")}
	}
	return nil
}

// mostLines is how many lines bets may take below the panels.
const mostLines = 6

// Lines are the bets below the timeline, as many lines as leave the panels room.
func (b *Bets) Lines(width, room int) []string {
	room = min(mostLines, room)
	sentences := b.Sentences()[len(b.questions()):] // these are in the foot
	style := b.run.Theme().Accent
	if len(b.settled) > 0 {
		style = b.run.Theme().Strong
	} else if n := len(sentences); n > 1 {
		most := min(n-1, room*width/10) // no sentence is shorter, and more have no room
		sentences = []string{strings.Join(append(sentences[:most:most], sentences[n-1]), " ")}
	}
	var lines []string
	for _, sentence := range sentences {
		lines = append(lines, kit.Styled(sentence, width, 2, style)...)
	}
	if len(lines) > room && room > 0 {
		lines = append(lines[:room-1:room-1], lines[len(lines)-1]) // the tally comes last
	}
	for i := range lines {
		lines[i] = kit.FitLine(lines[i], width)
	}
	b.drawn.lines = min(len(lines), room)
	return lines[:b.drawn.lines]
}

// Foot is the question, or the bets where they have no room below the panels.
func (b *Bets) Foot(width int) string {
	said := b.Sentences()
	switch {
	case b.asked != nil:
		return b.questionFoot(width)
	case b.drawn.lines == 0 && len(said) > 0:
		return kit.FitLine(b.run.Theme().Strong.Render(strings.Join(said, " ")), width)
	}
	return ""
}
