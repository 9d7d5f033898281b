package learners_test

// tsCFPolicy is TS-CF for two arms with the same increasing channel, on the
// newest w rounds.
func tsCFPolicy(w int, win duel) policy {
	sampled := thompsonPolicy(win, 1, 1)
	return func(history []observation) []float64 { return sampled(newest(history, w)) }
}
