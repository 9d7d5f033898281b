package panel

import "testing"

// What is written is enough: never less of a change than is needed.
func TestBeyond(t *testing.T) {
	for _, c := range []struct {
		needed, now float64
		want        string
	}{
		{.70631, .6, "0.7064"}, {.7063, .6, "0.7063"}, {.53219, .6, "0.5321"}, {-.25001, -.1, "−0.2501"}, {-.25001, -.5, "−0.2500"},
	} {
		if got := beyond(c.needed, c.now); got != c.want {
			t.Errorf("%v from %v: %s, want %s", c.needed, c.now, got, c.want)
		}
	}
}
