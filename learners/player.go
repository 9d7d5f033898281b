package learners

// A Player plays the rounds of a learner: a program, a person, or the zero Player, an
// algorithm. Whoever runs, audits or shows a learner asks its player what it can do, and not
// which of the three it is.
type Player struct {
	Game    *Game    // of a person; else nil
	process []string // the command line of a program
}

// Waits reports whether each round waits for a person, so nothing can play it again
// with another seed.
func (p Player) Waits() bool { return p.Game != nil }

// Playable returns how many rounds of a horizon can be played now.
func (p Player) Playable(horizon int) int {
	if p.Game != nil {
		return min(p.Game.Rounds(), horizon)
	}
	return horizon
}

// Process returns the command line of the process that plays, or nil if none does. A
// process may fail, plays many runs at once and states by itself what it releases.
func (p Player) Process() []string { return p.process }

// Plays returns the learner's player.
func (d *Declaration) Plays() Player { return d.Player }
