package model

import "regretscope/learners"

// Supposed is what learner i would play in the round after the session's if the sum
// behind its estimate of an arm were larger by more; nil where that cannot be.
func (s *Session) Supposed(i, arm int, more float64) []int {
	supposer, ok := s.tracks[i].run.learner.(learners.Supposer)
	if !ok {
		return nil
	}
	other := supposing(supposer, arm, more)
	if other == nil {
		return nil
	}
	return other.Choose(s.round + 1)
}
