//go:build heavy

package learners

// Effort multiplies the number of runs of statistical tests.
const Effort = 10
