package memlimit

import (
	"context"
	"errors"
	"math"
	"runtime"
	"testing"
)

func TestBudget(t *testing.T) {
	defer Set(Set(math.MaxInt64))
	if Bytes() != Default {
		t.Errorf("%d bytes where nothing is set, want %d", Bytes(), Default)
	}
	defer Set(Set(400 << 20))
	if Bytes() != 400<<20 || Room() != 300<<20 {
		t.Errorf("%d bytes, with room for %d", Bytes(), Room())
	}
	if got, want := Refusal(3<<30), "may take 4 GiB of memory, --memory allows 400 MiB"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestFormat(t *testing.T) {
	for bytes, want := range map[int]string{0: "0 bytes", 1023: "1023 bytes", 1536: "1.5 KiB", 64 << 20: "64 MiB", 5 << 28: "1.25 GiB", 3 << 50: "3072 TiB"} {
		if got := Format(bytes); got != want {
			t.Errorf("%d: %s, want %s", bytes, got, want)
		}
	}
}

// Measure counts data in use and not garbage; watched work ends with its error.
func TestMeasure(t *testing.T) {
	defer Set(Set(64 << 20))
	data := make([]byte, 56<<20) // above three quarters
	runtime.GC()
	var exhausted *Exhausted
	if err := Measure(); !errors.As(err, &exhausted) || exhausted.Data < len(data) {
		t.Errorf("%v with %d bytes", err, len(data))
	}
	ctx, stop := Watch(t.Context())
	<-ctx.Done()
	stop()
	if !errors.As(context.Cause(ctx), &exhausted) {
		t.Errorf("ended by %v", context.Cause(ctx))
	}
	runtime.KeepAlive(data)
	data = nil
	if err := Measure(); err != nil {
		t.Errorf("%v, though nothing is left", err)
	}
}
