package app

import (
	"context"
	"errors"
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/model/choice"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/file"
	"regretscope/ui/kit"
	"regretscope/ui/screen/run"
)

// A history remembers the places that jumps left.
type history struct {
	screens *screens
	foot    *foot
	start   func(run.Place) tea.Cmd // shows a new run
	open    func(reference, data string) (*scenarios.Scenario, error)

	past, future []run.Place             // the targets of u and U
	reading      kit.Task[*model.Config] // the run that a scenario being read makes, at the present place
	returned     bool                    // the newest command was u or U
}

const maxPlaces = 1000

// clear forgets all places.
func (h *history) clear() {
	h.past, h.future = nil, nil
	h.reading.Drop()
}

// jumping runs a command and, if it jumped within the run, stores the place before.
func (h *history) jumping(do func() (tea.Cmd, error)) (tea.Cmd, error) {
	if h.screens.run == nil {
		return do()
	}
	from, screen := h.screens.run.Place(), h.screens.run
	jumps := screen.State().Jumps
	h.returned = false
	cmd, err := do()
	jumped := screen.State().Jumps != jumps || screen.Place().Config != from.Config
	if jumped && !h.returned && h.screens.run == screen {
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

// table declares the commands that return to places, and those that play something else to this round.
func (h *history) table() []kit.Command {
	return kit.InClass(kit.OfRun, []kit.Command{
		{
			Name: "undo", Key: "u", Help: "go back to the place before the newest jump", Leads: kit.Unknown,
			Act:  kit.Run(func() tea.Cmd { return h.turnBack(&h.past, &h.future) }),
			When: func() string { return kit.TextUnless(len(h.past) > 0, "no jumps yet") },
		},
		{
			Name: "redo", Key: "U", Help: "go forward again", Leads: kit.Unknown,
			Act:  kit.Run(func() tea.Cmd { return h.turnBack(&h.future, &h.past) }),
			When: func() string { return kit.TextUnless(len(h.future) > 0, "no later place: u goes back first") },
		},
		{
			Name: "set", Argument: "epsilon X", Help: "change the run’s ε, and replay to this round",
			Act: kit.With(h.set),
		},
		{
			Name: "epsilon", Argument: "X", Help: "change ε, as set does",
			Act: kit.With(func(text string) (tea.Cmd, error) { return h.set("epsilon " + text) }),
		},
		{
			Name: "scenario", Argument: "NAME", Help: "play another scenario to this round, as --scenario writes it; u goes back",
			Act: kit.With(func(name string) (tea.Cmd, error) { return h.change("scenario", name) }),
			Check: func(name string) error {
				preset, _, _ := strings.Cut(name, ",")
				if _, err := scenarios.FindPreset(preset); err != nil && !file.IsPath(name) && !strings.HasPrefix(name, "--") {
					return fmt.Errorf("scenario %s: %w", param.Printable(preset), err)
				}
				return nil
			},
		},
		{
			Name: "horizon", Argument: "N", Help: "play with N rounds in all to this round; u goes back",
			Act: kit.With(func(n string) (tea.Cmd, error) { return h.change("horizon", n) }),
		},
	})
}

// recount plays the scenario with another number of arms.
func (h *history) recount(k string) (tea.Cmd, error) { return h.change("arms", k) }

// change plays the run with another value of a setting, to this round.
func (h *history) change(setting, text string) (tea.Cmd, error) {
	now := h.screens.run.Place().Config
	if now.Waits() && setting != "scenario" {
		return nil, fmt.Errorf("%s: a game cannot change its %[1]s", setting)
	}
	if choice.Reads(now, setting, text) {
		return tea.Batch(h.screens.run.Pause(), h.reading.Start(func(context.Context, func(int, int)) (*model.Config, error) {
			return choice.With(now, setting, text, h.open)
		})), nil
	}
	next, err := choice.With(now, setting, text, nil)
	if err != nil {
		return nil, err
	}
	return h.play(next), nil
}

// Update plays the run of a scenario that has been read.
func (h *history) Update(msg tea.Msg) tea.Cmd {
	read, _ := h.reading.Update(msg)
	switch {
	case read == nil || h.screens.run == nil:
		return nil
	case read.Err != nil:
		h.foot.say(read.Err)
		return nil
	}
	return h.play(read.Value)
}

// play starts another run at the present place.
func (h *history) play(next *model.Config) tea.Cmd {
	here := h.screens.run.Place()
	h.keep(here)
	here.Config, here.Round, here.Learner = next, min(here.Round, next.Horizon), min(here.Learner, len(next.Learners)-1)
	return h.start(here)
}

// set restarts the run with another ε and goes to this round.
func (h *history) set(text string) (tea.Cmd, error) {
	name, value, _ := strings.Cut(strings.ReplaceAll(text, "=", " "), " ")
	if name != "epsilon" && name != "ε" {
		return nil, fmt.Errorf("set %s: must be epsilon X, as in set epsilon 2", param.Printable(text))
	}
	if h.screens.run.State().Config.Waits() {
		return nil, errors.New("set: a game cannot change its ε")
	}
	cmd, err := h.change("epsilon", strings.TrimSpace(value))
	if err != nil {
		err = fmt.Errorf("set %w", err)
	}
	return cmd, err
}

// turnBack goes to the newest place in from and stores the present place in to.
func (h *history) turnBack(from, to *[]run.Place) tea.Cmd {
	h.returned = true
	here := h.screens.run.Place()
	at := len(*from) - 1
	p := (*from)[at]
	*from = (*from)[:at]
	if !here.Config.Waits() {
		*to = append(*to, here)
	}
	h.screens.show(h.screens.run)
	cmd := h.goTo(p, p.Config == here.Config)
	h.foot.tell(fmt.Sprintf("round %s of %s, seed %d, with %s in focus", number.Count(p.Round),
		p.Config.Scenario.Name, p.Config.Seed, p.Config.Learners[p.Learner].Label()))
	return cmd
}

// goTo sends the run to a place, or shows another run there.
func (h *history) goTo(p run.Place, present bool) tea.Cmd {
	if present {
		return h.screens.run.Return(p)
	}
	return h.start(p)
}

// open opens another scenario of the run.
func (o *Options) open(reference, data string) (*scenarios.Scenario, error) {
	if file.IsPath(reference) && o.Open != nil {
		return o.Open(reference)
	}
	return scenarios.Open(reference, data)
}
