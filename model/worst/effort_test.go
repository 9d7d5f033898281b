//go:build !heavy

package worst

// effort is the number of searches of a learner against itself, and how many must find nothing.
// At 5% false alarms each, 7 of 10 fail with probability 10⁻³ or less.
var effort = struct{ searches, least int }{10, 7}
