package app

import (
	"errors"
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/learners"
	"regretscope/noise/param"
	"regretscope/ui/kit"
	"regretscope/ui/screen/run"
	"regretscope/ui/screen/setup"
)

// A place is a position to return to with u.
type place struct {
	run.Place
	source setup.Source
}

const mostPlaces = 1000

func (r *root) here() place { return place{r.run.Place(), r.source} }

// jumping runs a command and, if it jumped within the run, keeps the place before.
func (r *root) jumping(do func() (tea.Cmd, error)) (tea.Cmd, error) {
	if r.run == nil {
		return do()
	}
	from, screen := r.here(), r.run
	jumps, config := screen.Jumps()
	r.returned = false
	cmd, err := do()
	if after, target := screen.Jumps(); !r.returned && r.run == screen && (after != jumps || target != config) {
		r.leaves(from)
	}
	return cmd, err
}

// leaves keeps a place for u, unless it is in a game, whose pulls are not kept.
func (r *root) leaves(from place) {
	if from.Config.Waits() {
		return
	}
	r.past, r.future = append(r.past, from), nil
	r.past = r.past[max(len(r.past)-mostPlaces, 0):]
}

func (r *root) placeCommands() []kit.Command {
	list := []kit.Command{
		{
			Name: "undo", Key: "u", Help: "go back to the place before the newest jump",
			Run: func() tea.Cmd { return r.turnBack(&r.past, &r.future) },
		},
		{
			Name: "redo", Key: "U", Help: "go forwards again",
			Run: func() tea.Cmd { return r.turnBack(&r.future, &r.past) },
		},
		{
			Name: "set", Argument: "epsilon X", Help: "change the run’s ε, and replay to this round", Group: program,
			With: r.set,
		},
	}
	list[0].Refusal = kit.Unless(len(r.past) > 0, "no jumps yet")
	list[1].Refusal = kit.Unless(len(r.future) > 0, "no later place: u goes back first")
	return list
}

// set restarts the run with another ε and goes to this round.
func (r *root) set(text string) (tea.Cmd, error) {
	name, value, _ := strings.Cut(strings.ReplaceAll(text, "=", " "), " ")
	if name != "epsilon" && name != "ε" {
		return nil, fmt.Errorf("set %s: must be epsilon X, as in set epsilon 2", param.Printable(text))
	}
	here := r.here()
	next := *here.Config
	var err error
	if next.Epsilon, err = learners.ParseEpsilon(strings.TrimSpace(value)); err == nil {
		err = next.Check()
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("set %s: %w", param.Printable(text), err)
	case next.Waits():
		return nil, errors.New("set: a game keeps its ε")
	}
	r.leaves(here)
	return r.startRun(&next, here.Place), nil
}

// turnBack goes to the newest place in from and keeps the present place in to.
func (r *root) turnBack(from, to *[]place) tea.Cmd {
	r.returned = true
	here := r.here()
	at := len(*from) - 1
	p := (*from)[at]
	*from = (*from)[:at]
	if !here.Config.Waits() {
		*to = append(*to, here)
	}
	var cmd tea.Cmd
	if p.Config == here.Config {
		r.show(r.run)
		cmd = r.run.Return(p.Place)
	} else {
		r.source = p.source
		cmd = r.startRun(p.Config, p.Place)
	}
	r.Tell(fmt.Sprintf("round %s of %s, seed %d, with %s in focus", kit.Count(p.Round),
		p.Config.Scenario.Name, p.Config.Seed, p.Config.Learners[p.Learner].Label()))
	return cmd
}
