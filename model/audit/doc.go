// Package audit measures what learners show of their rewards: it compares the claimed ε
// with the exact one, bounds it from below by running the learner on two neighboring
// reward sequences, and shows such a pair of runs side by side. It needs a configuration,
// a place for progress, and a number of workers.
package audit
