package app

import (
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/learners"
	"regretscope/ui/kit/uitest"
)

// burst presses keys before any work that they start is done, and then does the work.
func (p *player) burst(keys ...string) {
	var cmds []tea.Cmd
	for _, key := range keys {
		_, cmd := p.root.Update(uitest.Key(key))
		cmds = append(cmds, cmd)
	}
	for _, cmd := range cmds {
		p.runAll(cmd)
	}
}

// Keys pressed while a screen loads or searches have the same effect as later ones.
func TestEarlyKeysAreAnsweredLater(t *testing.T) {
	uitest.NotForRaces(t)
	for name, c := range map[string]struct {
		before []string
		keys   string
	}{
		"a run":      {nil, "g 7 enter"},
		"twin":       {places["run"], "t n n"},
		"its noises": {places["run"], "t 2 n"},
		"its search": {places["twin"], "/ n b s n"},
	} {
		t.Run(name, func(t *testing.T) {
			press := func(early bool) string {
				var begin tea.Cmd
				p, _ := at(t, c.before)
				if c.before == nil {
					p = newPlayer(Options{Config: uitest.Config(t, 40, "lazy-dp-ts", "ucb1")})
					p.send(tea.WindowSizeMsg{Width: 100, Height: 30})
					begin = p.root.Init()
				}
				keys := strings.Fields(c.keys)
				if early {
					p.burst(keys...)
					p.runAll(begin)
				} else {
					p.runAll(begin)
					for _, key := range keys {
						p.send(uitest.Key(key))
					}
				}
				p.wait(frameTime)
				return p.above() + p.root.foot.notice.Text
			}
			early, late := press(true), press(false)
			if early != late {
				t.Errorf("early keys lead to\n%s\nlate ones to\n%s", early, late)
			}
		})
	}
}

// Early keys of a screen that is left wait until one returns.
func TestEarlyKeysWaitForTheirScreen(t *testing.T) {
	p, _ := at(t, places["run"])
	p.burst("t", "n", "n", "esc")
	before := p.root.run.Snapshot().Round
	p.wait(frameTime)
	if !p.root.onRun() || p.root.foot.notice.Text != "" || p.root.run.Snapshot().Round != before || len(p.root.input.ahead) != 2 {
		t.Errorf("on the run: %v, %q, %d early keys", p.root.onRun(), p.root.foot.notice.Text, len(p.root.input.ahead))
	}
	p.send(uitest.Key("t"))
	if !strings.Contains(p.above(), "round 2 of") || len(p.root.input.ahead) != 0 {
		t.Error(p.above())
	}
	p.burst(slices.Concat([]string{"t"}, slices.Repeat([]string{"n"}, maxAhead+1))...)
	if p.root.foot.notice.Text != "" { // handled by now
		t.Error(p.root.foot.notice.Text)
	}
}

// In a game, every digit is a pull, however fast the digits come.
func TestFastDigitsAreAllPulled(t *testing.T) {
	config := uitest.Config(t, 50, "ucb1")
	game := &learners.Game{}
	config.Learners = append(config.Learners, learners.You(game, false))
	p := toured(t, Options{Config: config})
	p.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(strings.Repeat("12345", 8))})
	shot := p.root.run.Snapshot()
	if view := shot.Learners[1]; shot.Round != 40 || !slices.Equal(view.Pulls, []int{8, 8, 8, 8, 8}) {
		t.Errorf("after round %d, pulls %v", shot.Round, view.Pulls)
	}
	p.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("1b2")})
	if text := p.foot(); !strings.Contains(text, "pull lost: round 41 has been played") && game.Rounds() != 41 {
		t.Errorf("%d rounds, %q", game.Rounds(), text)
	}
	p.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(strings.Repeat("3", 20))})
	if !p.root.run.Driver().Done() && game.Rounds() > 50 {
		t.Errorf("%d rounds are played", game.Rounds())
	}
}
