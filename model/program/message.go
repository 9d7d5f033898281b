package program

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"regretscope/noise/channel"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/file"
	"regretscope/scenarios/matroid"
)

const version = 1

// A beginning is the first line to a process.
type beginning struct {
	Version    int                `json:"regretscope"`
	Lanes      int                `json:"lanes"`
	Seeds      []uint64           `json:"seeds"`
	Arms       int                `json:"arms"`
	Feedback   scenarios.Feedback `json:"feedback"`
	Horizon    int                `json:"horizon"`
	Epsilon    *float64           `json:"epsilon"` // nil without privacy
	Parameters map[string]string  `json:"parameters"`
	Matroid    map[string]any     `json:"matroid,omitempty"`
	Channel    any                `json:"channel,omitempty"` // one, or a list with one per arm
}

// begin returns the first line for lanes with the given seeds.
func (t *Task) begin(seeds []uint64) ([]byte, error) {
	b := beginning{
		Version: version, Lanes: len(seeds), Seeds: seeds, Arms: t.Arms, Feedback: t.Feedback,
		Horizon: t.Horizon, Parameters: t.Parameters,
	}
	if !math.IsInf(t.Epsilon, 1) {
		b.Epsilon = &t.Epsilon
	}
	if b.Parameters == nil {
		b.Parameters = map[string]string{}
	}
	if t.Matroid != nil {
		var err error
		if b.Matroid, err = file.MatroidTable(t.Matroid); err != nil {
			return nil, err
		}
		b.Matroid["rank"] = t.Matroid.Rank()
	}
	if t.Channels != nil {
		b.Channel = channelTables(t.Channels)
	}
	line, err := json.Marshal(&b)
	return append(line, '\n'), err
}

// channelTables describes the arms' channels, or a single one if all are equal.
func channelTables(channels []channel.Channel) any {
	tables := make([]map[string]any, len(channels))
	for j, c := range channels {
		tables[j] = map[string]any{"id": c.ID()}
		for name, value := range channel.Arguments(c) {
			tables[j][name] = value
		}
	}
	if channel.Alike(channels) {
		return tables[0]
	}
	return tables
}

// A Ready is a program's answer to the first line.
type Ready struct {
	Name    string
	Private string // no, central or local
	Claim   *Claim
	Lanes   int // maximum number of lanes at a time; 0: any
}

// A Claim is a program's claimed bound on the loss of a round: ε, ε with δ, ρ or μ. The others are
// 0. A program that echoes a missing ε (null) claims nothing.
type Claim struct{ Epsilon, Delta, Rho, Mu float64 }

func (c *Claim) UnmarshalJSON(text []byte) error {
	_, err := readObject(text, map[string]any{"epsilon": &c.Epsilon, "delta": &c.Delta, "rho": &c.Rho, "mu": &c.Mu})
	if err == nil && *c == (Claim{}) && !bytes.Contains(text, []byte("null")) {
		return errors.New("must have a positive epsilon, rho or mu")
	}
	return err
}

// String returns the claim: ε = 1, δ = 1e-06; ρ = 0.1; μ = 1; empty without one.
func (c *Claim) String() string {
	switch {
	case c == nil:
		return ""
	case c.Delta > 0:
		return fmt.Sprintf("ε = %s, δ = %s", number.Loss(c.Epsilon), number.Loss(c.Delta))
	case c.Rho > 0:
		return "ρ = " + number.Loss(c.Rho)
	case c.Mu > 0:
		return "μ = " + number.Loss(c.Mu)
	}
	return "ε = " + number.Loss(c.Epsilon)
}

// check returns an error unless the claim is empty or one that an audit can judge.
func (c *Claim) check() error {
	notions := 0
	for _, x := range []float64{c.Epsilon, c.Rho, c.Mu} {
		if x < 0 {
			return errors.New("the numbers of its claim must be positive")
		}
		if x > 0 {
			notions++
		}
	}
	switch {
	case notions > 1:
		return errors.New("its claim must be in one notion: epsilon, epsilon with delta, rho, or mu")
	case c.Delta != 0 && c.Epsilon == 0:
		return errors.New("the delta of its claim needs an epsilon")
	case c.Delta < 0 || c.Delta >= 1:
		return errors.New("the delta of its claim must be at least 0 and below 1")
	}
	return nil
}

// The kinds of privacy that a program can state. Central protects its plays.
const (
	NotPrivate = "no"
	Central    = "central"
	local      = "local"
)

func (t *Task) readReady(line []byte) (*Ready, error) {
	r := &Ready{Private: NotPrivate}
	if _, err := readObject(line, map[string]any{
		"name": &r.Name, "private": &r.Private, "claim": &r.Claim, "lanes": &r.Lanes,
	}); err != nil {
		return nil, err
	}
	switch {
	case !slices.Contains([]string{NotPrivate, Central, local}, r.Private):
		return nil, fmt.Errorf("private must be no, central or local")
	case r.Private == local && t.Channels == nil:
		return nil, fmt.Errorf("private is local, but there is no channel: set one with --channel")
	case r.Lanes < 0:
		return nil, fmt.Errorf("lanes must be a whole number of at least 1")
	case r.Claim == nil:
		return r, nil
	}
	if err := r.Claim.check(); err != nil {
		return nil, err
	}
	if *r.Claim == (Claim{}) {
		r.Claim = nil
	}
	return r, nil
}

// noJSON explains why an answer is not JSON.
func noJSON(text []byte) string {
	if len(bytes.TrimSpace(text)) == 0 {
		return "its answer is an empty line; each line needs one answer, and nothing else"
	}
	if bytes.HasPrefix(text, []byte("\ufeff")) {
		return "its answer begins with a byte-order mark; write UTF-8 without one"
	}
	for _, name := range []string{"NaN", "-Infinity", "Infinity"} {
		if at := bytes.Index(text, []byte(name)); at >= 0 && json.Valid(bytes.ReplaceAll(text, text[at:at+len(name)], []byte("0"))) {
			return "its answer has " + name + ", which JSON does not know"
		}
	}
	return "its answer is not a line of JSON; print messages for people to standard error"
}

var errNoObject = errors.New("its answer must be a JSON object, in braces")

// readObject reads the values of an object's known keys and returns its other keys. Unlike the
// json package it refuses null, keys in another case, and repeated keys.
func readObject(text []byte, known map[string]any) (unknown []string, err error) {
	if !json.Valid(text) {
		return nil, errors.New(noJSON(text))
	}
	d := json.NewDecoder(bytes.NewReader(text))
	if open, _ := d.Token(); open != json.Delim('{') {
		return nil, errNoObject
	}
	seen := map[string]bool{}
	for d.More() {
		token, _ := d.Token() // valid
		key := token.(string)
		if seen[key] {
			return nil, fmt.Errorf("the key %q occurs twice", key)
		}
		seen[key] = true
		value, ok := known[key]
		if !ok {
			unknown, value = append(unknown, key), new(json.RawMessage)
		}
		var wrong *json.UnmarshalTypeError
		if err := d.Decode(value); errors.As(err, &wrong) || errors.Is(err, errNoObject) {
			return nil, fmt.Errorf("%s has a wrong value", key)
		} else if err != nil {
			return nil, fmt.Errorf("%s: %w", key, err)
		}
	}
	return unknown, nil
}

// appendRequest appends the line with the feedback of the round before in the given lanes and
// the request for round t; t = 0 ends the run.
func appendRequest(line []byte, t int, feedback [][]float64, lists, explain bool) []byte {
	line = append(line, '{')
	if t > 0 {
		line = strconv.AppendInt(append(line, `"t":`...), int64(t), 10)
	}
	if t != 1 {
		if t > 1 {
			line = append(line, ',')
		}
		line = append(line, `"feedback":[`...)
		for i, values := range feedback {
			if i > 0 {
				line = append(line, ',')
			}
			if lists {
				line = append(appendNumbers(append(line, '['), values), ']')
			} else {
				line = appendNumbers(line, values)
			}
		}
		line = append(line, ']')
	}
	switch {
	case t == 0:
		line = append(line, `,"end":true`...)
	case explain:
		line = append(line, `,"explain":true`...)
	}
	return append(line, '}', '\n')
}

func appendNumbers(line []byte, values []float64) []byte {
	for i, x := range values {
		if i > 0 {
			line = append(line, ',')
		}
		switch x {
		case 0:
			line = append(line, '0')
		case 1:
			line = append(line, '1')
		default:
			line = strconv.AppendFloat(line, x, 'g', -1, 64)
		}
	}
	return line
}

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

// readArms reads the usual answer, {"play":[0,3,1]}. It reports false for any other answer, which may be valid too.
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

func lastLines(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, cut(line))
		}
	}
	return strings.Join(lines[max(0, len(lines)-shownLast):], " / ")
}
