package app

import (
	"strings"
	"testing"

	"regretscope/ui/kit/uitest"
	"regretscope/ui/script"
)

// Scripts may press keys that commands had in earlier versions; people may not, so that
// there are fewer keys to learn.
func TestOldKeysAreForScripts(t *testing.T) {
	for _, test := range []struct{ key, now string }{
		{"}", "next-change"}, {"C", "charset"}, {"m", "panels"}, {"F", "previous-learner"}, {"w", "warnings"},
	} {
		t.Run(test.key, func(t *testing.T) {
			var last [2]string
			for i, step := range []string{"key " + test.key, test.now} {
				s, err := script.Parse("old.script", "go 200\n"+step+"\n")
				if err != nil {
					t.Fatal(err)
				}
				played, err := Play(Options{Config: uitest.Config(t, 1000, "lazy-dp-ts", "ucb1")}, s, nil)
				if err != nil {
					t.Fatal(err)
				}
				last[i] = played.Last
			}
			if last[0] != last[1] {
				t.Errorf("the key leads to\n%s\nand %s to\n%s", last[0], test.now, last[1])
			}
			r := rootOf(t, Options{Config: uitest.Config(t, 1000, "lazy-dp-ts", "ucb1")})
			press(t, r, test.key)
			if want := test.key + " does nothing here"; !strings.Contains(r.View(), want) {
				t.Errorf("no %q in\n%s", want, r.View())
			}
		})
	}
}
