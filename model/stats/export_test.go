package stats

// Bootstrap is the BCa interval alone, for the tests of coverage.
var Bootstrap = bootstrap
