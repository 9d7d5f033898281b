package learners

import "testing"

func TestSumsInFormulas(t *testing.T) {
	if got := sumText(.5, .75, -.25); got != "0.7500 − 0.2500 = 0.5000" {
		t.Errorf("%q", got)
	}
}
