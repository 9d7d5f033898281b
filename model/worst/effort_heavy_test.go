//go:build heavy

package worst

// effort is the number of searches of a learner against itself, and how many must find nothing.
// At 5% false alarms each, fewer than 89 of 100 do with probability below 1%.
var effort = struct{ searches, least int }{100, 89}
