package betting

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/bet"
	"regretscope/ui/kit/outfile"
	"regretscope/ui/mode/host"
)

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
			return host.SavedMsg{Paths: []string{path}, Err: by.Create(path, tally.WriteCSV)}
		}
		paths, err := by.CreateSet(name, []string{ending}, func(_ string, w io.Writer) error { return tally.WriteCSV(w) })
		return host.SavedMsg{Paths: paths, Err: err}
	}, by.Check(cmp.Or(path, name+ending))
}
