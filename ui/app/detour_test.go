package app

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"regretscope/scenarios/file"
	"regretscope/ui/kit/uitest"
)

const questioned = `caption One.
go 150
key v
wait key
caption Two.
run
wait 1s
pause
cursor
wait key
caption Three.
leave
set epsilon 2
pace 50
hide
key 3
run
wait 2s
pause
wait key
caption Four.
reveal
twin
many-noises 30
wait 500ms
wait key
caption Five.
one-noise
leave
step
key d
wait key
caption Six.
wait key
`

// stand waits for the way to a stop, and for its steps.
func (p *player) stand(t *testing.T) string {
	t.Helper()
	for n := 0; p.root.stops.Performing() || p.root.stops.Travelling() || p.root.host.Preparing(); n++ {
		if p.wait(100 * time.Millisecond); n == 100_000 {
			t.Fatalf("no end: %s\n%s", p.root.foot.notice.Text, p.root.View())
		}
	}
	p.wait(100 * time.Millisecond)
	return ansi.Strip(p.root.View())
}

// differ returns the lines of two views that differ.
func differ(want, got string) (lines string) {
	of := strings.Split(got, "\n")
	for i, line := range strings.Split(want, "\n") {
		if i < len(of) && of[i] != line {
			lines += "   " + line + "\n-- " + of[i] + "\n"
		}
	}
	return lines
}

// wanders presses random keys of the present screen, often such as change the run.
func (p *player) wanders(random *rand.Rand, keys int) (pressed string) {
	lines := []string{":set epsilon 3", ":next-seed", ":seed 7", ":go 1e4", ":add thompson", ":drop", ":restart", ":what-if epsilon=4", "e"}
	for range keys {
		var useful []string
		for _, c := range p.root.Commands() {
			if c.Group != "Lesson or script" && !slices.Contains([]string{"quit", "interrupt", "suspend", "experiment", "twin"}, c.Name) && !c.Act.Outside {
				useful = append(useful, c.Keys()...)
			}
		}
		line := lines[random.IntN(len(lines))]
		if random.IntN(4) > 0 && len(useful) > 0 {
			line = useful[random.IntN(len(useful))]
		}
		if line == " " {
			line = "space"
		}
		if line == "q" || p.root.modal() != nil {
			line = "esc"
		}
		pressed += " " + line
		if command, long := strings.CutPrefix(line, ":"); long && command != "" {
			if cmd, err := p.root.RunLine(command); err == nil {
				p.runAll(cmd)
			}
			continue
		}
		_ = p.tries(line)
	}
	return pressed
}

// A page of the manual that was opened at a stop is closed on the way on, without playing the script again.
func TestReadingAtAStopChangesNothing(t *testing.T) {
	p := presentWith(t, Options{Config: uitest.Config(t, 400, "ucb1")}, "caption A.\ngo 50\nwait key\ncaption B.\nwait key\n")
	before := p.stand(t)
	p.presses(t, "i down esc")
	if now := p.stand(t); now != before {
		t.Error(differ(before, now))
	}
	p.presses(t, "i")
	_, _ = p.root.input.pressAs(tea.KeyMsg{Type: tea.KeyPgDown})
	if p.root.stops.Travelling() {
		t.Error("the script is played again")
	}
}

// A question from the floor about the number of arms or of rounds is one command, at this round.
func TestOtherArmsAndHorizons(t *testing.T) {
	p := newPlayer(Options{Config: uitest.On(t, "gap", "", 2000, "ucb1")})
	p.root.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	p.runAll(p.root.Init())
	p.command(t, "go 500")
	p.command(t, "arms 50")
	p.command(t, "horizon 1000")
	if now := p.root.screens.run.Place(); now.Round != 500 || now.Config.Scenario.Arms() != 50 || now.Config.Horizon != 1000 {
		t.Errorf("round %d of %d, %d arms", now.Round, now.Config.Horizon, now.Config.Scenario.Arms())
	}
	p.command(t, "undo")
	p.command(t, "undo")
	if now := p.root.screens.run.Place(); now.Round != 500 || now.Config.Scenario.Arms() != 5 || now.Config.Horizon != 2000 {
		t.Errorf("undone: round %d of %d, %d arms", now.Round, now.Config.Horizon, now.Config.Scenario.Arms())
	}
	p.command(t, "scenario hhmh-1")
	for line, want := range map[string]string{
		"arms 50":      "arms 50: hhmh-1 has 5 arms; scenario gap,K=50 plays another scenario",
		"learner ucb1": "learner ucb1: must be a whole number from 1 to 1; add NAME adds a learner",
		"runs 20":      "runs: no such command on this screen; open its screen with experiment",
	} {
		if _, err := p.root.RunLine(line); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", line, err, want)
		}
		p.root.palette.Type(line)
		_ = p.tries("enter")
		if view := p.root.View(); !strings.Contains(uitest.Words(ansi.Strip(view)), want[:30]) {
			t.Errorf("%s: no %q in\n%s", line, want, view)
		}
		p.root.palette.Close()
	}
}

// Whatever a person does at the stops of a script, the stops that follow show what they show without it.
func TestStopsAfterAQuestionAreAsPlanned(t *testing.T) {
	uitest.NotForRaces(t)
	config := uitest.Config(t, 400, "anytime-lazy-ucb", "ucb1")
	p := presentWith(t, Options{Config: config}, questioned)
	var planned []string
	for {
		view := p.stand(t)
		if p.root.stops.State().Over {
			break
		}
		planned = append(planned, view)
		p.presses(t, "pgdown")
	}
	if len(planned) != 6 {
		t.Fatalf("%d stops", len(planned))
	}
	for seed := range uint64(2 * *storms) {
		random := rand.New(rand.NewPCG(seed, 53))
		p, did, at := presentWith(t, Options{Config: config}, questioned), "", 0
		for range 8 {
			if view := p.stand(t); view != planned[at] {
				t.Fatalf("seed %d,%s: stop %d, with -- where it differs:\n%s", seed, did, at+1, differ(planned[at], view))
			}
			if seed%2 == 1 {
				_ = p.tries("esc")
			}
			did += p.wanders(random, 10)
			for p.root.modal() != nil {
				_ = p.tries("esc")
			}
			switch way := random.IntN(5); {
			case way == 0 && at > 0:
				did += " /pgup"
				_ = p.tries("pgup")
				at--
			case way == 1 || at == len(planned)-1:
				at = random.IntN(len(planned))
				did += fmt.Sprintf(" /go-chapter %d", at+1)
				p.command(t, fmt.Sprintf("go-chapter %d", at+1))
			case way == 2 && p.root.stops.State().Away:
				did += " /f2"
				_ = p.tries("f2")
			default:
				did += " /pgdown"
				_ = p.tries("pgdown")
				at++
			}
		}
	}
}

// A scenario file is read beside the run, and played to this round. One that is wrong leaves the run where it is.
func TestAnotherScenarioFromAFile(t *testing.T) {
	p := newPlayer(Options{Config: uitest.On(t, "gap", "", 2000, "ucb1"), Open: file.Read})
	p.root.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	p.runAll(p.root.Init())
	p.command(t, "go 500")
	before := p.root.screens.run.Place()
	p.command(t, "scenario ../../testdata/scenarios/none.toml")
	if now := p.root.screens.run.Place(); now != before || !strings.Contains(p.root.foot.notice.Text, "none.toml: ") {
		t.Errorf("at %+v: %q %s", now, p.root.foot.notice.Text, p.foot())
	}
	p.command(t, "scenario ../../testdata/scenarios/swap.toml")
	p.wait(time.Second)
	if now := p.root.screens.run.Place(); now.Round != 500 || now.Config.Horizon != 2000 || now.Config.Scenario.Reference == "" || !p.root.screens.onRun() {
		t.Errorf("round %d of %s: %s", now.Round, now.Config.Scenario.Name, p.foot())
	}
	p.command(t, "undo")
	if now := p.root.screens.run.Place(); now.Round != 500 || now.Config != before.Config {
		t.Errorf("undone: %+v", now)
	}
}
