package learners

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"regretscope/noise"
	"regretscope/noise/number"
	"regretscope/noise/param"
)

// windowBandit implements bandits that use the reports of the latest w rounds, or of all
// rounds. A round takes constant time; memory is 16 bytes for each of min(t,w) rounds.
type windowBandit struct {
	bandit
	tally
	reports reports
	size    int // w; 0 means all rounds, which need not be stored
	recent  recent
}

func newWindowBandit(s Setting, size int) windowBandit {
	return windowBandit{
		bandit: newBandit(s), tally: newTally(s.Arms), reports: s.Channels, size: size, recent: newRecent(size),
	}
}

func (w *windowBandit) clone() windowBandit {
	c := *w
	c.bandit, c.tally, c.recent = w.bandit.clone(), w.tally.clone(), w.recent.clone()
	return c
}

func (w *windowBandit) Observe(_ int, feedback []float64) { w.add(w.play[0], feedback[0]) }

// add adds a round's report and returns the arm whose report leaves the window, or −1 if the window is not full.
func (w *windowBandit) add(arm int, report float64) (forgotten int) {
	w.tally.add(arm, report)
	if w.size == 0 {
		return -1
	}
	w.recent.push(armReport{arm, report})
	if w.recent.length <= w.size {
		return -1
	}
	old := w.recent.pop()
	w.counts[old.arm]--
	w.sums[old.arm].Add(-old.report)
	if w.counts[old.arm] == 0 {
		w.sums[old.arm] = noise.Sum{}
	}
	return old.arm
}

// Estimate returns g⁻¹ of the mean report in the window, which may be outside [0,1].
func (w *windowBandit) Estimate(arm int) float64 {
	return w.reports.estimate(arm, w.tally.Estimate(arm))
}

func (w *windowBandit) Suppose(arm int, more float64) bool { return w.suppose(arm, more, w.reports) }

func (w *windowBandit) Window() int { return w.size }

func (w *windowBandit) InWindow(arm int) (count int, mean float64) {
	return int(w.counts[arm]), w.tally.Estimate(arm)
}

// noteForgotten adds the arms outside the window to an explanation, and their treatment.
func (w *windowBandit) noteForgotten(e Explanation, instead string) Explanation {
	if arms := w.forgotten(); w.size > 0 && arms != "" && len(e.Arms) > 0 {
		e.Note = fmt.Sprintf("%s not in the window of %s: %s", arms, number.Plural(w.size, "round"), instead)
	}
	return e
}

// forgotten names the arms without a round in the window: "arm 2 is", "arms 2 and 5 are"; empty if there are none.
func (w *windowBandit) forgotten() string {
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

const maxWindow = 1e7 // rounds; limits memory

// windowParameter is w of GAJ's learners with a sliding window.
var windowParameter = param.Parameter{
	Name: "w", Meaning: "length of the sliding window, in rounds (GAJ Thm. 1)",
	Min: 1, Max: maxWindow, Whole: true, Derived: "max(K, ⌈√(4eT/(L_T+4))⌉), at most T",
}

func windowSize(v param.Values) int { return int(v.Number("w")) }

// windowLength returns GAJ's w at horizon T with L_T phases, at least the number of arms.
func windowLength(s Setting) float64 {
	horizon := float64(s.Horizon)
	w := math.Ceil(math.Sqrt(4 * math.E * horizon / float64(s.Phases+4)))
	return min(max(w, float64(s.Arms)), horizon)
}

type armReport struct {
	arm    int
	report float64
}

// recent is a queue of armReports. Clones share its full blocks, which are never written again,
// so any number of clones store every round at most once, and one block each.
type recent struct {
	blocks [][]armReport
	block  int // armReports in a full block
	first  int // index of the oldest armReport in the first block
	length int
}

// newRecent returns an empty queue for about length armReports.
func newRecent(length int) recent { return recent{block: min(max(length, 32), 512)} }

func (q *recent) push(s armReport) {
	last := len(q.blocks) - 1
	if last < 0 || len(q.blocks[last]) == q.block {
		q.blocks = append(q.blocks, make([]armReport, 0, q.block))
		last++
	}
	q.blocks[last] = append(q.blocks[last], s)
	q.length++
}

// pop removes and returns the oldest armReport, which must exist.
func (q *recent) pop() armReport {
	s := q.blocks[0][q.first]
	q.first++
	q.length--
	if q.first == q.block {
		q.blocks, q.first = q.blocks[1:], 0
	}
	return s
}

func (q *recent) clone() recent {
	c := *q
	c.blocks = slices.Clone(q.blocks)
	if last := len(c.blocks) - 1; last >= 0 {
		c.blocks[last] = append(make([]armReport, 0, q.block), c.blocks[last]...)
	}
	return c
}
