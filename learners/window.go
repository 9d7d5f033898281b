package learners

import (
	"fmt"
	"math"
	"strings"

	"regretscope/noise/declare"
)

// window tallies the reports of the newest w rounds, or of all rounds. Reports
// that are bits are added and taken away without rounding; of real numbers it
// adds up, by 10⁻¹⁶ of the sum a round, until the window has forgotten the arm.
// It takes constant time a round and 16 bytes for each of min(t,w) rounds.
type window struct {
	tally
	size   int // w; 0: all history, for which no round need be remembered
	recent recent
}

func newWindow(arms, size int) window {
	return window{tally: newTally(arms), size: size, recent: newRecent(size)}
}

// add enters a round's report and returns the arm whose report of w rounds
// before is forgotten for it, −1 while none is.
func (w *window) add(arm int, report float64) (forgotten int) {
	w.tally.add(arm, report)
	if w.size == 0 {
		return -1
	}
	w.recent.push(sighting{arm, report})
	if w.recent.length <= w.size {
		return -1
	}
	old := w.recent.pop()
	w.counts[old.arm]--
	w.sums[old.arm] -= old.report
	if w.counts[old.arm] == 0 {
		w.sums[old.arm] = 0
	}
	return old.arm
}

func (w *window) clone() window {
	return window{tally: w.tally.clone(), size: w.size, recent: w.recent.clone()}
}

// Window is w; 0 where nothing is ever forgotten.
func (w *window) Window() int { return w.size }

// InWindow counts the arm's reports in the window and gives their mean.
func (w *window) InWindow(arm int) (count int, mean float64) {
	return int(w.counts[arm]), w.Estimate(arm)
}

// forgotten names the arms that the window has no round of: "arm 2 is", "arms 2
// and 5 are"; empty where it has of all.
func (w *window) forgotten() string {
	var arms []string
	for j, n := range w.counts {
		if n == 0 {
			arms = append(arms, fmt.Sprint(j+1))
		}
	}
	switch n := len(arms); {
	case n == 0:
		return ""
	case n == 1:
		return "arm " + arms[0] + " is"
	case n > 5:
		return fmt.Sprintf("%d arms are", n)
	default:
		return "arms " + strings.Join(arms[:n-1], ", ") + " and " + arms[n-1] + " are"
	}
}

// windowParameter is w of the learners with a sliding window. What is kept of a
// round takes memory, therefore the limit.
var windowParameter = declare.Parameter{
	Name: "w", Meaning: "length of the sliding window, in rounds (GAJ Thm. 1)",
	Min: 1, Max: 1e7, Whole: true, Derived: "max(K, ⌈√(4eT/(L_T+4))⌉), at most T",
}

// windowLength is GAJ's w at horizon T with L_T stretches of constant means,
// long enough for every arm to fit in.
func windowLength(s Setting) float64 {
	horizon := float64(s.Horizon)
	w := math.Ceil(math.Sqrt(4 * math.E * horizon / float64(s.Phases+4)))
	return min(max(w, float64(s.Arms)), horizon)
}
