package lesson

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"

	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/kit"
)

// A Question is the question of a stop, with one way to check its answer.
type Question struct {
	Ask     string   // a question; may be empty
	Answer  string   // shown after the right answer, or a key press
	Choices []Choice // two to five, one of them right
	Number  string   // a number, or an expression whose value is the right number
	Round   string   // the same, of a round, which the cursor in the chart can answer
	Within  float64  // the tolerance of a number or round, as a fraction of it; 0: a tenth
	Arm     string   // most or least, and a quantity without its arm: "most pulls 1"
	Reach   string   // claims that the person makes true: "regret 1 < 200", "average 2 > 80 and average 2 < 90"
	Then    []string // command lines after the answer
}

// A Choice is one answer that a question offers.
type Choice struct {
	Text string
	Why  string // why it is wrong; empty: it is right
}

// Limits of a question.
const (
	MaxChoices = 5
	MaxChoice  = 56 // characters, one line on 60 columns
	MaxWhy     = 150
	lowWidth   = 60 // of the smallest terminal,
	lowRows    = 6  // and its rows for a question
)

// Checked reports whether answers are checked.
func (q *Question) Checked() bool { return len(q.Choices) > 0 || q.Reach != "" || q.Typed() }

// Typed reports whether the answer is a number to type.
func (q *Question) Typed() bool { return q.Number+q.Round+q.Arm != "" }

// check returns an error if the question cannot be asked, and the key of the mistake.
func (q *Question) check() (key string, err error) {
	kinds := 0
	for _, given := range []bool{len(q.Choices) > 0, q.Number != "", q.Round != "", q.Arm != "", q.Reach != ""} {
		if given {
			kinds++
		}
	}
	switch {
	case (q.Ask == "") != (q.Answer == ""):
		return "ask", errors.New("ask and answer go together")
	case kinds > 1 || kinds+len(q.Then) > 0 && q.Ask == "":
		return "ask", errors.New("needs a question, and one of choices, number, round, arm and reach")
	case !(q.Within >= 0 && q.Within < 1):
		return "within", errors.New("within: must be a fraction, such as 0.1")
	case len(q.Choices) > 0:
		return "choices", q.checkChoices()
	case q.Number+q.Round != "":
		_, err = parseSide(q.Number + q.Round)
		if q.Number == "" {
			return "round", err
		}
		return "number", err
	case q.Arm != "":
		_, _, err = parseArm(q.Arm)
		return "arm", err
	case q.Reach != "":
		for text := range strings.SplitSeq(q.Reach, " and ") {
			if _, err := parseClaim(text); err != nil {
				return "reach", err
			}
		}
	}
	return "", nil
}

func (q *Question) checkChoices() error {
	right, rows := 0, len(kit.Wrap(q.Ask, lowWidth, 0))
	for _, c := range q.Choices {
		switch texts := c.Text + c.Why; {
		case c.Text == "" || len([]rune(c.Text)) > MaxChoice || len([]rune(c.Why)) > MaxWhy:
			return fmt.Errorf("choices: must have a text of at most %d characters, and a why of at most %d", MaxChoice, MaxWhy)
		case !param.IsPrintable(texts):
			return errors.New("choices: holds a character that is not text")
		case CheckText(texts) != nil:
			return fmt.Errorf("choices: %w", CheckText(texts))
		}
		rows = max(rows, len(kit.Wrap("1 is wrong: "+c.Why, lowWidth, 0)))
		if c.Why == "" {
			right++
		}
	}
	switch n := len(q.Choices); {
	case n < 2 || n > MaxChoices || right != 1:
		return fmt.Errorf("choices: must be from 2 to %d, and all but the right one need a why", MaxChoices)
	case n+rows > lowRows:
		return fmt.Errorf("choices: take %d lines of %d columns with the question or a why, at most %d fit", n+rows, lowWidth,
			lowRows)
	}
	return nil
}

// Begins reports whether a text begins as a number may, however it goes on, and as no command does.
func Begins(text string) bool {
	return text != "" && (text[0] > unicode.MaxASCII || strings.IndexByte("0123456789.,+-", text[0]) >= 0)
}

// Judge compares an answer with the run. If it is wrong, why is a sentence about it; err is about
// a text that is no answer.
func (q *Question) Judge(text string, shot *Scene) (right bool, why string, err error) {
	x, wrong := number.Parse(text)
	switch {
	case len(q.Choices) > 0:
		if wrong != nil || x != math.Trunc(x) || x < 1 || int(x) > len(q.Choices) {
			return false, "", fmt.Errorf("must be from 1 to %d", len(q.Choices))
		}
		why = q.Choices[int(x)-1].Why
		return why == "", why, nil
	case q.Reach != "":
		return q.reached(shot)
	case wrong != nil || math.IsNaN(x):
		return false, "", errors.New("must be a number, such as 0.5 or 1,200" + number.Comma(text))
	case q.Arm != "":
		most, of, err := parseArm(q.Arm)
		if err != nil {
			return false, "", err
		}
		arms := len(shot.Phase.Means)
		if x != math.Trunc(x) || x < 1 || int(x) > arms {
			return false, "", fmt.Errorf("must be an arm from 1 to %d", arms)
		}
		best, err := extreme(most, of, shot)
		of.arm = int(x) - 1
		return best == of.arm, fmt.Sprintf("Arm %s has %s, and another arm has %s: try again.",
			shot.Config.Scenario.Label(of.arm),
			of.write(of.value(shot, &of)), lessOr(!most, "more")), err
	}
	value, _, err := q.number(shot)
	size := "large"
	if x < value {
		size = "small"
	}
	return math.Abs(x-value) <= cmp.Or(q.Within, 0.1)*math.Abs(value),
		fmt.Sprintf("You answered %s, which is too %s: try again.", text, size), err
}

// reached reports whether the person has made all claims true; if not, why is about the first that is false.
func (q *Question) reached(shot *Scene) (right bool, why string, err error) {
	for text := range strings.SplitSeq(q.Reach, " and ") {
		c, err := parseClaim(text)
		if err != nil {
			return false, "", err
		}
		switch holds, a, b, err := c.holds(shot); {
		case err != nil:
			return false, "", err
		case math.IsNaN(a) || math.IsNaN(b):
			return false, fmt.Sprintf("Not yet: it needs the mean of at least %d runs.", Replications), nil
		case !holds:
			named := c.left.of.named(shot)
			if c.left.over != nil {
				named += " divided by " + c.left.over.named(shot)
			}
			return false, fmt.Sprintf("Not yet: %s is %s, and must be %s than %s.", named, c.left.write(a), lessOr(c.less, "more"),
				c.right.write(b)), nil
		}
	}
	return true, "", nil
}

// Solution returns the right answer of a question whose answer is typed: "3.0" or "arm 2".
func (q *Question) Solution(shot *Scene) (string, error) {
	if q.Arm == "" {
		_, text, err := q.number(shot)
		return text, err
	}
	most, of, err := parseArm(q.Arm)
	if err != nil {
		return "", err
	}
	best, err := extreme(most, of, shot)
	return "arm " + strconv.Itoa(best+1), err
}

// Test returns an error if the run of the stop does not have an answer to the question.
func (q *Question) Test(shot *Scene) error {
	switch {
	case q.Reach != "":
		right, _, err := q.Judge("", shot)
		if right && err == nil {
			err = fmt.Errorf("reach: %s is true already", q.Reach)
		}
		return err
	case q.Typed():
		_, err := q.Solution(shot)
		return err
	}
	return nil
}

// number returns the right number, and how it is written.
func (q *Question) number(shot *Scene) (x float64, text string, err error) {
	of, err := parseSide(q.Number + q.Round)
	if err != nil {
		return 0, "", err
	}
	if x, err = of.evaluate(shot); err == nil && (math.IsNaN(x) || math.IsInf(x, 0)) {
		err = fmt.Errorf("%s: has no value at round %s", q.Number+q.Round, number.Count(shot.Round))
	}
	return x, of.write(x), err
}

// parseArm parses "most pulls 1": the quantity lacks its last argument, the arm.
func parseArm(text string) (most bool, of term, err error) {
	word, rest, _ := strings.Cut(text, " ")
	of, err = parseTerm(rest + " 1")
	if word != "most" && word != "least" || err != nil || !strings.HasSuffix(of.of, "A") {
		return false, of, fmt.Errorf("arm: %s: must be most or least, and mean, pulls LEARNER or estimate LEARNER", text)
	}
	return word == "most", of, nil
}

// extreme returns the only arm with the most, or least, of a quantity.
func extreme(most bool, of term, shot *Scene) (best int, err error) {
	if _, err := of.evaluate(shot); err != nil {
		return 0, err
	}
	sign := -1.
	if most {
		sign = 1
	}
	top, ties := math.Inf(-1), 0
	for of.arm = range shot.Phase.Means {
		switch x := sign * of.value(shot, &of); {
		case x > top:
			best, top, ties = of.arm, x, 0
		case x == top:
			ties++
		}
	}
	if ties > 0 || math.IsInf(top, -1) {
		return 0, errors.New("arm: more than one arm is right")
	}
	return best, nil
}

func lessOr(less bool, other string) string {
	if less {
		return "less"
	}
	return other
}
