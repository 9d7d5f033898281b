package app

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/learners"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/kit"
	"regretscope/ui/screen/run"
)

// A history remembers the places that jumps left.
type history struct {
	past, future []run.Place // the targets of u and U
	returned     bool        // the newest command was u or U
}

const maxPlaces = 1000

// jumping runs a command and, if it jumped within the run, stores the place before.
func (h *history) jumping(r *root, do func() (tea.Cmd, error)) (tea.Cmd, error) {
	if r.run == nil {
		return do()
	}
	from, screen := r.run.Place(), r.run
	jumps := screen.Driver().Jumps()
	h.returned = false
	cmd, err := do()
	jumped := screen.Driver().Jumps() != jumps || screen.Place().Config != from.Config
	if jumped && !h.returned && r.run == screen {
		h.keep(from)
	}
	return cmd, err
}

// keep stores a place for u, unless it is in a game, whose pulls are not stored.
func (h *history) keep(from run.Place) {
	if from.Config.Waits() {
		return
	}
	h.past, h.future = append(h.past, from), nil
	h.past = h.past[max(len(h.past)-maxPlaces, 0):]
}

func (h *history) commands(r *root) []kit.Command {
	return []kit.Command{
		{
			Name: "undo", Key: "u", Help: "go back to the place before the newest jump",
			Act:     kit.Run(func() tea.Cmd { return h.turnBack(r, &h.past, &h.future) }),
			Refusal: kit.TextUnless(len(h.past) > 0, "no jumps yet"),
		},
		{
			Name: "redo", Key: "U", Help: "go forward again",
			Act:     kit.Run(func() tea.Cmd { return h.turnBack(r, &h.future, &h.past) }),
			Refusal: kit.TextUnless(len(h.future) > 0, "no later place: u goes back first"),
		},
		{
			Name: "set", Argument: "epsilon X", Help: "change the run’s ε, and replay to this round", Group: program,
			Act: kit.With(func(text string) (tea.Cmd, error) { return h.set(r, text) }),
		},
		{
			Name: "epsilon", Argument: "X", Help: "change ε, as set does", Group: program,
			Act: kit.With(func(text string) (tea.Cmd, error) { return h.set(r, "epsilon "+text) }),
		},
		{
			Name: "scenario", Argument: "NAME", Help: "play another scenario to this round, as --scenario writes it; u goes back",
			Group: program, Act: kit.With(func(name string) (tea.Cmd, error) { return play(r, "scenario "+name) }),
		},
		{
			Name: "horizon", Argument: "N", Help: "play with N rounds in all to this round; u goes back", Group: program,
			Act: kit.With(func(n string) (tea.Cmd, error) { return play(r, "horizon "+n) }),
		},
	}
}

// counting lets the command of the arms' panel play the scenario with another number of arms.
func counting(r *root, list []kit.Command) []kit.Command {
	list = slices.Clone(list) // the screen keeps its own
	for i, c := range list {
		if c.Name != "arms" {
			continue
		}
		list[i].Argument, list[i].Help = "[K]", c.Help+"; K: play with K arms to this round"
		list[i].Act = kit.With(func(k string) (tea.Cmd, error) {
			if k == "" {
				return c.Run("")
			}
			of := r.run.Config().Scenario
			name, values, _ := param.SplitAssignments(of.Reference)
			line := "scenario " + name + ",K=" + k
			for _, v := range values {
				if v[0] != "K" {
					line += "," + v[0] + "=" + v[1]
				}
			}
			cmd, err := play(r, line)
			if err != nil {
				err = fmt.Errorf("arms %s: %s has %s; scenario gap,K=%[1]s plays another scenario", k, of.Name, number.Plural(of.Arms(), "arm"))
			}
			return cmd, err
		})
	}
	return list
}

// play starts the run as a command line of the setup screen changes it, and goes to this round.
func play(r *root, line string) (tea.Cmd, error) {
	here := r.run.Place()
	pause := r.toSetup()
	cmd, err := kit.RunLine(r.setup.Commands(), line)
	if err == nil {
		cmd, err = kit.RunLine(r.setup.Commands(), "start")
	}
	if err != nil {
		r.show(r.run)
		return nil, err
	}
	if now := r.run.Config(); now != here.Config { // otherwise the setup screen still reads a file
		here.Config, here.Round, here.Learner = now, min(here.Round, now.Horizon), min(here.Learner, len(now.Learners)-1)
		cmd = r.startRun(here)
	}
	return tea.Batch(pause, cmd), nil
}

// set restarts the run with another ε and goes to this round.
func (h *history) set(r *root, text string) (tea.Cmd, error) {
	name, value, _ := strings.Cut(strings.ReplaceAll(text, "=", " "), " ")
	if name != "epsilon" && name != "ε" {
		return nil, fmt.Errorf("set %s: must be epsilon X, as in set epsilon 2", param.Printable(text))
	}
	here := r.run.Place()
	next := *here.Config
	var err error
	if next.Epsilon, err = learners.ParseEpsilon(strings.TrimSpace(value)); err == nil {
		err = next.Check()
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("set %s: %w", param.Printable(text), err)
	case next.Waits():
		return nil, errors.New("set: a game cannot change its ε")
	}
	h.keep(here)
	here.Config = &next
	return r.startRun(here), nil
}

// turnBack goes to the newest place in from and stores the present place in to.
func (h *history) turnBack(r *root, from, to *[]run.Place) tea.Cmd {
	h.returned = true
	here := r.run.Place()
	at := len(*from) - 1
	p := (*from)[at]
	*from = (*from)[:at]
	if !here.Config.Waits() {
		*to = append(*to, here)
	}
	r.show(r.run)
	cmd := goTo(r, p, p.Config == here.Config)
	r.Tell(fmt.Sprintf("round %s of %s, seed %d, with %s in focus", number.Count(p.Round),
		p.Config.Scenario.Name, p.Config.Seed, p.Config.Learners[p.Learner].Label()))
	return cmd
}

func goTo(r *root, p run.Place, present bool) tea.Cmd {
	if present {
		return r.run.Return(p)
	}
	return r.startRun(p)
}
