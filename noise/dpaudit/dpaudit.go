// Package dpaudit computes the true privacy loss of a mechanism, independently of its
// claim: exactly, by closed forms, with the neighboring inputs that attain the worst
// case; and statistically, for a black box, as a lower confidence bound on ε.
//
// Two inputs are neighbors if one round's whole reward vector in [0,1]^K is replaced by
// any other (HHMH Def. 1, WW Def. 1).
package dpaudit

// Caveat states the limits of the program's own numbers, wherever it shows an audit.
const Caveat = `Mechanisms are simulated as ideal ones, in float64 and from a seeded generator.
An ε shown here is that of the ideal mechanism, for the stated neighbors. Anyone
who knows the seed can remove the noise, floating-point Laplace noise differs from
the ideal in a detectable way (Mironov 2012), and estimates on screen are not
releases. This is for studying algorithms, not for protecting data.`
