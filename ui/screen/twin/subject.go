package twin

// Subject is what is looked at, as a word that is explained: the two universes, or
// what bounds how much their outcomes differ.
func (s *Screen) Subject() string {
	if s.part == spread {
		return "ε"
	}
	return "twin universes"
}
