package program

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/scenarios/matroid"
)

// An answer is a program's answer in one round. Unknown keys are ignored.
type answer struct {
	Play      []json.RawMessage
	Estimates [][]*float64 // by lane and arm
	Why       []string     // of each lane
	Releases  [][]Release  // by lane, at the end of the round before
}

// A Release is a release that a program reports.
type Release struct {
	Arm          int // from 0
	Observations int
	Noise        string // shortened to 120 characters
	Scale        float64
	Epsilon      float64
}

// UnmarshalJSON implements json.Unmarshaler.
func (r *Release) UnmarshalJSON(text []byte) error {
	_, err := readObject(text, map[string]any{
		"arm": &r.Arm, "observations": &r.Observations, "noise": &r.Noise, "scale": &r.Scale, "epsilon": &r.Epsilon,
	})
	r.Noise = cut(r.Noise) // many releases are kept
	if err == nil && (r.Observations < 0 || r.Scale < 0 || r.Epsilon < 0) {
		return errors.New("must have observations, a scale, and an epsilon of at least 0")
	}
	return err
}

// Details are the unchecked statements of a program for one lane and round besides its play.
type Details struct {
	Estimates []float64 // of the arms' means; NaN for a missing one, nil without any
	Why       string
	Releases  []Release
}

// A wrongAnswer is the error of an unusable answer; lane −1 is all lanes.
type wrongAnswer struct {
	lane int
	what string
}

func (w *wrongAnswer) Error() string { return w.what }

func wrong(lane int, format string, values ...any) error {
	return &wrongAnswer{lane, fmt.Sprintf(format, values...)}
}

// A checker reads the plays of answers.
type checker struct {
	task    *Task
	size    int             // number of arms in a play
	builder matroid.Builder // nil if plays are single arms
}

func newChecker(t *Task) checker {
	c := checker{task: t, size: t.plays()}
	if t.Matroid != nil {
		c.builder = t.Matroid.NewBuilder()
	}
	return c
}

// read stores the plays of an answer in plays. It returns the answer if it may say more.
func (c *checker) read(line []byte, plays [][]int) (*answer, error) {
	if c.builder == nil && readArms(line, plays) {
		return nil, c.check(plays)
	}
	a := new(answer)
	unknown, err := readObject(line, map[string]any{
		"play": &a.Play, "estimates": &a.Estimates, "why": &a.Why, "releases": &a.Releases,
	})
	if err != nil {
		return nil, err
	}
	for _, key := range unknown {
		if a.Play == nil && strings.EqualFold(key, "play") {
			return nil, wrong(-1, "its answer has no play; write %q in lower case", key)
		}
	}
	switch {
	case a.Play == nil:
		return nil, wrong(-1, "its answer has no play")
	case len(a.Play) != len(plays):
		return nil, wrong(-1, "%s for %s", number.Plural(len(a.Play), "play"), number.Plural(len(plays), "lane"))
	}
	for i, text := range a.Play {
		arms := make([]*int, 1) // nil for null
		if c.builder == nil {
			err = json.Unmarshal(text, &arms[0])
		} else {
			err = json.Unmarshal(text, &arms)
		}
		if wrongType := new(json.UnmarshalTypeError); errors.As(err, &wrongType) && strings.HasPrefix(wrongType.Value, "number ") {
			return nil, wrong(i, "its play must be %s, a whole number and not %s", c.needed(), strings.TrimPrefix(wrongType.Value, "number "))
		}
		if err != nil || len(arms) != c.size || slices.Contains(arms, nil) {
			return nil, wrong(i, "its play must be %s", c.needed())
		}
		plays[i] = plays[i][:0]
		for _, arm := range arms {
			plays[i] = append(plays[i], *arm)
		}
	}
	return a, c.check(plays)
}

func (c *checker) needed() string {
	if c.builder == nil {
		return fmt.Sprintf("an arm from 0 to %d", c.task.Arms-1)
	}
	return fmt.Sprintf("a basis: a list of %d arms from 0 to %d that may be played together", c.size, c.task.Arms-1)
}

// check refuses unknown arms and sets that are not bases.
func (c *checker) check(plays [][]int) error {
	for i, play := range plays {
		if c.builder != nil {
			c.builder.Reset()
		}
		for _, j := range play {
			if j < 0 || j >= c.task.Arms || c.builder != nil && !c.builder.Add(j) {
				return wrong(i, "its play %d must be %s", play, c.needed())
			}
		}
	}
	return nil
}

// readArms reads the usual answer, {"play":[0,3,1]}. It reports false for any other answer,
// which may be valid too.
func readArms(line []byte, plays [][]int) bool {
	line, begins := bytes.CutPrefix(bytes.TrimSpace(line), []byte(`{"play":`))
	line, opens := bytes.CutPrefix(bytes.TrimLeft(line, " "), []byte("["))
	line, ends := bytes.CutSuffix(line, []byte("]}"))
	if !begins || !opens || !ends || bytes.Count(line, []byte(",")) != len(plays)-1 {
		return false
	}
	i := 0
	for text := range bytes.SplitSeq(line, []byte(",")) {
		text = bytes.TrimLeft(text, " ")
		n, err := strconv.Atoi(string(text))
		if err != nil || text[0] < '0' || text[0] > '9' || text[0] == '0' && len(text) > 1 {
			return false // JSON numbers have no plus sign and no leading zeros
		}
		plays[i] = append(plays[i][:0], n)
		i++
	}
	return true
}

// A Failure is the reason why a program stopped, in one sentence.
type Failure struct {
	Command string
	Round   int    // the round of the failure; 0 before the first
	Lane    int    // −1: all
	What    string // the problem
	Line    string // the offending answer, if any
	Last    string // its standard error
}

const (
	shownLine = 120 // maximum length of an answer in a message
	shownLast = 3   // maximum number of lines of standard error
)

func (f *Failure) Error() string {
	var b strings.Builder
	b.WriteString(param.Printable(f.Command) + ": ")
	if f.Round > 0 {
		fmt.Fprintf(&b, "round %d: ", f.Round)
	}
	if f.Lane >= 0 {
		fmt.Fprintf(&b, "lane %d: ", f.Lane)
	}
	b.WriteString(f.What)
	if f.Line != "" {
		b.WriteString(", in " + param.Printable(cut(f.Line)))
	}
	if last := lastLines(f.Last); last != "" {
		b.WriteString("; its last output was \"" + param.Printable(last) + "\"")
	}
	return b.String()
}

func cut(line string) string {
	if letters := []rune(line); len(letters) > shownLine {
		return string(letters[:shownLine]) + "…"
	}
	return line
}

// lastLines joins the last lines of a text.
func lastLines(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, cut(line))
		}
	}
	return strings.Join(lines[max(0, len(lines)-shownLast):], " / ")
}
