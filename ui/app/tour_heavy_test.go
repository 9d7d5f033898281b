//go:build heavy

package app

import (
	"fmt"
	"testing"

	"regretscope/ui/lesson"
)

// Each lesson is walked by space, and with each wrong answer before the right one.
func TestAllLessonsAllWays(t *testing.T) {
	for _, ours := range lesson.All() {
		for _, how := range []way{bySpace, wrongly} {
			t.Run(fmt.Sprint(ours.Name, how), func(t *testing.T) { walk(t, ours.Name, how) })
		}
	}
}
