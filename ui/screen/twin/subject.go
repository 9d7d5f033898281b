package twin

// Subject is what is looked at, as a word that is explained: the two universes, or
// what bounds how much their outcomes, or an observer's errors, differ.
func (s *Screen) Subject() string {
	switch s.part {
	case spread:
		return "ε"
	case mistakes:
		return "Gaussian DP"
	}
	return "twin universes"
}
