//go:build heavy

package worst

// effort is the number of searches of a learner against itself, and how many must find nothing: at 5% false alarms
// each, fewer than 89 of 100 do with probability below 1%. The search for a counterexample has a horizon.
var effort = struct{ searches, least, horizon int }{100, 89, 20_000}
