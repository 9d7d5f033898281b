// Package memlimit limits the memory of the program with one budget for screens, experiments,
// audits and readers. Requests are estimated from above before anything is allocated.
package memlimit

import (
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
)

// Default is the default budget in bytes, smaller in a browser than in a program.
var Default = 2 << 30

func init() {
	if runtime.GOOS == "js" {
		Default = 512 << 20
	}
}

// Set sets the budget in bytes and returns the old one. It also sets the soft limit of Go's runtime.
func Set(bytes int) (before int) {
	before = Bytes()
	debug.SetMemoryLimit(int64(bytes))
	return before
}

// Bytes returns the budget: the one that Set or GOMEMLIMIT set, else Default.
func Bytes() int {
	if limit := debug.SetMemoryLimit(-1); limit < math.MaxInt64 {
		return int(limit)
	}
	return Default
}

// Room returns the bytes of data that the budget has room for: three quarters of it, because
// the collector needs the rest to work well.
func Room() int { return Bytes() / 4 * 3 }

// Refusal explains why data of this size are refused, as the end of a sentence.
func Refusal(data int) string {
	return fmt.Sprintf("may take %s of memory, --memory allows %s", Format(data/3*4), Format(Bytes()))
}

// Format formats a number of bytes for people.
func Format(bytes int) string {
	const unit = 1 << 10
	x, units := float64(bytes), []string{"bytes", "KiB", "MiB", "GiB", "TiB"}
	for x >= unit && len(units) > 1 {
		x, units = x/unit, units[1:]
	}
	if x >= 100 {
		return fmt.Sprintf("%.0f %s", x, units[0])
	}
	return fmt.Sprintf("%.3g %s", x, units[0])
}
