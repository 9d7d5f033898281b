// Package matroid is the combinatorial structure of matroid semi-bandits: which
// sets of base arms may be played together. It holds the five kinds of matroid
// (linear, graphic, uniform, partition, transversal), the greedy oracle of CHH
// Algorithm 1, and a version of that oracle that keeps its work between rounds.
//
// Arms are numbered from 0 in code; constructors that take lists of arms, as a
// scenario file writes them, number them from 1 and say so. Loops (arms in no
// basis) and parallel arms are legal everywhere. A matroid of rank 0 has no
// basis to play and is refused.
//
// What does not belong here: the distributions of weights, rounds, learners and
// regret. A matroid knows no weight until an oracle is asked about some.
package matroid
