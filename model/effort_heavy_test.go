//go:build heavy && !plain

package model

// effort multiplies the number of runs of statistical tests.
const effort = 10
