package twin

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
)

// Headings of the commands.
const (
	universes = "Universes"
	look      = "Look at"
)

// Commands lists the present commands of the screen, the most important first.
func (s *Screen) Commands() []kit.Command {
	return s.List(s, func() []kit.Command { return kit.Put(s.table, nil) })
}

// Declared returns all commands of the screen, as they are declared.
func Declared() []kit.Command { return new(Screen).commands() }

// commands declares the commands of the screen: of the universes round by round, of the counted noises, and of both.
func (s *Screen) commands() []kit.Command {
	in := func(part part) func() bool {
		return func() bool { return s.shot != nil && s.part == part && !s.attack.open() }
	}
	ready := func() bool { return s.shot != nil && !s.attack.open() }
	alone := func() string { return kit.OnlyLearner(len(s.config.Learners)) }
	space := func(now func() bool) func(*kit.Command) {
		return func(c *kit.Command) { c.Key = kit.TextUnless(!now(), "space") }
	}
	seek := func(step int) func() {
		return func() {
			if !s.replay.seek(s.shot, step) {
				s.Warn("no further difference in that direction")
			}
		}
	}
	sides := []kit.Command{
		{
			Name: "run", Short: "run", Help: "play both universes", Act: kit.Do(func() { s.replay.play(s.shot) }),
			Now: space(func() bool { return !s.replay.playing }),
		},
		{
			Name: "pause", Synonym: "stop", Short: "pause", Help: "stay at this round", Act: kit.Do(func() { s.replay.playing = false }),
			Now: space(func() bool { return s.replay.playing }),
		},
		{Name: "step", Key: "n →", Short: "step", Help: "one round forward", Act: kit.Do(func() { s.replay.move(s.shot, s.replay.round+1) })},
		{
			Name: "next-difference", Key: "]", Short: "difference",
			Help: "to the release with the changed reward, or the next play that differs", Act: kit.Do(seek(1)),
		},
		{
			Name: "previous-difference", Key: "[", Short: "difference", Help: "to the play that differs before this round, or to round 1",
			Act: kit.Do(seek(-1)),
		},
		{
			Name: "separate", Key: "/", Short: "separate", Help: "find noise with which the universes differ",
			Act: kit.Do(func() { s.replay.playing, s.work.seeking = false, true }),
		},
		{Name: "next-noise", Key: "s", Short: "next noise", Help: "draw other noise for both universes", Act: kit.Do(func() { s.work.noise++ })},
		{Name: "back", Key: "b ←", Short: "back", Help: "one round backward", Act: kit.Do(func() { s.replay.move(s.shot, s.replay.round-1) })},
		{
			Name: "faster", Key: "+", Also: "=", Short: "speed", Help: "more rounds per second",
			Act: kit.Do(func() { s.replay.pace = min(s.replay.pace+1, len(paces)-1) }),
		},
		{
			Name: "slower", Key: "-", Also: "_", Short: "speed", Help: "fewer rounds per second",
			Act: kit.Do(func() { s.replay.pace = max(s.replay.pace-1, 0) }),
		},
		{Name: "restart", Key: "r", Short: "restart", Help: "from round 1", Act: kit.Do(func() { s.replay.move(s.shot, 0) })},
		{Name: "previous-noise", Key: "S", Help: "back to the noise before", Act: kit.Do(func() { s.work.noise = max(s.work.noise-1, 0) })},
	}
	counted := []kit.Command{
		{
			Name: "run", Short: "count", Help: "count noises", Act: kit.Do(func() { s.work.sampling, s.work.most = true, 0 }),
			When: func() string {
				return kit.TextUnless(s.shot.Samples < enough, "enough noises: more would not change the picture")
			},
			Now: space(func() bool { return !s.work.sampling }),
		},
		{
			Name: "pause", Synonym: "stop", Short: "stop", Help: "count no more noises", Act: kit.Do(func() { s.work.sampling = false }),
			Now: space(func() bool { return s.work.sampling }),
		},
		{
			Name: "step", Key: "n →", Short: "one more", Help: "count one more noise",
			Act: kit.Do(func() { s.work.sampling = false; s.work.pending++ }),
		},
		{Name: "up", Key: "↑ k", Help: "scroll up", Group: look, Act: kit.Do(func() { s.scroll(-1) })},
		{Name: "down", Key: "↓ j", Help: "scroll down", Group: look, Act: kit.Do(func() { s.scroll(1) })},
		{Name: "back", Key: "b ←", Help: "one round backward", Refusal: "a counted noise cannot be taken back"},
		{
			Name: "next-noise", Key: "s", Help: "draw other noise for both universes",
			Refusal: "all noises are counted here; tab shows them one by one",
		},
	}
	both := []kit.Command{
		{
			Name: "next-panel", Key: "tab", Help: "look at the panel after this one", In: ready,
			Act: kit.Do(func() { s.goTo((s.part + 1) % parts) }),
			Now: func(c *kit.Command) { c.Short = [parts]string{"one noise", "many noises"}[(s.part+1)%parts] },
		},
		{
			Name: "previous-panel", Key: "shift+tab", Help: "look at the panel before this one", In: ready,
			Act: kit.Do(func() { s.goTo((s.part + parts - 1) % parts) }),
		},
		{
			Name: "one-noise", Key: "1", Help: "look at the universes round by round", In: ready,
			Act: kit.Do(func() { s.goTo(oneNoise) }),
		},
		{
			Name: "many-noises", Argument: "[NOISES]", Key: "2", In: ready,
			Help: "look at how often each outcome occurs, and count that many noises", Act: kit.Try(s.count),
		},
		{
			Name: "next-learner", Key: "f", Short: "next learner", Help: "twins of the learner after this one", When: alone,
			Act: kit.Run(func() tea.Cmd { return s.turn(1) }),
		},
		{
			Name: "previous-learner", Key: "F", Help: "twins of the learner before this one", When: alone,
			Act: kit.Run(func() tea.Cmd { return s.turn(-1) }),
		},
	}
	return slices.Concat(kit.InGroup(universes, kit.OnlyIn(in(oneNoise), sides)), kit.InGroup(universes, kit.OnlyIn(in(manyNoises), counted)),
		kit.InGroup(universes, s.attack.commands(s)), kit.InGroup(look, append(both, s.belief.Commands(func() {})...)))
}
