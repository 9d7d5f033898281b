package run

import (
	"math"
	"slices"

	"github.com/charmbracelet/x/ansi"

	"regretscope/ui/bet"
	"regretscope/ui/kit"
)

// ask has a question answered by keys, beginning with what lies near without knowing
// anything.
func (s *Screen) ask(b bet.Bet) error {
	for _, other := range s.bets.open {
		if b.Kind != bet.Best && other.Kind != bet.Best {
			b.At = other.At
		}
	}
	switch b.Kind {
	case bet.Best:
		b.Arm = max(s.arm, 0)
		s.ShowPanel(1)
	case bet.Less:
		b.Learner = s.learner
		s.ShowPanel(0)
	case bet.Regret:
		b.Height = bet.Step(math.Sqrt(float64(b.At)), 0)
		s.ShowPanel(0)
	}
	if b.Player == "" && len(s.bets.players) > 0 {
		b.Player = s.bets.players[0]
		if s.bets.asked != nil {
			b.Player = s.bets.asked.Player
		}
	}
	s.bets.asked, s.bets.settled = &b, nil
	return s.showGuesses()
}

// showGuesses turns to the view in which heights are drawn.
func (s *Screen) showGuesses() error {
	if s.bets.asked != nil && s.bets.asked.Kind == bet.Regret {
		s.sync() // so that the view may be shown, with nothing but guesses in it
		return s.chart.Show("regret")
	}
	return nil
}

// askedCommands are those while a question is answered. They take some keys away from
// the others.
func (s *Screen) askedCommands(commands []kit.Command) []kit.Command {
	move := func(steps int) kit.Action { return kit.Do(func() { s.moveBet(steps) }) }
	alone := ""
	if len(s.bets.players) < 2 {
		alone = "there is one player: :players Ann Bob names several"
	}
	list := []kit.Command{
		kit.Keyed(betsGroup, "bet-up", "change", "↑ k", "more, or the one above", move(+1), "up", "k"),
		kit.Keyed(betsGroup, "bet-down", "change", "↓ j", "less, or the one below", move(-1), "down", "j"),
		kit.Keyed(betsGroup, "bet-far-up", "", "pgup", "ten steps up", move(+10), "pgup"),
		kit.Keyed(betsGroup, "bet-far-down", "", "pgdn", "ten steps down", move(-10), "pgdown"),
		kit.Keyed(betsGroup, "bet-place", "bet", "enter", "bet on what is chosen", kit.Try(s.placeAsked), "enter"),
		kit.Keyed(betsGroup, "bet-question", "question", "tab", "the next question", kit.Try(s.nextQuestion), "tab"),
		kit.Refusing(alone, kit.Keyed(betsGroup, "bet-player", "", "p", "the next player", kit.Do(s.nextPlayer), "p")),
		kit.Keyed(betsGroup, "bet-leave", "leave", "esc", "bet no more", kit.Do(func() { s.bets.asked = nil }), "esc"),
	}
	return append(list, kit.WithoutKeys(commands, list)...)
}

// moveBet changes what is chosen. Heights grow upwards; lists are read downwards.
func (s *Screen) moveBet(steps int) {
	a := *s.bets.asked
	within := func(at, n int) int { return min(max(at-steps, 0), n-1) }
	switch a.Kind {
	case bet.Best:
		a.Arm = s.arms.Beside(a.Arm, -steps)
		s.arm = a.Arm
	case bet.Less:
		a.Learner = within(a.Learner, len(s.Config().Learners))
	case bet.Regret:
		a.Height = bet.Step(a.Height, steps)
	}
	s.bets.asked = &a
}

// placeAsked enters the chosen bet, and asks the next player, if there is one.
func (s *Screen) placeAsked() error {
	a := *s.bets.asked
	if err := s.place(a); err != nil {
		return err
	}
	s.said = kit.Capital(a.Who()) + " bet that " + a.Says(s.Config()) + "; R reveals"
	if at := slices.Index(s.bets.players, a.Player); at >= 0 && at+1 < len(s.bets.players) {
		a.Player = s.bets.players[at+1]
		s.bets.asked = &a
		return nil
	}
	s.bets.asked = nil
	return nil
}

func (s *Screen) nextQuestion() error {
	kind := s.bets.asked.Kind.Next()
	if kind == bet.Less && len(s.Config().Learners) == 1 {
		kind = kind.Next()
	}
	b, err := bet.Bet{Player: s.bets.asked.Player, Kind: kind, Arm: -1, Learner: -1}.In(s.Config(), s.learner, s.Round())
	if err != nil {
		return err
	}
	return s.ask(b)
}

func (s *Screen) nextPlayer() {
	a := *s.bets.asked
	a.Player = s.bets.players[(slices.Index(s.bets.players, a.Player)+1)%len(s.bets.players)]
	s.bets.asked = &a
}

// question is what is asked, and what is chosen.
func (s *Screen) question() (question, choice string) {
	a := s.bets.asked
	switch a.Kind {
	case bet.Best:
		choice = bet.Arm(s.Config(), a.Arm)
	case bet.Less:
		choice = s.Config().Learners[a.Learner].Label()
	case bet.Regret:
		choice = bet.Height(a.Height)
	}
	question = a.Kind.Question(s.Config(), a.Learner, a.At)
	if a.Player != "" {
		question = a.Player + ": " + question
	}
	return question, choice
}

func (s *Screen) askedFoot(width int) string {
	question, choice := s.question()
	left, right := s.theme.Accent.Render(question)+" "+s.theme.Strong.Render("↑↓ "+choice), ""
	for _, hint := range []string{" enter bets · esc leaves", " enter bets · tab next question · esc leaves"} {
		if ansi.StringWidth(left+hint) <= width {
			right = s.theme.Faint.Render(hint)
		}
	}
	return kit.Spread(left, right, width)
}
