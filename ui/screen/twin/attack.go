package twin

import (
	"context"
	"fmt"
	"math"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model/audit"
	mechanism "regretscope/noise/dpaudit"
	"regretscope/noise/number"
	"regretscope/ui/kit"
)

// An attack lets a person guess, turn by turn, in which universe the learner plays.
type attack struct {
	*audit.Attack                       // nil: closed
	task          kit.Task[*audit.Turn] // the next turn
	turn          *audit.Turn           // nil while it is played
	turns         int                   // that were guessed
	hits          [2]int                // of the person, and of the audit's event
	last          string                // what the last guess was
}

func (a *attack) open() bool { return a.Attack != nil }

func (a *attack) close() {
	a.task.Drop()
	*a = attack{}
}

// next plays the next turn.
func (a *attack) next() tea.Cmd {
	a.turn = nil
	play, number := a.Turn, a.turns
	return a.task.Start(func(ctx context.Context, _ func(int, int)) (*audit.Turn, error) { return play(ctx, number) })
}

// guess takes a person's guess and begins the next turn.
func (a *attack) guess(side int) tea.Cmd {
	if a.turn == nil {
		return nil
	}
	a.last = "Right: it was " + names[a.turn.Side] + ". "
	for who, guess := range [2]int{side, a.turn.Guess} {
		if guess == a.turn.Side {
			a.hits[who]++
		} else if who == 0 {
			a.last = "Wrong: it was " + names[a.turn.Side] + ". "
		}
	}
	a.turns++
	return a.next()
}

// commands declares the commands that open an attack and guess.
func (a *attack) commands(s *Screen) []kit.Command {
	guess := func(name, key string, side int) kit.Command {
		return kit.Command{
			Name: name, Key: key, Short: names[side], Help: "guess that the learner plays in universe " + names[side],
			Class: kit.Over, In: a.open, Act: kit.Run(func() tea.Cmd { return a.guess(side) }),
		}
	}
	return []kit.Command{
		{
			Name: "attack", Key: "a", Short: "attack", Help: "you are the attacker: guess the universe from the plays",
			In: func() bool { return s.shot != nil && !a.open() },
			When: func() string {
				switch {
				case s.work.twin == nil:
					return "the universes are being played: wait a moment"
				case s.work.twin.Attack() == nil:
					return "a program is attacked by the command audit"
				}
				return ""
			},
			Act: kit.Run(func() tea.Cmd {
				s.replay.playing, s.work.sampling = false, false
				a.Attack = s.work.twin.Attack()
				return a.next()
			}),
		},
		guess("guess-a", "← 1", 0), guess("guess-b", "→ 2", 1),
		{Name: "end-attack", Key: "esc a", Short: "leave", Help: "attack no longer", Class: kit.Over, In: a.open, Act: kit.Do(a.close)},
	}
}

// sentence returns how the last turn ended, and what to guess now.
func (a *attack) sentence(acted string) string {
	return a.last + "A hidden coin has chosen A or B. You know all rewards but the one that differs, and see the " + acted +
		". Which universe is it?"
}

// leastPlays is the number of lines that the plays need; the score has the others.
const leastPlays = 7

// view draws the plays of the turn, and the score below.
func (a *attack) view(s *Screen, r kit.Rect) kit.Block {
	width, height := r.Inside()
	frame := kit.Frame{Focused: true, Title: "You are the attacker", Remark: "turn " + number.Count(a.turns+1)}
	var score kit.Table
	for _, title := range []string{"", "right", "share", "95% interval"} {
		score.Columns = append(score.Columns, kit.Column{Title: title, Right: title != ""})
	}
	for who, name := range []string{"you", "the audit’s event, " + a.Watched} {
		row := []string{name, fmt.Sprintf("%d of %d", a.hits[who], a.turns), kit.None, kit.None}
		if a.turns > 0 {
			low, high := mechanism.ClopperPearson(a.hits[who], a.turns, .025)
			row[2], row[3] = number.Share(float64(a.hits[who])/float64(a.turns)), percent(low)+" to "+percent(high)
		}
		score.Rows = append(score.Rows, row)
	}
	for _, bound := range []struct {
		share float64
		says  string
	}{
		{a.Allowed, "most if the claim holds, e^ε / (1 + e^ε)"},
		{a.Rate, "the event, exactly"},
		{a.Most, "most from one release, (1 + δ(0)) / 2"},
	} {
		if !math.IsNaN(bound.share) {
			score.Rows = append(score.Rows, []string{bound.says, "", percent(bound.share), ""})
		}
	}
	header, rows := score.Lines(width)
	below := append([]string{s.theme.Faint.Render(header)}, rows...)
	below = below[:min(len(below), max(height-leastPlays, 2))]
	lines := []string{s.theme.Faint.Render("the learner plays in A or B…")}
	if a.turn != nil {
		shot := &snapshot{TwinShot: &audit.TwinShot{Sequences: a.Sequences, Rounds: a.turn.Rounds, Verdict: s.shot.Verdict}}
		lines = pairPanel{theme: s.theme, shot: shot, round: len(a.turn.Rounds), unknown: true}.view(width, height-len(below))
	}
	return frame.Draw(s.theme, append(kit.Fit(lines, width, max(height-len(below), 0)), below...), r.Width, r.Height)
}
