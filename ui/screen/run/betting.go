package run

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/ui/bet"
	"regretscope/ui/chart/curves"
	"regretscope/ui/kit"
	"regretscope/ui/kit/outfile"
	"regretscope/ui/screen/run/layout"
	"regretscope/ui/screen/run/panel"
)

// A betting is what people have said that they expect, and what came of it.
type betting struct {
	asked   *bet.Bet // the question that is being answered by keys; nil: none
	open    []bet.Bet
	settled []bet.Outcome // of the newest revealing
	reveal  int           // the round that the run is on its way to, to be revealed; 0: none
	tally   *bet.Tally
	config  *model.Config // that the bets are on
	players []string      // who take turns at the keys; none: the audience
	marks   *panel.Bets   // as panels drew them last; nil: none
}

const betsGroup = "Bets"

// betCommands are those by which people say what they expect, and then see it.
func (s *Screen) betCommands() []kit.Command {
	bets, save := "there is no bet yet: B asks, bet best 3 bets", ""
	if len(s.bets.open) > 0 || s.bets.asked != nil || s.Hides() {
		bets = ""
	}
	if len(s.bets.tally.Outcomes) == 0 {
		save = "nothing has been revealed yet: R reveals what was bet on"
	}
	return []kit.Command{
		kit.Taking("[BET]", kit.Keyed(betsGroup, "bet", "bet", "B", "bet before it is seen: best 3, less 1, regret 350, Ann: best 2 at 1e4", kit.Look(s.bet), "B")),
		kit.Refusing(bets, kit.Keyed(betsGroup, "reveal", "reveal", "R", "show bets and truth side by side, and hide nothing any longer", kit.Ask(s.revealBets), "R")),
		kit.Taking("[NAME …]", kit.Keyed(betsGroup, "players", "", "", "who take turns at betting by keys; without names the audience", kit.Set(s.setPlayers))),
		kit.Refusing(save, kit.Taking("[FILE]", kit.Keyed(betsGroup, "save-bets", "", "", "save all bets that were revealed as CSV, in a new file", kit.Write(s.saveBets)))),
	}
}

// bet takes a bet in words, or asks for one by keys.
func (s *Screen) bet(text string) (tea.Cmd, error) {
	if text == "" {
		text = bet.Best.String()
		if s.bets.asked != nil {
			text = s.bets.asked.Kind.Next().String()
		}
	}
	b, err := bet.Parse(text)
	if err == nil {
		b, err = b.In(s.Config(), s.learner, s.Round())
	}
	if err != nil {
		return nil, err
	}
	if b.Open {
		return nil, s.ask(b)
	}
	return nil, s.place(b)
}

// place enters a bet in place of the player's other one on the same question.
func (s *Screen) place(b bet.Bet) error {
	for _, other := range s.bets.open {
		if b.Kind != bet.Best && other.Kind != bet.Best && other.At != b.At {
			return fmt.Errorf("bet %s at %d: the bets so far are on round %s: R reveals them first", b.Kind, b.At, kit.Count(other.At))
		}
	}
	b.Open, s.bets.settled = false, nil
	open := slices.DeleteFunc(slices.Clone(s.bets.open), func(other bet.Bet) bool {
		return other.Player == b.Player && other.Kind == b.Kind && (b.Kind != bet.Regret || other.Learner == b.Learner)
	})
	if len(open) == bet.MaxOpen {
		return fmt.Errorf("at most %d bets are open at a time: R reveals them", bet.MaxOpen)
	}
	s.bets.open = append(open, b)
	return nil
}

func (s *Screen) setPlayers(names string) error {
	players := strings.Fields(names)
	for _, name := range players {
		if _, err := bet.Parse(name + ": best"); err != nil {
			return fmt.Errorf("players %s: the name of a player has 1 to %d characters and no colon", names, bet.MostName)
		}
	}
	s.bets.players = players
	return nil
}

// revealBets goes to the round that was bet on, or without a bet to that of the question,
// where bets and truth are shown.
func (s *Screen) revealBets() tea.Cmd {
	at := 0
	for _, b := range slices.Concat(s.bets.questions(), s.bets.open) {
		if b.Kind != bet.Best {
			at = b.At
		}
	}
	s.bets.asked, s.bets.reveal = nil, at
	if shot := s.driver.Snapshot(); at == 0 || shot.Round == at && shot.Config == s.Config() {
		s.showBets()
		return nil
	}
	return s.driver.Seek(at)
}

// questions are those that are being answered.
func (b *betting) questions() []bet.Bet {
	if b.asked == nil {
		return nil
	}
	return []bet.Bet{*b.asked}
}

// arriveAtBets shows bets and truth once the run is where it was sent for that.
func (s *Screen) arriveAtBets() {
	if s.bets.reveal == 0 || s.driver.Search() != "" {
		return
	}
	if shot := s.driver.Snapshot(); shot != nil && shot.Round == s.bets.reveal && shot.Config == s.Config() {
		s.showBets()
	}
	s.bets.reveal = 0
}

// showBets settles what was bet, and hides nothing any longer.
func (s *Screen) showBets() {
	shot := s.driver.Snapshot()
	s.bets.settled, s.bets.reveal = nil, 0
	for _, b := range s.bets.open {
		s.bets.settled = append(s.bets.settled, b.Settle(shot))
	}
	if len(s.bets.open) > 0 {
		s.bets.tally.Add(s.bets.settled)
	}
	s.bets.open, s.hidden = nil, nothing
}

// keepBets forgets bets on learners that are no longer there, or stand elsewhere now.
func (s *Screen) keepBets() {
	before, now := s.bets.config, s.Config()
	if s.bets.config = now; before == nil || before == now {
		return
	}
	gone := func(b bet.Bet) bool {
		if b.Kind == bet.Best {
			return b.Arm >= now.Scenario.Arms()
		}
		i := b.Learner
		return i >= min(len(before.Learners), len(now.Learners)) || before.Learners[i].String() != now.Learners[i].String()
	}
	s.bets.open = slices.DeleteFunc(s.bets.open, gone)
	if slices.ContainsFunc(s.bets.settled, func(o bet.Outcome) bool { return gone(o.Bet) }) {
		s.bets.settled = nil
	}
	if s.bets.asked != nil && gone(*s.bets.asked) {
		s.bets.asked = nil
	}
}

// saveBets writes all bets that were revealed to a new file, off the event loop.
func (s *Screen) saveBets(by outfile.Rights, path string) (tea.Cmd, error) {
	const name, ending = "regretscope-bets", ".csv"
	tally := bet.Tally{Outcomes: slices.Clone(s.bets.tally.Outcomes)}
	if path != "" && strings.ToLower(filepath.Ext(path)) != ending {
		return nil, fmt.Errorf("%s: must end in %s", path, ending)
	}
	return func() tea.Msg {
		if path != "" {
			return savedMsg{[]string{path}, by.Create(path, tally.WriteCSV)}
		}
		paths, err := by.CreateSet(name, []string{ending}, func(_ string, w io.Writer) error { return tally.WriteCSV(w) })
		return savedMsg{paths, err}
	}, by.Check(cmp.Or(path, name+ending))
}

// betMarks are the bets as panels draw them: those that are open or were just settled,
// and the one that is being chosen.
func (s *Screen) betMarks() *panel.Bets {
	b := &s.bets
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
			name := s.Config().Learners[x.Learner].Label()
			if x.Player != "" {
				name = x.Player + ": " + name
			}
			marks.Guesses = append(marks.Guesses, curves.Guess{Name: name, Series: x.Learner, Height: x.Height, Round: x.At})
		}
	}
	if !reflect.DeepEqual(marks, b.marks) {
		b.marks = marks
	}
	return b.marks // the same while nothing has changed, so that nothing is drawn anew
}

// betSentences say what was bet, and what came of it.
func (s *Screen) betSentences() []string {
	b := &s.bets
	var said []string
	if b.asked != nil {
		question, choice := s.question()
		said = append(said, question+" "+kit.Capital(choice)+"?")
	}
	for i := range b.open {
		said = append(said, kit.Capital(b.open[i].Who())+" bet: "+b.open[i].Says(s.Config())+".")
	}
	for i := range b.settled {
		said = append(said, b.settled[i].Sentence())
	}
	if len(b.settled) > 0 {
		said = append(said, b.tally.Sentence())
	}
	return said
}

// mostBetLines is how many lines bets may take below the panels.
const mostBetLines = 6

// betLines are the bets below the timeline, as many lines as leave the panels room.
func (s *Screen) betLines() []string {
	room := max(min(mostBetLines, s.height/4, s.height+1-layout.MinHeight), 0)
	sentences := s.betSentences()[len(s.bets.questions()):] // these are in the foot
	style := s.theme.Accent
	if len(s.bets.settled) > 0 {
		style = s.theme.Strong
	} else if n := len(sentences); n > 1 {
		most := min(n-1, room*s.width/10) // no sentence is shorter, and more have no room
		sentences = []string{strings.Join(append(sentences[:most:most], sentences[n-1]), " ")}
	}
	var lines []string
	for _, sentence := range sentences {
		lines = append(lines, kit.Styled(sentence, s.width, 2, style)...)
	}
	if len(lines) > room && room > 0 {
		lines = append(lines[:room-1:room-1], lines[len(lines)-1]) // the tally comes last
	}
	for i := range lines {
		lines[i] = kit.FitLine(lines[i], s.width)
	}
	return lines[:min(len(lines), room)]
}
