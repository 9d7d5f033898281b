package betting

import (
	"math"
	"slices"

	"github.com/charmbracelet/x/ansi"

	"regretscope/ui/bet"
	"regretscope/ui/kit"
)

// ask has a question answered by keys, beginning with what lies near without knowing
// anything.
func (b *Bets) ask(asked bet.Bet) {
	for _, other := range b.open {
		if asked.Kind != bet.Best && other.Kind != bet.Best {
			asked.At = other.At
		}
	}
	switch asked.Kind {
	case bet.Best:
		asked.Arm = max(b.run.Arm(), 0)
		b.run.ShowPanel(1)
	case bet.Less:
		asked.Learner = b.run.Learner()
		b.run.ShowPanel(0)
	case bet.Regret:
		asked.Height = bet.Step(math.Sqrt(float64(asked.At)), 0)
		b.run.ShowPanel(0)
		b.guesses = true
	}
	if asked.Player == "" && len(b.players) > 0 {
		asked.Player = b.players[0]
		if b.asked != nil {
			asked.Player = b.asked.Player
		}
	}
	b.asked, b.settled = &asked, nil
}

func (b *Bets) questionCommands() []kit.Command {
	move := func(steps int) kit.Action { return kit.Call(func() { b.move(steps) }) }
	alone := kit.Unless(len(b.players) > 1, "there is one player: :players Ann Bob names several")
	return []kit.Command{
		kit.Keyed(group, "bet-up", "change", "↑ k", "more, or the one above", move(+1), "up", "k"),
		kit.Keyed(group, "bet-down", "change", "↓ j", "less, or the one below", move(-1), "down", "j"),
		kit.Keyed(group, "bet-far-up", "", "pgup", "ten steps up", move(+10), "pgup"),
		kit.Keyed(group, "bet-far-down", "", "pgdn", "ten steps down", move(-10), "pgdown"),
		kit.Keyed(group, "bet-place", "bet", "enter", "bet on what is chosen", kit.CallErr(b.placeAsked), "enter"),
		kit.Keyed(group, "bet-question", "question", "tab", "the next question", kit.CallErr(b.nextQuestion), "tab"),
		kit.Refusing(alone, kit.Keyed(group, "bet-player", "", "p", "the next player", kit.Call(func() {
			a := *b.asked
			a.Player = b.players[(slices.Index(b.players, a.Player)+1)%len(b.players)]
			b.asked = &a
		}), "p")),
		kit.Keyed(group, "bet-leave", "leave", "esc", "bet no more", kit.CallCmd(b.Close), "esc"),
	}
}

// move changes what is chosen. Heights grow upwards; lists are read downwards.
func (b *Bets) move(steps int) {
	a := *b.asked
	within := func(at, n int) int { return min(max(at-steps, 0), n-1) }
	switch a.Kind {
	case bet.Best:
		a.Arm = b.run.ArmBeside(a.Arm, -steps)
		b.run.LookAtArm(a.Arm)
	case bet.Less:
		a.Learner = within(a.Learner, len(b.run.Config().Learners))
	case bet.Regret:
		a.Height = bet.Step(a.Height, steps)
	}
	b.asked = &a
}

// placeAsked enters the chosen bet, and asks the next player, if there is one.
func (b *Bets) placeAsked() error {
	a := *b.asked
	if err := b.place(a); err != nil {
		return err
	}
	if at := slices.Index(b.players, a.Player); at >= 0 && at+1 < len(b.players) {
		a.Player = b.players[at+1]
		b.asked = &a
		return nil
	}
	b.asked = nil
	b.run.Say(kit.Capital(a.Who()) + " bet that " + a.Says(b.run.Config()) + "; R reveals")
	return nil
}

func (b *Bets) nextQuestion() error {
	kind := b.asked.Kind.Next()
	if kind == bet.Less && len(b.run.Config().Learners) == 1 {
		kind = kind.Next()
	}
	next, err := bet.Bet{Player: b.asked.Player, Kind: kind, Arm: -1, Learner: -1}.In(b.run.Config(), b.run.Learner(), b.run.Driver().Round())
	if err == nil {
		b.ask(next)
	}
	return err
}

// question is what is asked, and what is chosen.
func (b *Bets) question() (question, choice string) {
	question, choice = b.asked.Question(b.run.Config())
	if b.asked.Player != "" {
		question = b.asked.Player + ": " + question
	}
	return question, choice
}

func (b *Bets) questionFoot(width int) string {
	question, choice := b.question()
	left, right := b.run.Theme().Accent.Render(question)+" "+b.run.Theme().Strong.Render("↑↓ "+choice), ""
	for _, hint := range []string{" enter bets · esc leaves", " enter bets · tab next question · esc leaves"} {
		if ansi.StringWidth(left+hint) <= width {
			right = b.run.Theme().Faint.Render(hint)
		}
	}
	return kit.Spread(left, right, width)
}
