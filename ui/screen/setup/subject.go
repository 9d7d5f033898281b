package setup

// Subject is what the cursor is at, as a word that is explained.
func (s *Screen) Subject() string {
	switch s.section {
	case scenarioSection:
		if e := s.entries[s.entry]; e.preset != nil {
			return e.name
		}
	case learnerSection:
		if r, ok := s.at(); ok && !r.heading() {
			return r.ID
		}
	}
	return ""
}
