package run

import (
	"errors"
	"fmt"
	"math"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/learners"
	"regretscope/noise/declare"
	"regretscope/ui/kit"
	"regretscope/ui/mode/host"
)

// controls play the run: forwards and backwards, at a speed, again, and with another seed.
type controls struct{ run host.Run }

const timing = "Time"

func (c controls) commands() []kit.Command {
	d := c.run.Driver()
	running, paused, beginning, end := "", "", "", ""
	switch busy := d.Running() || d.Search() != ""; {
	case busy:
		running = "the run is running"
	case d.Done():
		running, paused = host.AtHorizon, host.AtHorizon
	default:
		paused = "the run is paused"
	}
	if d.Round() == 0 {
		beginning = "this is before round 1: there is nothing earlier"
	}
	if d.Done() {
		end = host.AtHorizon
	}
	return []kit.Command{
		kit.Refusing(running, kit.Keyed(timing, "run", "run", "space", "run", kit.CallCmd(d.Toggle), " ")),
		kit.Refusing(paused, kit.Keyed(timing, "pause", "pause", "space", "pause", kit.CallCmd(d.Toggle), " ")),
		kit.Refusing(end, kit.Taking("[ROUNDS]", kit.Keyed(timing, "step", "step", "n →", "rounds forwards, one if not said", c.step("step", +1), "n", "right"))),
		kit.Refusing(beginning, kit.Taking("[ROUNDS]", kit.Keyed(timing, "back", "back", "b ←", "rounds backwards, one if not said", c.step("back", -1), "b", "left"))),
		kit.Keyed(timing, "faster", "speed", "+", "faster", kit.CallErr(c.faster), "+", "="),
		kit.Keyed(timing, "slower", "speed", "-", "slower", kit.CallErr(c.slower), "-", "_"),
		kit.Once("r", kit.Keyed(timing, "restart", "restart", "", "start again with the same seed", kit.CallCmd(func() tea.Cmd { return c.run.Driver().Restart(c.run.Config()) }))),
		kit.Keyed(timing, "next-seed", "next seed", "s", "start again with the next seed", kit.CallCmd(func() tea.Cmd { return c.reseed(c.run.Config().Seed + 1) }), "s"),
		kit.Taking("N", kit.Keyed(timing, "seed", "", "", "start again with a seed", kit.Look(c.seed))),
	}
}

// step goes on by some rounds, in a direction.
func (c controls) step(name string, sign int) kit.Action {
	return kit.Look(func(text string) (tea.Cmd, error) {
		n := 1
		if text != "" {
			var err error
			if n, err = rounds(text, c.run.Config().Horizon); err != nil {
				return nil, fmt.Errorf("%s %w", name, err)
			}
		}
		return c.run.Driver().Step(sign * n), nil
	})
}

func (c controls) faster() error {
	if !c.run.Driver().Faster(+1) {
		return errors.New("this is as fast as this machine can")
	}
	return nil
}

func (c controls) slower() error {
	if !c.run.Driver().Faster(-1) {
		return errors.New("one round a second is the slowest; n goes step by step")
	}
	return nil
}

func (c controls) seed(text string) (tea.Cmd, error) {
	seed, err := learners.ParseSeed(text)
	if err != nil {
		return nil, fmt.Errorf("seed %s: %w", text, err)
	}
	return c.reseed(seed), nil
}

func (c controls) reseed(seed uint64) tea.Cmd {
	next := *c.run.Config()
	next.Seed = seed
	return c.run.Driver().Restart(&next)
}

func rounds(text string, most int) (int, error) {
	x, err := declare.ParseNumber(text)
	if err != nil || x != math.Trunc(x) || x < 1 || x > float64(most) {
		return 0, fmt.Errorf("%s: must be a whole number from 1 to %s", text, kit.Count(most))
	}
	return int(x), nil
}
