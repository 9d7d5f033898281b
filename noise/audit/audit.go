// Package audit finds out what a mechanism truly costs in privacy, whatever is
// claimed for it: exactly, by closed forms, with the neighbouring inputs that
// attain the worst case; and statistically, for a black box that can only be
// run, as a lower confidence bound on ε.
//
// Two inputs are neighbours if one round's whole reward vector in [0,1]^K is replaced by
// any other (HHMH Def. 1, WW Def. 1).
package audit

// Caveat is what the program says about its own numbers, wherever it shows an
// audit.
const Caveat = `Mechanisms are simulated as ideal ones, in float64 and from a seeded generator.
An ε shown here belongs to the ideal mechanism, under the neighbours that are
stated. Anyone who knows the seed can remove the noise; Laplace noise in floating
point can be told from the real thing (Mironov 2012); and estimates shown on
screen are not releases. This is for studying algorithms, not for protecting data.`
