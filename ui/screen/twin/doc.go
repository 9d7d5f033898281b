// Package twin is the screen that shows two reward sequences, which differ in one
// person, side by side: the same learner with the same noise, round by
// round; and then, over many noises, how likely each play is in either. What
// does not belong here: how neighbours are found, runs and probabilities (package
// model), and claims beside audited losses (package audit).
//
// While a background task advances the audit.Twin, only that task may use it; the
// task returns it with a snapshot. At most one such task is running.
package twin
