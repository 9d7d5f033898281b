package learners

// A Player plays a learner's rounds: a program, a person, or, if zero, an algorithm. Code that
// runs, audits or shows a learner asks its Player for abilities, not for its kind.
type Player struct {
	Game    *Game    // of a person; otherwise nil
	process []string // the command line of a program
}

// Waits reports whether each round waits for a person, so no other seed can repeat it.
func (p Player) Waits() bool { return p.Game != nil }

// Playable returns the number of rounds of a horizon that can be played now.
func (p Player) Playable(horizon int) int {
	if p.Game != nil {
		return min(p.Game.Rounds(), horizon)
	}
	return horizon
}

// Process returns the command line of the playing process, or nil if there is none. A process
// may fail, plays many runs at once, and states its releases itself.
func (p Player) Process() []string { return p.process }

// Plays returns the learner's player.
func (d *Declaration) Plays() Player { return d.Player }
