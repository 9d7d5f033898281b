// Package noise is the ground floor: everything random and everything private
// that needs no learner and no environment to be understood. It holds the
// random streams of a run, the samplers of noise, the binary mechanism, the
// ledger of releases, and the laws and functions of probability that several
// packages need.
//
// Selection mechanisms, local channels and the audit live in packages below this folder.
package noise
