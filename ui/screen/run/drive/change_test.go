package drive

import (
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/ui/kit/uitest"
)

// with returns a configuration with other learners.
func with(t *testing.T, c *model.Config, choices ...string) *model.Config {
	t.Helper()
	own := *c
	own.Learners = uitest.Config(t, c.Horizon, choices...).Learners
	return &own
}

// A change while running, paused, or searching gives the run that had these learners from the
// start, and the activity continues.
func TestLearnersJoinWhateverIsUnderWay(t *testing.T) {
	config := uitest.Config(t, 50_000, "lazy-dp-ts", "ucb1")
	three := with(t, config, "lazy-dp-ts", "ucb1", "lazy-dp-ts,epsilon=2")
	for name, test := range map[string]struct {
		meanwhile func(d *Driver) tea.Cmd
		round     int // afterwards; −1: any
		running   bool
	}{
		"paused":        {func(*Driver) tea.Cmd { return nil }, 20_000, false},
		"running":       {(*Driver).Toggle, -1, true},
		"on its way":    {func(d *Driver) tea.Cmd { return d.Seek(30_000) }, 30_000, false},
		"on a way back": {func(d *Driver) tea.Cmd { return d.Step(-15_000) }, 5000, false},
	} {
		t.Run(name, func(t *testing.T) {
			d := started(t, config)
			runAll(t, d, d.Seek(20_000))
			first := test.meanwhile(d) // which has the session, or will have it
			second := d.Change(three)
			if d.Search() == "" {
				t.Error("nothing is said of the change")
			}
			runAll(t, d, tea.Batch(first, second))
			runAll(t, d, d.Update(frameMsg(time.Unix(1, 0))))
			if d.Running() != test.running || d.Search() != "" || d.Config() != three {
				t.Errorf("running %v, search %q, %d learners", d.Running(), d.Search(), len(d.Config().Learners))
			}
			shot := d.Snapshot()
			if test.round >= 0 && shot.Round != test.round {
				t.Errorf("at round %d, want %d", shot.Round, test.round)
			}
			if got, want := fingerprint(shot), headless(three, shot.Round); got != want {
				t.Errorf("live\n%s\nheadless\n%s", got, want)
			}
		})
	}
}

func TestAChangeCanBeCanceledOrReplaced(t *testing.T) {
	config := uitest.Config(t, 300_000, "lazy-dp-ts", "ucb1")
	d := started(t, config)
	runAll(t, d, d.Seek(250_000))
	slice := d.Change(with(t, config, "lazy-dp-ts", "ucb1", "thompson", "dp-se"))
	follow := d.Interrupt() // while its first slice is under way
	runAll(t, d, slice)
	runAll(t, d, follow)
	if n := len(d.Snapshot().Learners); n == 3 || d.Search() != "" {
		t.Errorf("canceled: %d learners, search %q", n, d.Search())
	}
	slice = d.Change(with(t, config, "lazy-dp-ts", "ucb1", "thompson", "kl-ucb"))
	two := with(t, config, "ucb1", "thompson")
	follow = d.Change(two)
	runAll(t, d, slice)
	runAll(t, d, follow)
	if got, want := fingerprint(d.Snapshot()), headless(two, 250_000); got != want || d.Config() != two {
		t.Errorf("replaced: live\n%s\nheadless\n%s", got, want)
	}
	d.Change(config)
	runAll(t, d, d.Restart(two))
	if d.Search() != "" || d.Config() != two || d.Snapshot().Round != 0 {
		t.Errorf("a new run: search %q, round %d", d.Search(), d.Snapshot().Round)
	}
}
