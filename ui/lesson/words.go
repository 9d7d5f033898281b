package lesson

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"regretscope/model"
	"regretscope/noise/param"
	"regretscope/noise/privacy"
	"regretscope/ui/kit"
)

// A quantity is a number of the run that texts can refer to in braces, as in {regret 1}.
// Learners and arms count from 1.
type quantity struct {
	of    string // arguments: L, a learner; A, an arm; E, an ε
	value func(shot *model.Snapshot, t *term) float64
	write func(float64) string
}

var quantities = map[string]quantity{
	"round":    {"", func(s *model.Snapshot, _ *term) float64 { return float64(s.Round) }, count},
	"rho":      {"L", spent(privacy.Rho), kit.Loss},
	"mu":       {"L", spent(privacy.Mu), kit.Loss},
	"delta":    {"LE", spent(privacy.Delta), kit.Loss},
	"regret":   {"L", func(s *model.Snapshot, t *term) float64 { return s.Learners[t.learner].Regret }, kit.Measured},
	"epsilon":  {"L", func(s *model.Snapshot, t *term) float64 { return s.Learners[t.learner].Epsilon }, kit.Loss},
	"worst":    {"L", func(s *model.Snapshot, t *term) float64 { return s.Learners[t.learner].CostliestRound }, kit.Loss},
	"releases": {"L", func(s *model.Snapshot, t *term) float64 { return float64(s.Learners[t.learner].Account.Releases) }, count},
	"return":   {"L", func(s *model.Snapshot, t *term) float64 { return s.Learners[t.learner].Return }, twoDecimals},
	"mean":     {"A", func(s *model.Snapshot, t *term) float64 { return s.Phase.Means[t.arm] }, kit.Short},
	"pulls":    {"LA", func(s *model.Snapshot, t *term) float64 { return float64(s.Learners[t.learner].Pulls[t.arm]) }, count},
	"estimate": {"LA", func(s *model.Snapshot, t *term) float64 { return s.Learners[t.learner].Estimates[t.arm] }, twoDecimals},
}

// spent returns the privacy loss of a learner's costliest round in a notion; NaN if unknown.
func spent(n privacy.Notion) func(*model.Snapshot, *term) float64 {
	return func(s *model.Snapshot, t *term) float64 {
		if m := s.Learners[t.learner].CostliestRoundLoss; m != nil {
			return privacy.Measure{Notion: n, At: t.epsilon}.Of(m).Value
		}
		return math.NaN()
	}
}

func count(x float64) string       { return kit.Count(int(x)) }
func twoDecimals(x float64) string { return kit.Fixed(x, 2) }

// A term is a quantity with its arguments.
type term struct {
	quantity
	learner, arm int
	epsilon      float64
}

// allowed lists the quantities.
const allowed = "must be round, mean ARM, pulls LEARNER ARM, estimate LEARNER ARM, " +
	"regret, epsilon, worst, rho, mu, releases or return LEARNER, or delta LEARNER ε"

// parseTerm reads a quantity: regret 1.
func parseTerm(text string) (t term, err error) {
	words := strings.Fields(text)
	if len(words) > 0 {
		t.quantity = quantities[words[0]]
	}
	if t.value == nil || len(words)-1 != len(t.of) {
		return t, fmt.Errorf("%s: %s", text, allowed)
	}
	for i, of := range t.of {
		if of == 'E' {
			if t.epsilon, err = param.ParseNumber(words[i+1]); err != nil || !(t.epsilon >= 0) {
				return t, fmt.Errorf("%s: ε must be a number of at least 0", text)
			}
			continue
		}
		n, err := strconv.Atoi(words[i+1])
		if err != nil || n < 1 {
			return t, fmt.Errorf("%s: learners and arms are numbers from 1", text)
		}
		if of == 'L' {
			t.learner = n - 1
		} else {
			t.arm = n - 1
		}
	}
	return t, nil
}

// evaluate returns the term's value in a snapshot.
func (t *term) evaluate(shot *model.Snapshot) (float64, error) {
	if learners, arms := len(shot.Learners), len(shot.Phase.Means); t.learner >= learners || t.arm >= arms {
		return 0, fmt.Errorf("this run has %s and %s", kit.Plural(learners, "learner"), kit.Plural(arms, "arm"))
	}
	return t.value(shot, t), nil
}

// inBraces matches a quantity in a text.
var inBraces = regexp.MustCompile(`\{[^{}]*\}`)

// Fill replaces the quantities in a text by their values.
func Fill(text string, shot *model.Snapshot) (filled string, err error) {
	filled = inBraces.ReplaceAllStringFunc(text, func(braced string) string {
		t, wrong := parseTerm(strings.Trim(braced, "{}"))
		value := 0.0
		if wrong == nil {
			value, wrong = t.evaluate(shot)
		}
		if wrong != nil {
			err = errors.Join(err, wrong)
			return braced
		}
		return t.write(value)
	})
	return filled, err
}

// checkText returns an error if braces do not have a quantity.
func checkText(text string) error {
	for _, braced := range inBraces.FindAllString(text, -1) {
		if _, err := parseTerm(strings.Trim(braced, "{}")); err != nil {
			return err
		}
	}
	return nil
}

// A side is one side of a claim. It returns the value of a quantity, or a number.
type side func(*model.Snapshot) (float64, error)

// parseClaim parses a comparison of two quantities, or of a quantity and a number, such as
// "pulls 1 3 < 100".
func parseClaim(text string) (left, right side, less bool, err error) {
	at := strings.IndexAny(text, "<>")
	if at < 0 {
		return nil, nil, false, fmt.Errorf("%s: must be QUANTITY < QUANTITY or QUANTITY > QUANTITY", text)
	}
	if left, err = parseSide(text[:at]); err == nil {
		right, err = parseSide(text[at+1:])
	}
	return left, right, text[at] == '<', err
}

func parseSide(text string) (side, error) {
	text = strings.TrimSpace(text)
	if x, err := param.ParseNumber(text); err == nil {
		return func(*model.Snapshot) (float64, error) { return x, nil }, nil
	}
	t, err := parseTerm(text)
	return t.evaluate, err
}

// Holds returns an error if one of the stop's claims is false.
func (s *Stop) Holds(shot *model.Snapshot) error {
	for _, text := range s.Claims {
		left, right, less, err := parseClaim(text)
		if err != nil {
			return err
		}
		a, err := left(shot)
		b, err2 := right(shot)
		if err := errors.Join(err, err2); err != nil {
			return fmt.Errorf("%s: %w", text, err)
		}
		if less && !(a < b) || !less && !(a > b) {
			return fmt.Errorf("%s: does not hold at round %s: %v and %v", text, kit.Count(shot.Round), a, b)
		}
	}
	return nil
}
