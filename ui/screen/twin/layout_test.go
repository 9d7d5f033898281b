package twin

import (
	"testing"

	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
)

func TestArrange(t *testing.T) {
	for _, c := range []struct {
		name          string
		width, height int
		focus         part
		arms          int
		want          string
	}{
		{"too small", 60, 7, sides, 5, `
...... ×7`},
		{"low: the part alone", 60, 8, sides, 5, `
111111 ×8`},
		{"narrow: the part that has the keys", 60, 14, spread, 5, `
LLLLLL
222222 ×10
SSSSSS ×3`},
		{"wide: both", 120, 14, sides, 5, `
LLLLLLLLLLLL
111112222222 ×11
SSSSSSSSSSSS ×2`},
		{"wide: the errors take the place of the noises", 120, 14, mistakes, 5, `
LLLLLLLLLLLL
111113333333 ×11
SSSSSSSSSSSS ×2`},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := arrange(c.width, c.height, c.focus, c.arms)
			areas := map[string]kit.Rect{"L": l.learner, "S": l.sentence, "1": l.parts[sides], "2": l.parts[spread], "3": l.parts[mistakes]}
			uitest.Arranged(t, c.name, c.want, c.width, c.height, 1, areas)
		})
	}
}

// In a high room all three parts are seen, whatever has the keys.
func TestArrangeShowsAll(t *testing.T) {
	for focus := range parts {
		l := arrange(200, 60, focus, 5)
		if l.parts[mistakes].Height != errorsHeight || l.parts[spread].Height+errorsHeight != l.parts[sides].Height {
			t.Errorf("%+v", l.parts)
		}
	}
}

// More arms widen the universes, up to less than half of the screen.
func TestArrangeForManyArms(t *testing.T) {
	last := 0
	for arms := 2; arms < 100; arms++ {
		l := arrange(140, 40, sides, arms)
		left := l.parts[sides].Width
		if left < 140*42/100 || left > 140*47/100 || left+l.parts[spread].Width != 140 {
			t.Errorf("%d arms: %d and %d columns", arms, left, l.parts[spread].Width)
		}
		last = max(last, left)
	}
	if last <= 140*42/100 {
		t.Error("no number of arms widens the universes")
	}
}
