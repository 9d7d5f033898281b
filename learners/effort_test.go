//go:build !heavy

package learners

// Effort multiplies the number of runs of statistical tests: -tags heavy raises it.
const Effort = 1
