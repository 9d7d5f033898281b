// Package audit finds out what a mechanism truly costs in privacy, whatever is
// claimed for it: exactly, by closed forms, with the neighbouring inputs that
// attain the worst case; and statistically, for a black box that can only be
// run, as a lower confidence bound on ε.
//
// Two inputs are neighbours if one round's whole reward vector in [0,1]^K is
// replaced by any other (HHMH Def. 1, WW Def. 1). What does not belong here:
// the ledger of what a run has spent, local channels, learners by name.
package audit
