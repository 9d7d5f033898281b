package drive

import (
	"fmt"
	"slices"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/ui/kit/uitest"
)

// runAll runs a command and all that follow from it, except for frames: the tests send them.
func runAll(t *testing.T, d *Driver, cmd tea.Cmd) {
	t.Helper()
	isFrame := func(msg tea.Msg) bool { _, ok := msg.(frameMsg); return ok }
	uitest.Settle(t, cmd, func(msg tea.Msg) bool { return !isFrame(msg) }, d.Update)
}

func started(t *testing.T, config *model.Config) *Driver {
	t.Helper()
	d, cmd := New(config, nil)
	runAll(t, d, cmd)
	return d
}

// fingerprint formats all visible state.
func fingerprint(s *model.Snapshot) string {
	text := fmt.Sprint(s.Round)
	for _, v := range s.Learners {
		text += fmt.Sprint(" ", v.Regret, v.Pulls, v.Play, v.Rewards, v.CostliestRound, v.Pending, v.Account, v.Explanation, len(v.Curve.Linear), len(v.Curve.Log))
	}
	return text
}

func headless(config *model.Config, round int) string {
	s := model.NewSession(config)
	s.Advance(round)
	return fingerprint(s.Snapshot())
}

func TestLiveEqualsHeadless(t *testing.T) {
	config := uitest.Config(t, 20_000, "lazy-dp-ts", "ucb1")
	d := started(t, config)
	runAll(t, d, d.Toggle())
	now := time.Unix(0, 0)
	for i := range 40 {
		now = now.Add(time.Duration(20+i%30) * time.Millisecond)
		runAll(t, d, d.Update(frameMsg(now)))
		switch i {
		case 10, 30:
			d.Faster(+3)
		case 20:
			runAll(t, d, d.Seek(7))
			runAll(t, d, d.Toggle())
		case 35:
			runAll(t, d, d.Previous(model.ArmChange, 0, "change of arm"))
			runAll(t, d, d.Toggle())
		}
		if got, want := fingerprint(d.State().Shot), headless(config, d.State().Shot.Round); got != want {
			t.Fatalf("frame %d: live\n%s\nheadless\n%s", i, got, want)
		}
	}
}

func TestPaceIsExact(t *testing.T) {
	for _, pace := range paces[:len(paces)-1] {
		d, played := debt{}, 0
		now := time.Unix(0, 0)
		d.accrue(now, pace)
		d.pay(1) // the round that the first frame shows at once
		const frames = 3001
		for i := range frames {
			now = now.Add(time.Duration(33_000_001 + i%7)) // no multiple of anything
			n := d.accrue(now, pace)
			played += n
			d.pay(n)
		}
		want := int(now.Sub(time.Unix(0, 0)).Seconds() * float64(pace))
		if played < want-1 || played > want+1 {
			t.Errorf("at %d rounds a second %d rounds were due, want %d", pace, played, want)
		}
	}
}

func TestStallsAreNotCaughtUp(t *testing.T) {
	d, now := debt{}, time.Unix(0, 0)
	d.pay(d.accrue(now, 1000))
	if n := d.accrue(now.Add(time.Hour), 1000); n > 100 {
		t.Errorf("after an hour's stall %d rounds are due at 1000 a second", n)
	}
	// On a slow machine, missed rounds do not accumulate.
	d = debt{}
	for i := range 100 {
		d.accrue(now.Add(time.Duration(i)*frame), 300_000)
	}
	if d.owed > int64(300_000)*int64(most) {
		t.Errorf("%d billionths of a round are owed", d.owed)
	}
}

func TestOneSliceAtATime(t *testing.T) {
	d := started(t, uitest.Config(t, 1_000_000, "ucb1"))
	d.speed = slices.Index(paces, Fastest)
	runAll(t, d, d.Toggle())
	cmd := d.Update(frameMsg(time.Unix(1, 0)))
	if d.session != nil {
		t.Fatal("the session is here although a slice is under way")
	}
	// While a slice is away, no message starts another one.
	held := d.State().Shot
	for _, msg := range []tea.Msg{
		frameMsg(time.Unix(1, 5e7)), frameMsg(time.Unix(2, 0)), tea.KeyMsg{Type: tea.KeySpace}, tea.WindowSizeMsg{},
	} {
		for _, follow := range uitest.Messages(d.Update(msg)) {
			if _, ok := follow.(frameMsg); !ok {
				t.Errorf("%T led to %T", msg, follow)
			}
		}
	}
	for _, control := range []func() tea.Cmd{
		func() tea.Cmd { return d.Step(1) },
		func() tea.Cmd { return d.Seek(10) },
		func() tea.Cmd { return d.Next(model.ArmChange, 0, "change of arm") },
		d.Interrupt,
	} {
		if got := uitest.Messages(control()); len(got) > 0 {
			t.Errorf("a control led to %T", got[0])
		}
	}
	if d.State().Shot != held {
		t.Error("the snapshot changed while the session was away")
	}
	runAll(t, d, cmd)
	if d.session == nil || d.State().Shot == held {
		t.Error("the session did not come back")
	}
}

func TestSlicesOfEarlierRunsAreDropped(t *testing.T) {
	config := uitest.Config(t, 1_000_000, "ucb1")
	d := started(t, config)
	stale := d.Step(1000)
	runAll(t, d, d.Restart(config))
	runAll(t, d, stale)
	if d.State().Shot.Round != 0 {
		t.Errorf("the new run is at round %d", d.State().Shot.Round)
	}
}

// A new driver may receive slices of the one before, for example of a comparison with other learners.
func TestSlicesOfOtherDriversAreDropped(t *testing.T) {
	stale := started(t, uitest.Config(t, 1_000_000, "ucb1", "thompson")).Step(1000)
	d := started(t, uitest.Config(t, 1_000_000, "ucb1"))
	runAll(t, d, stale)
	if shot := d.State().Shot; shot.Round != 0 || len(shot.Learners) != 1 {
		t.Errorf("the run is at round %d, with %d learners", shot.Round, len(shot.Learners))
	}
}

// lastBefore returns the last round before the given one with the event, found by playing up to there; 0 for none.
func lastBefore(config *model.Config, event model.Event, learner, round int) int {
	found := 0
	for s := model.NewSession(config); ; found = s.Round() {
		s.AdvanceTo(event, learner, time.Hour)
		if s.Round() >= round {
			return found
		}
	}
}

func TestPreviousFindsTheLastEventBefore(t *testing.T) {
	config := uitest.Config(t, 2000, "lazy-dp-ts", "ucb1")
	for _, round := range []int{0, 1, 6, 130, 2000} {
		for _, event := range []model.Event{model.EpochEnd, model.ArmChange, model.ReleaseOrBreak} {
			for learner := range 2 {
				found := lastBefore(config, event, learner, round)
				want := found
				if found == 0 {
					want = round // stays where it is
				}
				d := started(t, config)
				runAll(t, d, d.Seek(round))
				runAll(t, d, d.Previous(event, learner, "event"))
				if got := d.State().Shot.Round; got != want {
					t.Errorf("event %d of learner %d before round %d: %d, want %d", event, learner, round, got, want)
				}
				if (d.State().Note == "") != (found > 0) {
					t.Errorf("event %d of learner %d before round %d: note %q", event, learner, round, d.State().Note)
				}
			}
		}
	}
}

func TestNextStopsAtEveryEvent(t *testing.T) {
	config := uitest.Config(t, 3000, "anytime-lazy-ucb")
	d := started(t, config)
	for d.State().Shot.Round < config.Horizon {
		from := d.State().Shot.Round
		runAll(t, d, d.Next(model.EpochEnd, 0, "release"))
		to := d.State().Shot
		if to.Round <= from {
			t.Fatalf("from round %d to %d", from, to.Round)
		}
		if to.Round < config.Horizon && !to.Learners[0].Released {
			t.Fatalf("nothing was released in round %d", to.Round)
		}
		for r := from + 1; r < to.Round; r += 97 {
			s := model.NewSession(config)
			s.Advance(r)
			if s.Snapshot().Learners[0].Released {
				t.Fatalf("round %d has a release, but %d came after %d", r, to.Round, from)
			}
		}
	}
	if d.State().Note == "" {
		t.Error("nothing is said at the horizon")
	}
}

func TestSearchesCanBeInterrupted(t *testing.T) {
	d := started(t, uitest.Config(t, 1_000_000, "ucb1"))
	runAll(t, d, d.Seek(300_000))
	cmd := d.Previous(model.EpochEnd, 0, "release") // UCB1 has none: the search goes on to round 0
	if d.State().Search == "" {
		t.Error("nothing is said of the search")
	}
	follow := d.Interrupt() // while the first slice is under way
	runAll(t, d, cmd)
	runAll(t, d, follow)
	if got := d.State().Shot.Round; got != 300_000 || d.State().Search != "" {
		t.Errorf("after the interruption: round %d, search %q", got, d.State().Search)
	}

	cmd = d.Next(model.EpochEnd, 0, "release")
	d.Toggle()
	runAll(t, d, cmd)
	if d.State().Shot.Round == 1_000_000 || d.State().Search != "" {
		t.Errorf("after the interruption: round %d, search %q", d.State().Shot.Round, d.State().Search)
	}
}

func TestTheHorizonPausesTheRun(t *testing.T) {
	d := started(t, uitest.Config(t, 50, "ucb1"))
	d.speed = slices.Index(paces, Fastest)
	runAll(t, d, d.Toggle())
	runAll(t, d, d.Update(frameMsg(time.Unix(1, 0))))
	if d.State().Running || !d.State().Done || d.State().Note == "" {
		t.Errorf("running %v at round %d, note %q", d.State().Running, d.State().Round, d.State().Note)
	}
	runAll(t, d, d.Step(-1))
	if d.State().Shot.Round != 49 {
		t.Errorf("one back from the horizon is round %d", d.State().Shot.Round)
	}
}

func TestPaces(t *testing.T) {
	for horizon, want := range map[int]int{10: 1, 1000: 30, 100_000: 3000, 1_000_000: 30_000, 1e10: 300_000} {
		if got := paces[speedFor(horizon)]; got != want {
			t.Errorf("horizon %d starts at %d rounds a second, want %d", horizon, got, want)
		}
	}
	d := started(t, uitest.Config(t, 100, "ucb1"))
	for d.Faster(1) {
	}
	if d.State().Pace != Fastest {
		t.Errorf("the fastest pace is %d", d.State().Pace)
	}
	for d.Faster(-1) {
	}
	if d.State().Pace != 1 {
		t.Errorf("the slowest pace is %d", d.State().Pace)
	}
}

// A run to a round pauses exactly there, at any pace, with the same plays as without a pause.
func TestRunToPausesExactly(t *testing.T) {
	config := uitest.Config(t, 100_000, "lazy-dp-ts", "ucb1")
	for _, pace := range []int{3000, 100_000, Fastest} {
		d := started(t, config)
		d.speed = slices.Index(paces, pace)
		runAll(t, d, d.Seek(100))
		runAll(t, d, d.RunTo(777))
		if now := d.State(); now.Until != 777 || (pace != Fastest && now.Left() <= 0) {
			t.Errorf("until %d, %v left", now.Until, now.Left())
		}
		now := time.Unix(0, 0)
		for n := 0; d.State().Running && n < 10_000; n++ {
			now = now.Add(33 * time.Millisecond)
			runAll(t, d, d.Update(frameMsg(now)))
		}
		if got := d.State().Shot.Round; got != 777 || d.State().Running {
			t.Fatalf("pace %d: at round %d, running %v", pace, got, d.State().Running)
		}
		if got, want := fingerprint(d.State().Shot), headless(config, 777); got != want {
			t.Errorf("pace %d: paused at\n%s\nheadless\n%s", pace, got, want)
		}
		if d.State().Until > 0 {
			t.Error("it still runs to a round")
		}
	}
}

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
		d := started(t, config)
		runAll(t, d, d.Seek(20_000))
		first := test.meanwhile(d) // which has the session, or will have it
		second := d.Change(three)
		if d.State().Search == "" {
			t.Errorf("%s: nothing is said of the change", name)
		}
		runAll(t, d, tea.Batch(first, second))
		runAll(t, d, d.Update(frameMsg(time.Unix(1, 0))))
		if d.State().Running != test.running || d.State().Search != "" || d.State().Config != three {
			t.Errorf("%s: running %v, search %q, %d learners", name, d.State().Running, d.State().Search, len(d.State().Config.Learners))
		}
		shot := d.State().Shot
		if test.round >= 0 && shot.Round != test.round {
			t.Errorf("%s: at round %d, want %d", name, shot.Round, test.round)
		}
		if got, want := fingerprint(shot), headless(three, shot.Round); got != want {
			t.Errorf("%s: live\n%s\nheadless\n%s", name, got, want)
		}
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
	if n := len(d.State().Shot.Learners); n == 3 || d.State().Search != "" {
		t.Errorf("canceled: %d learners, search %q", n, d.State().Search)
	}
	slice = d.Change(with(t, config, "lazy-dp-ts", "ucb1", "thompson", "kl-ucb"))
	two := with(t, config, "ucb1", "thompson")
	follow = d.Change(two)
	runAll(t, d, slice)
	runAll(t, d, follow)
	if got, want := fingerprint(d.State().Shot), headless(two, 250_000); got != want || d.State().Config != two {
		t.Errorf("replaced: live\n%s\nheadless\n%s", got, want)
	}
	d.Change(config)
	runAll(t, d, d.Restart(two))
	if d.State().Search != "" || d.State().Config != two || d.State().Shot.Round != 0 {
		t.Errorf("a new run: search %q, round %d", d.State().Search, d.State().Shot.Round)
	}
}
