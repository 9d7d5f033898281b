//go:build !heavy && !plain

package model

// effort multiplies the number of runs of statistical tests: -tags heavy raises it.
const effort = 1
