package memlimit

import (
	"math"
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
