// Package twin is the screen on which two universes that differ in one person
// are watched side by side: the same learner with the same noise, round by
// round; and then, over many noises, how likely each play is in either. What
// does not belong here: how neighbours are found, runs and probabilities (package
// model), and claims beside audited losses (package audit).
//
// A audit.Twin belongs to whoever works on it: a background task has it while it
// works, and returns it with a snapshot. At most one such task is running.
package twin
