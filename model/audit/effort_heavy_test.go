//go:build heavy

package audit

// effort multiplies the number of runs of statistical tests.
const effort = 10
