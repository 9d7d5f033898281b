package kit

import "testing"

func TestPadding(t *testing.T) {
	if got := Right("ε", 3) + "|" + Right("long", 2); got != "  ε|long" {
		t.Errorf("got %q", got)
	}
}
