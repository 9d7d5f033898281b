package lesson

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"regretscope/model"
	"regretscope/noise/number"
)

// A Scene is what a person sees: the run, and the means of the newest replications.
type Scene struct {
	*model.Snapshot
	Averages []Average // by learner; none before at least Replications runs
}

// An Average is a learner's regret over all replications.
type Average struct{ Mean, Error float64 }

// Replications is the least number of runs whose mean an exercise takes.
const Replications = 20

func (s *Scene) average(t *term) Average {
	if t.learner >= len(s.Averages) {
		return Average{math.NaN(), math.NaN()}
	}
	return s.Averages[t.learner]
}

// A quantity is a number of the run that texts can refer to in braces, as in {regret 1}.
// Learners, arms, and breakpoints count from 1.
type quantity struct {
	of    string // arguments: L, a learner; R, a learner that may join later; A, an arm; B, a breakpoint
	value func(shot *Scene, t *term) float64
	write func(float64) string
}

var quantities = map[string]quantity{
	"round":      {"", func(s *Scene, _ *term) float64 { return float64(s.Round) }, count},
	"regret":     {"L", func(s *Scene, t *term) float64 { return s.Learners[t.learner].Regret }, number.Value},
	"epsilon":    {"L", func(s *Scene, t *term) float64 { return s.Learners[t.learner].Epsilon }, number.Loss},
	"worst":      {"L", func(s *Scene, t *term) float64 { return s.Learners[t.learner].CostliestRound }, number.Loss},
	"releases":   {"L", func(s *Scene, t *term) float64 { return float64(s.Learners[t.learner].Account.Releases) }, count},
	"return":     {"L", func(s *Scene, t *term) float64 { return s.Learners[t.learner].Return }, twoDecimals},
	"mean":       {"A", func(s *Scene, t *term) float64 { return s.Phase.Means[t.arm] }, number.Tick},
	"pulls":      {"LA", func(s *Scene, t *term) float64 { return float64(s.Learners[t.learner].Pulls[t.arm]) }, count},
	"breakpoint": {"B", func(s *Scene, t *term) float64 { return float64(s.Config.Scenario.Breakpoints()[t.arm] - 1) }, count},
	"floor":      {"L", timesFloor, twoDecimals},
	"average":    {"R", func(s *Scene, t *term) float64 { return s.average(t).Mean }, number.Value},
	"error":      {"R", func(s *Scene, t *term) float64 { return s.average(t).Error }, number.Value},
	"arms":       {"", func(s *Scene, _ *term) float64 { return float64(len(s.Phase.Means)) }, count},
	"estimate":   {"LA", func(s *Scene, t *term) float64 { return s.Learners[t.learner].Estimates[t.arm] }, twoDecimals},
}

// timesFloor returns a learner's regret as a multiple of its floor; NaN without one.
func timesFloor(s *Scene, t *term) float64 {
	floor, missing := s.Config.Floor(t.learner, max(s.Round, 1))
	if missing != "" {
		return math.NaN()
	}
	times, _ := s.TimesFloor(t.learner, floor)
	return times
}

func count(x float64) string       { return number.Count(int(x)) }
func twoDecimals(x float64) string { return number.Fixed(x, 2) }

// A term is a quantity with its arguments.
type term struct {
	quantity
	word         string
	learner, arm int // or the breakpoint
}

// allowed lists the quantities.
const allowed = "must be round, arms, mean ARM, breakpoint NUMBER, pulls LEARNER ARM, estimate LEARNER ARM, " +
	"regret, average, error, floor, epsilon, worst, releases or return LEARNER"

// parseTerm reads a quantity: regret 1.
func parseTerm(text string) (t term, err error) {
	words := strings.Fields(text)
	if len(words) > 0 {
		t.quantity, t.word = quantities[words[0]], words[0]
	}
	if t.value == nil || len(words)-1 != len(t.of) {
		return t, fmt.Errorf("%s: %s", text, allowed)
	}
	for i, of := range t.of {
		n, err := strconv.Atoi(words[i+1])
		if err != nil || n < 1 {
			return t, fmt.Errorf("%s: learners, arms and breakpoints are numbers from 1", text)
		}
		if of == 'L' || of == 'R' {
			t.learner = n - 1
		} else {
			t.arm = n - 1
		}
	}
	return t, nil
}

// evaluate returns the term's value in a snapshot.
func (t *term) evaluate(shot *Scene) (float64, error) {
	learners, arms, breaks := len(shot.Learners), len(shot.Phase.Means), len(shot.Config.Scenario.Breakpoints())
	switch {
	case t.of == "B" && t.arm >= breaks:
		return 0, fmt.Errorf("this run has %s", number.Plural(breaks, "breakpoint"))
	case t.of != "B" && t.of != "R" && (t.learner >= learners || t.arm >= arms):
		return 0, fmt.Errorf("this run has %s and %s", number.Plural(learners, "learner"), number.Plural(arms, "arm"))
	}
	return t.value(shot, t), nil
}

// An expression is a quantity, or the ratio of two.
type expression struct {
	of, over *term // over: nil without a ratio
}

// parseExpression parses "regret 1" or "regret 1 / regret 2".
func parseExpression(text string) (e expression, err error) {
	above, below, ratio := strings.Cut(text, "/")
	of, err := parseTerm(above)
	e.of = &of
	if ratio && err == nil {
		over, wrong := parseTerm(below)
		e.over, err = &over, wrong
	}
	return e, err
}

// evaluate returns the expression's value in a snapshot.
func (e expression) evaluate(shot *Scene) (float64, error) {
	x, err := e.of.evaluate(shot)
	if e.over == nil || err != nil {
		return x, err
	}
	y, err := e.over.evaluate(shot)
	return x / y, err
}

func (e expression) write(x float64) string {
	if e.over != nil {
		return number.Fixed(x, 1)
	}
	return e.of.write(x)
}

// names are the quantities in words, if those differ from a lesson's.
var names = map[string]string{
	"average": "mean regret", "error": "standard error", "epsilon": "ε", "worst": "ε of the costliest round", "floor": "× floor",
	"releases": "number of releases", "pulls": "number of plays", "arms": "number of arms", "return": "return per round",
}

// named names the term: "the number of plays of arm 2 by UCB1".
func (t *term) named(shot *Scene) string {
	name, link := "the "+cmp.Or(names[t.word], t.word), " of "
	if strings.HasSuffix(t.of, "A") {
		name, link = name+" of arm "+shot.Config.Scenario.Label(t.arm), " by "
	}
	if strings.ContainsAny(t.of, "LR") && t.learner < len(shot.Learners) {
		name += link + shot.Learners[t.learner].Spec.Label()
	}
	return name
}

// inBraces matches an expression in a text.
var inBraces = regexp.MustCompile(`\{[^{}]*\}`)

// Fill replaces the expressions in a text by their values.
func Fill(text string, shot *Scene) (filled string, err error) {
	filled = inBraces.ReplaceAllStringFunc(text, func(braced string) string {
		e, wrong := parseExpression(strings.Trim(braced, "{}"))
		value := 0.0
		if wrong == nil {
			value, wrong = e.evaluate(shot)
		}
		if wrong != nil {
			err = errors.Join(err, wrong)
			return braced
		}
		return e.write(value)
	})
	return filled, err
}

// Blank replaces the expressions in a text before their values are known.
func Blank(text string) string { return inBraces.ReplaceAllString(text, "…") }

// CheckText returns what is wrong with an expression in braces, for any run.
func CheckText(text string) error {
	for _, braced := range inBraces.FindAllString(text, -1) {
		if _, err := parseExpression(strings.Trim(braced, "{}")); err != nil {
			return err
		}
	}
	return nil
}

// A claim compares two sides, such as "pulls 1 3 < 100".
type claim struct {
	left, right expression
	less        bool
}

func parseClaim(text string) (c claim, err error) {
	at := strings.IndexAny(text, "<>")
	if at < 0 {
		return c, fmt.Errorf("%s: must be QUANTITY < QUANTITY or QUANTITY > QUANTITY", text)
	}
	c.less = text[at] == '<'
	if c.left, err = parseSide(text[:at]); err == nil {
		c.right, err = parseSide(text[at+1:])
	}
	return c, err
}

// parseSide parses a number, which is written as it is, or an expression.
func parseSide(text string) (expression, error) {
	text = strings.TrimSpace(text)
	if x, err := number.Parse(text); err == nil {
		constant := quantity{"", func(*Scene, *term) float64 { return x }, func(float64) string { return text }}
		return expression{of: &term{quantity: constant, word: text}}, nil
	}
	return parseExpression(text)
}

// holds reports whether the claim is true, with the values of its sides.
func (c claim) holds(shot *Scene) (holds bool, left, right float64, err error) {
	left, err = c.left.evaluate(shot)
	right, wrong := c.right.evaluate(shot)
	return c.less && left < right || !c.less && left > right, left, right, errors.Join(err, wrong)
}

// claims returns the claims of a text: one, or QUANTITY between NUMBER and NUMBER.
func claims(text string) []string {
	of, limits, between := strings.Cut(text, " between ")
	if !between {
		return []string{text}
	}
	low, high, _ := strings.Cut(limits, " and ")
	return []string{of + " > " + low, of + " < " + high}
}

// CheckClaim returns what is wrong with a claim for any run.
func CheckClaim(text string) (err error) {
	for _, text := range claims(text) {
		_, wrong := parseClaim(text)
		err = cmp.Or(err, wrong)
	}
	return err
}

// Expect returns an error if a claim is false.
func Expect(text string, shot *Scene) error { return (&Stop{Claims: claims(text)}).Holds(shot) }

// Holds returns an error if one of the stop's claims is false.
func (s *Stop) Holds(shot *Scene) error {
	for _, text := range s.Claims {
		c, err := parseClaim(text)
		if err != nil {
			return err
		}
		switch holds, a, b, err := c.holds(shot); {
		case err != nil:
			return fmt.Errorf("%s: %w", text, err)
		case !holds:
			return fmt.Errorf("%s: does not hold at round %s: %v and %v", text, number.Count(shot.Round), a, b)
		}
	}
	return nil
}
