//go:build !heavy

package worst

// effort is the number of searches of a learner against itself, and how many must find nothing: at 5% false alarms
// each, fewer than 7 of 10 do with probability 0.1%. The search for a counterexample has a horizon.
var effort = struct{ searches, least, horizon int }{10, 7, 2000}
