package learners

// A Player plays the rounds of a learner: an algorithm, a program or a person. Whoever runs,
// audits or shows a learner asks its player what it can do, and not which of the three it is.
type Player interface {
	// Waits reports whether each round waits for a person, so that nothing can play it again
	// with another seed.
	Waits() bool
	// Playable returns how many rounds of a horizon can be played now.
	Playable(horizon int) int
	// Process returns the command line of the process that plays, or nil if none does. A
	// process may fail, plays many runs at once and states by itself what it releases.
	Process() []string
}

// Plays returns the learner's player.
func (d *Declaration) Plays() Player {
	if d.Player == nil {
		return algorithm{}
	}
	return d.Player
}

// An algorithm plays as its declaration says.
type algorithm struct{}

func (algorithm) Waits() bool              { return false }
func (algorithm) Playable(horizon int) int { return horizon }
func (algorithm) Process() []string        { return nil }
