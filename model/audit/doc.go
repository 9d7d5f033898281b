// Package audit measures how much learners reveal about their rewards: it compares the claimed
// ε with the exact one, bounds it from below by running the learner on two neighboring reward
// sequences, and shows such a pair of runs side by side.
package audit
