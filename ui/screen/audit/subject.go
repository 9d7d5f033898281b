package audit

// Subject is what the focused panel is about, as a word that is explained: the
// learner, the inputs of the worst case, or what an audit is.
func (s *Screen) Subject() string {
	switch s.part {
	case worst:
		return "neighbours"
	case about:
		return "audit"
	}
	return s.config.Learners[s.at].ID
}
