package program

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"regretscope/scenarios/matroid"
)

// An answer is what a program says to a round. Unknown keys are ignored.
type answer struct {
	Play      []json.RawMessage
	Estimates [][]*float64 // of each lane and arm
	Why       []string     // of each lane
	Releases  [][]Release  // of each lane, at the end of the round before
}

// A Release is one that a program says it has made.
type Release struct {
	Arm          int // from 0
	Observations int
	Noise        string // its first 120 characters
	Scale        float64
	Epsilon      float64
}

// UnmarshalJSON implements json.Unmarshaler.
func (r *Release) UnmarshalJSON(text []byte) error {
	_, err := readObject(text, map[string]any{
		"arm": &r.Arm, "observations": &r.Observations, "noise": &r.Noise, "scale": &r.Scale, "epsilon": &r.Epsilon,
	})
	r.Noise = cut(r.Noise) // many releases are kept
	return err
}

// Said is what a program reports of one lane's round besides its play. It is not checked.
type Said struct {
	Estimates []float64 // of the arms' means; NaN for an arm without one, nil if the program gives no estimates
	Why       string
	Releases  []Release
}

// A wrongAnswer is one that cannot be used; Lane −1 is all.
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
	size    int             // arms of a play
	builder matroid.Builder // nil where a play is one arm
}

func newChecker(t *Task) checker {
	c := checker{task: t, size: t.plays()}
	if t.Matroid != nil {
		c.builder = t.Matroid.NewBuilder()
	}
	return c
}

// read puts the plays of an answer into those of the lanes. It returns what else the
// answer says, if anything.
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
		return nil, wrong(-1, "%d plays for %d lanes", len(a.Play), len(plays))
	}
	for i, text := range a.Play {
		arms := make([]*int, 1) // nil where the text has null
		if c.builder == nil {
			err = json.Unmarshal(text, &arms[0])
		} else {
			err = json.Unmarshal(text, &arms)
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

// check refuses arms that are not there and sets that are no bases.
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

// readArms reads the usual answer, {"play":[0,3,1]}, with blanks where JSON allows them;
// false where it is another, which may be right too.
func readArms(line []byte, plays [][]int) bool {
	s := scanner{line, 0}
	if !s.take('{') || !s.word(`"play"`) || !s.take(':') || !s.take('[') {
		return false
	}
	for i := range plays {
		if i > 0 && !s.take(',') {
			return false
		}
		n, ok := s.number()
		if !ok {
			return false
		}
		plays[i] = append(plays[i][:0], n)
	}
	return s.take(']') && s.take('}') && s.rest()
}

// A scanner goes through a line.
type scanner struct {
	line []byte
	at   int
}

func (s *scanner) skip() {
	for s.at < len(s.line) && (s.line[s.at] == ' ' || s.line[s.at] == '\t' || s.line[s.at] == '\r' || s.line[s.at] == '\n') {
		s.at++
	}
}

func (s *scanner) take(c byte) bool {
	s.skip()
	if s.at < len(s.line) && s.line[s.at] == c {
		s.at++
		return true
	}
	return false
}

func (s *scanner) word(text string) bool {
	s.skip()
	if len(s.line)-s.at >= len(text) && string(s.line[s.at:s.at+len(text)]) == text {
		s.at += len(text)
		return true
	}
	return false
}

// number is a whole number from 0 in at most six digits.
func (s *scanner) number() (n int, ok bool) {
	s.skip()
	from := s.at
	for s.at < len(s.line) && s.line[s.at] >= '0' && s.line[s.at] <= '9' && s.at-from < 6 {
		n = 10*n + int(s.line[s.at]-'0')
		s.at++
	}
	return n, s.at > from && (s.at == from+1 || s.line[from] != '0')
}

func (s *scanner) rest() bool {
	s.skip()
	return s.at == len(s.line)
}
