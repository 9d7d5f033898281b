package twin

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"regretscope/model"
	"regretscope/model/audit"
	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
	"regretscope/ui/manual"
)

const broken = "rnm-ftnl,noise=laplace,scale=1" // twice what it claims

// -update rewrites the golden files; look at them before you commit.
func TestGolden(t *testing.T) {
	screens := []struct {
		name   string
		preset string
		choice string
		rounds int
		noises int
	}{
		{"begin", "ww-det", broken, 0, 0},
		{"parting", "ww-det", broken, 6, 0},
		{"exact", "ww-det", broken, 0, 2000},
		{"sampled", "hhmh-1", "anytime-lazy-ucb", 9, 5000},
		{"unpromised", "hhmh-1", "ucb1", 9, 400},
		{"bases", "chh-synthetic", "dpucb-mat,init=paper", 2, 3000},
		{"reports", "hhmh-1", "ts-ldp-b", 5, 1000},
	}
	for _, c := range screens {
		d := start(t, 80, 24, uitest.OnPreset(t, c.preset, 1, c.choice))
		if c.name == "parting" {
			d.Do("separate")
		}
		d.replay.move(d.shot, c.rounds)
		if c.noises > 0 {
			d.sample(c.noises)
			d.goTo(manyNoises)
		}
		uitest.GoldenAt(t, c.name, d, [2]int{80, 24}, [2]int{120, 36})
	}
}

// One key goes to the release that contains the changed reward, which the sentence names.
func TestTheReleaseThatMatters(t *testing.T) {
	config := uitest.OnPreset(t, "hhmh-1", 1, "lazy-dp-ts")
	config.Horizon = 3000
	d := start(t, 80, 24, config)
	d.Do("next-difference")
	if d.replay.round <= d.shot.Sequences.Round {
		t.Errorf("at round %d, the rewards of %d differ", d.replay.round, d.shot.Sequences.Round)
	}
	d.Expect(fmt.Sprintf("Round %d ended with the release that contains this person's reward", d.replay.round))
}

// A person guesses the universe beside the audit's event; the bounds say who can be right how often.
func TestYouAreTheAttacker(t *testing.T) {
	const caught = "rnm-ftnl,noise=laplace,scale=0.5"
	d := start(t, 80, 24, uitest.OnPreset(t, "equal-gap,K=2", 1, caught))
	d.Do("attack")
	uitest.GoldenAt(t, "attack", d, [2]int{60, 14}, [2]int{80, 24}, [2]int{120, 36})
	for turn := range 20 {
		if d.attack.turn.Guess == 0 {
			d.Do("guess-a")
		} else {
			d.Do("guess-b")
		}
		if d.attack.turns != turn+1 || d.attack.hits[0] != d.attack.hits[1] {
			t.Fatalf("%+v", d.attack)
		}
	}
	d.Expect("turn 21", "Right: it was ", fmt.Sprintf(" %d of 20 ", d.attack.hits[0]), "86.5%", "73.1%", "95% interval")
	d.Do("end-attack")
	d.Expect("1 One noise")
	if d.attack.open() {
		t.Error("it is still open")
	}
}

// During a search for noise, the screen counts the tried ones.
func TestASearchCounts(t *testing.T) {
	d := start(t, 80, 24, uitest.OnPreset(t, "hhmh-1", 1, "anytime-lazy-ucb"))
	var seen string
	d.Settle(d.work.start(true, func(_ *audit.Twin, progress func(int, int)) {
		progress(1234, 0)
		d.Screen.Changed()
		seen = d.View()
	}))
	uitest.Contains(t, seen, "Searching for noise with which the universes differ: 1,234 tried")
}

// While a long search goes on, a guess is there, marked, on which something is seen and every key
// works; then the search replaces it. A short search, and simulated time, have no guess.
func TestALongSearchBeginsWithAGuess(t *testing.T) {
	for _, c := range []struct {
		preset, choice string
		clock          *kit.Clock
		guess          bool
	}{
		{"hhmh-1", "lazy-dp-ts", nil, true},
		{"hhmh-1", "anytime-lazy-ucb", nil, false},
		{"ww-det", broken, nil, false},
		{"hhmh-1", "lazy-dp-ts", kit.NewClock(), false},
	} {
		config := uitest.OnPreset(t, c.preset, 2, c.choice)
		config.Horizon = 10_000
		screen, cmd := New(uitest.Theme(termenv.Ascii), config, 0, c.clock)
		screen.SetSize(80, 24)
		var search tea.Cmd
		for _, msg := range uitest.Messages(cmd) {
			search = tea.Batch(search, screen.Update(msg))
		}
		if marked := strings.Contains(screen.View(), "One noise (first guess)"); marked != c.guess || screen.shot == nil || !screen.Ready() {
			t.Fatalf("%v: %s", c, screen.View())
		}
		if !c.guess {
			continue
		}
		uitest.Contains(t, screen.View(), "This is a first guess", fmt.Sprintf("round %d of", screen.shot.Sequences.Round-lead))
		if screen.shot.parted(len(screen.shot.Rounds)) == 0 || !screen.Busy() {
			t.Errorf("the guess shows nothing")
		}
		guessed := screen.shot
		uitest.Press(screen, "]")
		if screen.replay.round < screen.shot.Sequences.Round {
			t.Error("] moves nothing")
		}
		uitest.Settle(t, search, nil, screen.Update)
		if screen.shot == guessed || screen.shot.Guess || screen.Busy() || screen.replay.round != screen.shot.begins() {
			t.Errorf("%s", screen.View())
		}
		uitest.Contains(t, screen.View(), "The search has found a pair on which more plays differ.")
		if strings.Contains(screen.View(), "first guess") {
			t.Errorf("%s", screen.View())
		}
	}
}

// The screen opens shortly before the round that differs, and plays the rest in about ten seconds, slowly where
// something happens.
func TestAllIsPlayedInTenSeconds(t *testing.T) {
	config := uitest.OnPreset(t, "hhmh-1", .5, "lazy-dp-ts")
	config.Horizon = 3000
	d := start(t, 80, 24, config)
	differs, last := d.shot.Sequences.Round, len(d.shot.Rounds)
	d.Expect(fmt.Sprintf("round %d of", differs-lead), "So far both universes play the same")
	d.Do("run")
	slow, total := map[int]bool{}, time.Duration(0)
	for d.replay.playing {
		total += d.replay.wait(d.shot)
		d.tick(oneNoise)
		slow[d.replay.round] = true
	}
	for _, event := range []int{differs, d.shot.Released, d.shot.parted(last), last} {
		if event > 0 && !slow[event] {
			t.Errorf("round %d is not seen", event)
		}
	}
	if d.replay.round != last || total < 5*time.Second || total > 15*time.Second || last < 500 {
		t.Errorf("round %d of %d after %v", d.replay.round, last, total)
	}
	d.Do("one-noise", "restart", "run") // from the beginning, too
	d.Tell(": step | : previous-difference | ~ round 1 of", nil)
}

func TestKeysMoveTheRounds(t *testing.T) {
	d := start(t, 80, 24, uitest.OnPreset(t, "hhmh-1", 1, "anytime-lazy-ucb"))
	differs := d.shot.Sequences.Round
	d.Tell(fmt.Sprintf(`~ One person's rewards differ, in round %d | ~ round 0 of | ~ This is the worst pair
		: step | : step | : back | ~ round 1 of | : run`, differs), nil)
	if !d.replay.playing {
		t.Fatal("it does not play")
	}
	d.tick(oneNoise)
	d.Tell("~ round 2 of | : pause", nil)
	d.tick(oneNoise) // of what was stopped
	d.Tell("~ round 2 of | ~ so far the plays are the same | : separate | ~ the plays differ: one person has changed them", nil)
	parted, noise := d.shot.parted(len(d.shot.Rounds)), d.shot.Noise
	d.Tell(fmt.Sprintf(`~ round %[1]d of | : restart | : next-difference | ~ round %[2]d of
		~ but so far the plays are the same in both universes. | : next-difference | ~ round %[1]d of
		: previous-difference | : previous-difference | ~ no further difference in that direction | : next-noise`, parted, differs), nil)
	if parted == 0 || d.shot.Noise != noise+1 {
		t.Errorf("they part in round %d; noise %d after noise %d", parted, d.shot.Noise, noise)
	}
	d.Do("previous-noise", "run")
	for range d.shot.Rounds {
		d.tick(oneNoise)
	}
	if d.replay.playing || d.replay.round != len(d.shot.Rounds) {
		t.Errorf("at the end: playing %v, round %d", d.replay.playing, d.replay.round)
	}
}

func TestNoisesAreCountedAsSoonAsTheyAreShown(t *testing.T) {
	d := start(t, 80, 24, uitest.OnPreset(t, "ww-det", 1, broken, "ftl"))
	d.Do("next-panel")
	for range 20 {
		d.tick(manyNoises)
	}
	seen := d.shot.Samples
	if seen < 20 {
		t.Fatalf("%d noises after 20 ticks", seen)
	}
	d.Do("pause")
	d.tick(manyNoises)
	if d.shot.Samples != seen {
		t.Error("noises are tried although that was stopped")
	}
	d.Do("step")
	if d.shot.Samples != seen+1 {
		t.Errorf("one more noise than %d makes %d", seen, d.shot.Samples)
	}
	d.Expect("times as likely in universe A", "allows a factor of at most 2.72: the claim is violated")
	d.Do("run")
	stale := d.waiting[manyNoises]
	d.Do("next-learner")
	if d.Settle(d.Update(stale)); d.shot.Samples != 0 {
		t.Error("a tick of the learner before counts a noise")
	}
	for range 60 {
		d.tick(manyNoises)
	}
	d.Expect("Follow the Leader", "claims no privacy")
}

// A script's screens do not depend on the machine: in simulated time, a frame counts a fixed
// number of noises, and a search tries a fixed number.
func TestSimulatedTimeCountsNoises(t *testing.T) {
	d := start(t, 80, 24, uitest.OnPreset(t, "ww-det", 1, broken))
	clock := kit.NewClock()
	d.work.clock, d.after = clock, clock.After
	d.Do("next-panel", "pause")
	d.sample(20_000)
	before := d.shot.Samples
	d.Do("run")
	for range 3 {
		msg, _ := clock.Advance(time.Second)
		d.Settle(d.Update(msg))
	}
	if got := d.shot.Samples - before; got != 3*maxCounted {
		t.Errorf("three frames count %d noises, want %d", got, 3*maxCounted)
	}
}

func TestWhatCannotBeDoneIsSaid(t *testing.T) {
	d := start(t, 80, 24, uitest.OnPreset(t, "ww-det", 1, "ftnl"))
	d.Tell(`: next-learner | ~ there is only one learner | : next-panel | : back | ~ cannot be taken back
		: next-noise | ~ tab shows them one by one`, nil)
}

// Update must not run anything, because a background task owns the twin, and a late result is dropped.
func TestWorkRunsInTheBackground(t *testing.T) {
	d := start(t, 80, 24, uitest.OnPreset(t, "ww-det", 1, broken))
	before := d.shot
	cmd := uitest.Press(d, "s")
	if d.shot != before || d.work.twin != nil {
		t.Error("the universes were run in Update")
	}
	if uitest.Press(d, "s") != nil {
		t.Error("a second command is under way")
	}
	d.Settle(cmd)
	if d.shot.Noise != 2 {
		t.Errorf("noise %d after two more", d.shot.Noise)
	}
	cmd = uitest.Press(d, "s")
	d.Close()
	before = d.shot
	d.Settle(cmd)
	if d.shot != before {
		t.Error("a closed screen takes what comes back")
	}
}

func TestAClosedScreenShowsNoResult(t *testing.T) {
	screen, cmd := New(uitest.Theme(termenv.Ascii), uitest.OnPreset(t, "chh-synthetic", 1, "dpts-mat"), 0, nil)
	screen.SetSize(80, 24)
	screen.Close()
	uitest.Settle(t, cmd, nil, screen.Update)
	if screen.err != nil || screen.shot != nil || screen.work.task.Running() {
		t.Errorf("a closed screen shows %v and %v", screen.shot, screen.err)
	}
}

// A claim in another notion allows any factor.
func TestAClaimWithoutEpsilon(t *testing.T) {
	d := start(t, 200, 36, uitest.OnPreset(t, "hhmh-1", 1, "adac-ucb"))
	d.sample(10)
	if text := d.shot.compare(&d.shot.readings[0]); text != "The learner claims ρ = 0.1, which allows any factor." {
		t.Error(text)
	}
}

// At any size, the view has exactly the screen's lines and columns.
func TestTheViewFillsItsRoom(t *testing.T) {
	sizes := [][2]int{{0, 0}, {1, 1}, {59, 14}, {60, 13}, {60, 14}, {80, 22}, {109, 30}, {110, 14}, {110, 34}, {170, 60}}
	for _, c := range [][2]string{{"ww-det", broken}, {"chh-synthetic", "omm"}, {"ww-det,K=70", "hedge"}} {
		d := start(t, 80, 24, uitest.OnPreset(t, c[0], .3, c[1]))
		for _, profile := range []termenv.Profile{termenv.Ascii, termenv.TrueColor} {
			d.theme = uitest.Theme(profile)
			for _, rounds := range []int{0, 3, 99} {
				d.replay.move(d.shot, rounds)
				for p := range parts {
					d.part = p
					uitest.FillsAt(t, d, sizes...)
				}
				d.sample(50)
			}
		}
	}
}

// Every part has its own page.
func TestSubject(t *testing.T) {
	seen := map[string]bool{}
	for p := range parts {
		s := &Screen{part: p}
		if _, err := manual.Find(s.Subject()); err != nil || seen[s.Subject()] {
			t.Errorf("part %d: %s, %v", p, s.Subject(), err)
		}
		seen[s.Subject()] = true
	}
}

// A loss that is only claimed is marked as a claim.
func TestALossThatIsNotKnown(t *testing.T) {
	d := start(t, 200, 40, uitest.On(t, "ww-det", "", 100, "rnm-ftnl"))
	if known := d.beliefLine(190); !strings.HasPrefix(known, "Someone who knows") {
		t.Errorf("where it is known: %s", known)
	}
	d.shot.Verdict.Known = false
	if claimed := d.beliefLine(190); !strings.HasPrefix(claimed, "If the claim holds: Someone who knows") {
		t.Errorf("where it is not known: %s", claimed)
	}
}

// A driver runs commands by name and everything that follows. Ticks arrive only if a test sends
// them: no test waits for a clock.
type driver struct {
	*uitest.Person
	*Screen
	waiting [parts]tea.Msg // the ticks that were asked for
}

func start(t testing.TB, width, height int, config *model.Config) *driver {
	t.Helper()
	screen, cmd := New(uitest.Theme(termenv.Ascii), config, 0, nil)
	d := &driver{Screen: screen}
	screen.after = func(_ time.Duration, send func(time.Time) tea.Msg) tea.Cmd {
		tick := send(time.Time{}).(*tickMsg)
		d.waiting[tick.part] = tick
		return nil
	}
	d.Person = uitest.Use(t, screen, cmd, width, height)
	return d
}

// tick sends the tick that an animation requested.
func (d *driver) tick(part part) {
	d.Helper()
	msg := d.waiting[part]
	d.waiting[part] = nil
	d.Settle(d.Update(msg))
}

// sample counts a number of noises, however long that takes.
func (d *driver) sample(n int) {
	d.Helper()
	d.Settle(d.work.start(false, func(t *audit.Twin, _ func(int, int)) { t.Sample(n) }))
}

func TestArrange(t *testing.T) {
	for _, c := range []struct {
		name          string
		width, height int
		focus         part
		arms          int
		want          string
	}{
		{"too small", 60, 7, oneNoise, 5, `
...... ×7`},
		{"low: the part alone", 60, 8, oneNoise, 5, `
111111 ×8`},
		{"narrow: the part that has the keys", 60, 14, manyNoises, 5, `
LLLLLL
SSSSSS ×3
222222 ×10`},
		{"wide: both", 120, 14, oneNoise, 5, `
LLLLLLLLLLLL
SSSSSSSSSSSS ×2
111112222222 ×11`},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := arrange(c.width, c.height, c.focus, c.arms)
			areas := map[string]kit.Rect{"L": l.learner, "S": l.sentence, "1": l.parts[oneNoise], "2": l.parts[manyNoises]}
			uitest.Arranged(t, c.name, c.want, c.width, c.height, 1, areas)
		})
	}
}

// More arms widen the universes, up to less than half of the screen.
func TestArrangeForManyArms(t *testing.T) {
	last := 0
	for arms := 2; arms < 100; arms++ {
		l := arrange(140, 40, oneNoise, arms)
		left := l.parts[oneNoise].Width
		if left < 140*42/100 || left > 140*47/100 || left+l.parts[manyNoises].Width != 140 {
			t.Errorf("%d arms: %d and %d columns", arms, left, l.parts[manyNoises].Width)
		}
		last = max(last, left)
	}
	if last <= 140*42/100 {
		t.Error("no number of arms widens the universes")
	}
}
