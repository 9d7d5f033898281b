// Package memlimit is how much memory the program may take: one number for screens,
// experiments, audits and readers. What is asked for is estimated from above before
// anything is allocated, and what lies in memory is measured while it is worked on.
package memlimit

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// Set makes a number of bytes the budget, and returns the one of before. It is the limit
// of Go's runtime, too, whose collector works harder before it takes more.
func Set(bytes int) (before int) {
	before = Bytes()
	debug.SetMemoryLimit(int64(bytes))
	return before
}

// Bytes returns the budget: what was set, here or by GOMEMLIMIT, else Default.
func Bytes() int {
	if limit := debug.SetMemoryLimit(-1); limit < math.MaxInt64 {
		return int(limit)
	}
	return Default
}

// Room returns how many bytes of data the budget has room for: three quarters of it, because
// the collector has no time for anything else where there is little between them.
func Room() int { return Bytes() / 4 * 3 }

// Refusal returns the reason why data of this size in bytes are refused, as the end of a
// sentence.
func Refusal(data int) string {
	return fmt.Sprintf("may take %s of memory, --memory allows %s", Format(data/3*4), Format(Bytes()))
}

// Format writes a number of bytes for people.
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

// An Exhausted error is the end of work that turned out to need more than the budget has
// room for.
type Exhausted struct{ Data int } // bytes that lay in memory

func (e *Exhausted) Error() string {
	return fmt.Sprintf("%s of data are in memory; --memory %s leaves no room for more", Format(e.Data), Format(Bytes()))
}

// Measure returns an *Exhausted error once there is more data in memory than there is room
// for. It takes less than a microsecond, except where it is about to say so.
func Measure() error {
	if live() <= Room() {
		return nil
	}
	runtime.GC() // what was given up since the last time does not count
	if data := live(); data > Room() {
		return &Exhausted{data}
	}
	return nil
}

// live is how much data there was when the collector was last at work, in bytes.
func live() int {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return int(sample[0].Value.Uint64())
}

// measureEvery is the time between two measurements of Watch.
const measureEvery = 100 * time.Millisecond

// Watch returns a context that ends with the cause Measure gives, or with the one that it
// comes from, and how to end it.
func Watch(ctx context.Context) (watched context.Context, stop context.CancelFunc) {
	watched, cancel := context.WithCancelCause(ctx)
	go func() {
		again := time.NewTicker(measureEvery)
		defer again.Stop()
		for {
			select {
			case <-watched.Done():
				return
			case <-again.C:
				if err := Measure(); err != nil {
					cancel(err)
				}
			}
		}
	}()
	return watched, func() { cancel(nil) }
}
