package experiment

// Subject is the learner in focus, as a word that is explained, or what there will
// be to see before anything has been played.
func (s *Screen) Subject() string {
	if s.result == nil {
		return "replication"
	}
	return s.config.Learners[s.focus].ID
}
