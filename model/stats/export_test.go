package stats

// Bootstrap is the BCa interval alone, for the tests of coverage.
var Bootstrap = bootstrap

// Contains reports whether x lies in the interval, ends included.
func (i Interval) Contains(x float64) bool { return i.Low <= x && x <= i.High }
