//go:build heavy

package learners_test

// effort multiplies the number of runs of statistical tests.
const effort = 10
