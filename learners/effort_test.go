//go:build !heavy

package learners_test

// effort multiplies the number of runs of statistical tests: -tags heavy raises it.
const effort = 1
