package audit

// Subject is what the focused panel is about, as a word that is explained: the
// learner, the inputs of the worst case, what there is beside ε, or what an audit is.
func (s *Screen) Subject() string {
	switch s.part {
	case worst:
		return "neighbours"
	case beyond:
		return "ρ"
	case curves:
		return "Gaussian DP"
	case about:
		return "audit"
	}
	return s.config.Learners[s.at].ID
}
