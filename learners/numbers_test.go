package learners

import (
	"fmt"
	"testing"
)

func TestNumbersInFormulas(t *testing.T) {
	cases := map[float64]string{
		0: "0", 3: "3", -3: "−3", 16384: "16384", .74813: "0.7481", -.74813: "−0.7481",
		12.34567: "12.346", 718.49871: "718.50", 8187.945: "8187.9", 24580.4: "24580",
		1e-7: "1e−07", 1234567890.5: "1.235e+09",
	}
	for x, want := range cases {
		t.Run(fmt.Sprint(x), func(t *testing.T) {
			if got := num(x); got != want {
				t.Errorf("%v: %q, want %q", x, got, want)
			}
		})
	}
	if got := sumText(.5, .75, -.25); got != "0.7500 − 0.2500 = 0.5000" {
		t.Errorf("%q", got)
	}
}
