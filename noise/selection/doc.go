// Package selection is report-noisy-max: one mechanism that adds independent
// noise to every score and publishes only which one came out on top. It draws
// (Pick), and it knows the exact probability of every outcome, for fixed
// scores (Probabilities) and for scores that are random themselves
// (MixtureProbabilities), so that simulated runs can be held to exact ones.
//
// Scores are sums of rewards: the largest wins.
package selection
