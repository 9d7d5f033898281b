package model

// Estimated returns the memory that is estimated for a session with its checkpoints.
func Estimated(s *Session) int { return s.config.sessionBytes(len(s.history.kept)) }

// LiveBytes is liveBytes.
var LiveBytes = liveBytes

// Hashes returns a hash of each run.
func Hashes(s *Session) []uint64 { return s.hashes() }
