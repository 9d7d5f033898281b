// Package betting has people bet on a run before they see it, and shows what came of it.
package betting

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/ui/bet"
	"regretscope/ui/kit"
	"regretscope/ui/kit/outfile"
	"regretscope/ui/mode"
	"regretscope/ui/mode/runmode"
)

// Bets are what people have said that they expect, and what came of it. The mode is open
// while a question is answered by keys.
type Bets struct {
	mode.Unseen
	run     runmode.Run
	asked   *bet.Bet // the question that is being answered by keys; nil while closed
	guesses bool     // the view in which heights are drawn is to be shown
	open    []bet.Bet
	settled []bet.Outcome // of the newest revealing
	reveal  int           // the round that the run is on its way to, to be revealed, or 0
	tally   *bet.Tally    // of this run and those before it
	config  *model.Config // that the bets are on
	players []string      // who take turns at the keys; empty: the audience
	drawn   drawn
}

// New makes the mode, without bets.
func New(run runmode.Run) mode.Mode { return &Bets{run: run, tally: &bet.Tally{}} }

// Follow goes on with the tally of the run before.
func (b *Bets) Follow(earlier mode.Mode) {
	if before, ok := earlier.(*Bets); ok {
		b.tally = before.tally
	}
}

const group = "Bets"

// Commands take bets and reveal them; while a question is open, its keys come first.
func (b *Bets) Commands(below []kit.Command) []kit.Command {
	bets := kit.Unless(len(b.open) > 0 || b.asked != nil || b.run.Hides(), "there is no bet yet: B asks, bet best 3 bets")
	save := kit.Unless(len(b.tally.Outcomes) > 0, "nothing has been revealed yet: R reveals what was bet on")
	reveal := kit.Keyed(group, "reveal", "reveal", "R", "show bets and truth side by side, and hide nothing any longer", kit.CallCmd(b.revealAll), "R")
	if bets != "" {
		reveal.Key, reveal.Once = kit.Bind("", reveal.Does()), "R"
	}
	below = append(
		below,
		kit.Taking("[BET]", kit.Keyed(group, "bet", "bet", "B", "bet before it is seen: best 3, less 1, regret 350, Ann: best 2 at 1e4", kit.Look(b.bet), "B")),
		kit.Refusing(bets, reveal),
		kit.Taking("[NAME …]", kit.Keyed(group, "players", "", "", "who take turns at betting by keys; without names the audience", kit.CallWith(b.setPlayers))),
		kit.Refusing(save, kit.Taking("[FILE]", kit.Keyed(group, "save-bets", "", "", "save all bets that were revealed as CSV, in a new file", kit.Write(b.save)))),
	)
	if b.asked == nil {
		return below
	}
	return kit.Over(b.questionCommands(), below)
}

// bet takes a bet in words, or asks for one by keys.
func (b *Bets) bet(text string) (tea.Cmd, error) {
	if text == "" {
		text = bet.Best.String()
		if b.asked != nil {
			text = b.asked.Kind.Next().String()
		}
	}
	made, err := bet.Parse(text)
	if err == nil {
		made, err = made.In(b.run.Config(), b.run.Learner(), b.run.Driver().Round())
	}
	switch {
	case err != nil:
		return nil, err
	case made.Open:
		b.ask(made)
		return nil, nil
	}
	return nil, b.place(made)
}

// place enters a bet in place of the player's other one on the same question.
func (b *Bets) place(made bet.Bet) error {
	for _, other := range b.open {
		if made.Kind != bet.Best && other.Kind != bet.Best && other.At != made.At {
			return fmt.Errorf("bet %s at %d: the bets so far are on round %s: R reveals them first", made.Kind, made.At, kit.Count(other.At))
		}
	}
	made.Open, b.settled = false, nil
	open := slices.DeleteFunc(slices.Clone(b.open), func(other bet.Bet) bool {
		return other.Player == made.Player && other.Kind == made.Kind && (made.Kind != bet.Regret || other.Learner == made.Learner)
	})
	if len(open) == bet.MaxOpen {
		return fmt.Errorf("at most %d bets are open at a time: R reveals them", bet.MaxOpen)
	}
	b.open = append(open, made)
	return nil
}

func (b *Bets) setPlayers(names string) error {
	players := strings.Fields(names)
	for _, name := range players {
		if _, err := bet.Parse(name + ": best"); err != nil {
			return fmt.Errorf("players %s: the name of a player has 1 to %d characters and no colon", names, bet.MostName)
		}
	}
	b.players = players
	return nil
}

// Open reports whether a question is being answered.
func (b *Bets) Open() bool { return b.asked != nil }

// Close leaves the question unanswered.
func (b *Bets) Close() tea.Cmd {
	b.asked = nil
	return nil
}

// Leave takes bets and truth away that were revealed, if there are any.
func (b *Bets) Leave() bool {
	left := len(b.settled) > 0
	b.settled = nil
	return left
}

// Settle shows the view of regret where a height is asked for.
func (b *Bets) Settle() tea.Cmd {
	if b.guesses {
		b.guesses = false
		if err := b.run.Chart().Show("regret"); err != nil {
			b.run.Warn(err.Error())
		}
	}
	return nil
}

// keep forgets bets on learners that are no longer there, or stand elsewhere now, and
// outcomes that tell what is hidden.
func (b *Bets) keep() {
	if b.run.Hides() {
		b.settled = nil
	}
	before, now := b.config, b.run.Config()
	if b.config = now; before == nil || before == now {
		return
	}
	gone := func(made bet.Bet) bool {
		if made.Kind == bet.Best {
			return made.Arm >= now.Scenario.Arms()
		}
		i := made.Learner
		return i >= min(len(before.Learners), len(now.Learners)) || before.Learners[i].String() != now.Learners[i].String()
	}
	b.open = slices.DeleteFunc(b.open, gone)
	if slices.ContainsFunc(b.settled, func(o bet.Outcome) bool { return gone(o.Bet) }) {
		b.settled = nil
	}
	if b.asked != nil && gone(*b.asked) {
		b.asked = nil
	}
}

// revealAll goes to the round that was bet on, or without a bet to that of the question,
// where bets and truth are shown.
func (b *Bets) revealAll() tea.Cmd {
	at := 0
	for _, made := range slices.Concat(b.questions(), b.open) {
		if made.Kind != bet.Best {
			at = made.At
		}
	}
	cmd := b.run.CloseModes() // bets are on the comparison as it is
	b.asked, b.reveal = nil, at
	if shot := b.run.Driver().Snapshot(); at == 0 || shot.Round == at && shot.Config == b.run.Config() {
		b.show()
		return cmd
	}
	return tea.Batch(cmd, b.run.Driver().Seek(at))
}

// questions are those that are being answered.
func (b *Bets) questions() []bet.Bet {
	if b.asked == nil {
		return nil
	}
	return []bet.Bet{*b.asked}
}

// Update shows bets and truth once the run is where it was sent for that.
func (b *Bets) Update(tea.Msg) tea.Cmd {
	d := b.run.Driver()
	if b.reveal == 0 || d.Search() != "" {
		return nil
	}
	if shot := d.Snapshot(); shot != nil && shot.Round == b.reveal && shot.Config == b.run.Config() {
		b.show()
	}
	b.reveal = 0
	return nil
}

// show settles what was bet, and hides nothing any longer.
func (b *Bets) show() {
	shot := b.run.Driver().Snapshot()
	b.settled, b.reveal = nil, 0
	for _, made := range b.open {
		b.settled = append(b.settled, made.Settle(shot))
	}
	if len(b.open) > 0 {
		b.tally.Add(b.settled)
	}
	b.open = nil
	b.run.ShowAll()
}

// save writes all bets that were revealed to a new file, off the event loop.
func (b *Bets) save(by outfile.Rights, path string) (tea.Cmd, error) {
	const name, ending = "regretscope-bets", ".csv"
	tally := bet.Tally{Outcomes: slices.Clone(b.tally.Outcomes)}
	if path != "" && strings.ToLower(filepath.Ext(path)) != ending {
		return nil, fmt.Errorf("%s: must end in %s", path, ending)
	}
	return func() tea.Msg {
		if path != "" {
			return runmode.SavedMsg{Paths: []string{path}, Err: by.Create(path, tally.WriteCSV)}
		}
		paths, err := by.CreateSet(name, []string{ending}, func(_ string, w io.Writer) error { return tally.WriteCSV(w) })
		return runmode.SavedMsg{Paths: paths, Err: err}
	}, by.Check(cmp.Or(path, name+ending))
}
