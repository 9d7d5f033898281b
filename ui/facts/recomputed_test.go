package facts

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/ui/kit/uitest"
)

// An oracle computes the numbers of sentences from a snapshot, each in the simplest way.
type oracle struct{ Reasons }

// column returns an arm's value in the first column with one of the roles, or NaN.
func (o oracle) column(arm int, roles ...learners.Role) float64 {
	for c, column := range o.Learner.Explanation.Columns {
		if slices.Contains(roles, column.Role) {
			return o.terms(arm).Values[c]
		}
	}
	return math.NaN()
}

// score is the last column's value.
func (o oracle) score(arm int) float64 {
	values := o.terms(arm).Values
	return values[len(values)-1]
}

// estimate is the learner's own estimate of an arm that the newest round has not changed.
func (o oracle) estimate(arm int) float64 {
	view := o.Learner
	sums := !math.IsNaN(o.noise(arm)) // are compared
	if own := view.Estimates[arm]; !math.IsNaN(own) && !sums && view.Window == nil && !slices.Contains(view.Play, arm) {
		if math.IsNaN(o.column(arm, learners.Report)) {
			return own
		}
		intercept, slope, _ := view.Channels[arm].Affine()
		return intercept + slope*own
	}
	if report := o.column(arm, learners.Report); !math.IsNaN(report) {
		return report
	}
	return o.column(arm, learners.Estimate)
}

// confidence is the part of an index that few pulls add. The columns of an upper bound have the bound alone.
func (o oracle) confidence(arm int) float64 {
	if c := o.column(arm, learners.Confidence); !math.IsNaN(c) || !math.IsNaN(o.bonus(arm)) {
		return c
	}
	return o.score(arm) - o.column(arm, learners.Report, learners.Estimate)
}

func (o oracle) bonus(arm int) float64 { return o.column(arm, learners.PrivacyBonus) }
func (o oracle) noise(arm int) float64 { return o.column(arm, learners.Noise) }

func (o oracle) bonuses(arm int) float64 { return o.confidence(arm) + o.bonus(arm) }

var lawOf = regexp.MustCompile(`drawn from (Beta|N)\(([^ ]+), ([^)]+)\)`)

// center is the mean of the law in the formula; of one in other words, that of its columns.
func (o oracle) center(arm int) float64 {
	formula := o.terms(arm).Text
	center := o.column(arm, learners.Center)
	if ones := o.column(arm, learners.Ones); !math.IsNaN(ones) {
		center = ones / (ones + o.column(arm, learners.Zeros))
	}
	if law := lawOf.FindStringSubmatch(formula); law != nil {
		center = parsed(law[2])
		if law[1] == "Beta" {
			center /= center + parsed(law[3])
		}
	}
	if strings.Contains(formula, "g⁻¹(θ)") {
		return o.Learner.Channels[arm].Inverse(center)
	}
	return center
}

// parsed reads a number as sentences print it.
func parsed(text string) float64 {
	text = strings.NewReplacer(",", "", "−", "-", "∞", "inf", "·10", "e", "⁻", "-", "⁰", "0", "¹", "1", "²", "2", "³", "3",
		"⁴", "4", "⁵", "5", "⁶", "6", "⁷", "7", "⁸", "8", "⁹", "9").Replace(text)
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return math.NaN()
	}
	return x
}

// half returns half a unit of the last digit of a number.
func half(text string) float64 {
	mantissa, power, _ := strings.Cut(text, "·10")
	_, decimals, _ := strings.Cut(mantissa, ".")
	unit := math.Pow10(-len(decimals)) / 2
	if power != "" {
		unit *= parsed("1·10" + power)
	}
	return unit
}

// The arms that numbers are of: the asked one, the winner (the arm that a basis took last), the
// newest one named before a phrase, and those in a phrase.
const (
	asked = iota
	winner
	named
	first
	second
)

// A phrase is a pattern of sentences, and what its numbers must be.
type phrase struct {
	pattern *regexp.Regexp
	numbers []func(o oracle, arms []int) float64
}

// rounding returns the largest error by rounding in halves of the last digit: what suffices is
// rounded away from what does not.
func (p *phrase) rounding() float64 {
	if words := p.pattern.String(); strings.Contains(words, "instead of") || strings.Contains(words, " by ") {
		return 2.001
	}
	return 1.001
}

// loose returns the tolerance for other rounding: formulas round the parameters of a law.
func (p *phrase) loose(o oracle, x float64) float64 {
	if !strings.Contains(p.pattern.String(), "drawn around") {
		return 1e-9
	}
	slope := 1.0
	if channels := o.Learner.Channels; channels != nil {
		_, slope, _ = channels[0].Affine()
	}
	return 5e-4 * max(1, math.Abs(x)) / math.Abs(slope)
}

// says returns a phrase from words in which @ is an arm, # a number, and THING what arms are compared by.
func says(words string, numbers ...func(oracle, []int) float64) phrase {
	words = strings.NewReplacer("THING", "(?:draw|noisy score|index|score|"+regexp.QuoteMeta("−ln(1−index)")+")",
		"@", `⟦(?P<arm>\d+)⟧`, "#", `([−∞\d](?:[\d,.]*\d)?(?:·10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?)`).Replace(words)
	return phrase{regexp.MustCompile(words), numbers}
}

func of(arm int, f func(oracle, int) float64) func(oracle, []int) float64 {
	return func(o oracle, arms []int) float64 { return f(o, arms[arm]) }
}

// lacking is what the asked arm has, and what it would need.
func lacking(what string, f func(oracle, int) float64) phrase {
	return says(what+" # would have to be above #", of(asked, f), enough(f))
}

// enough is what a part of the asked arm's score would have to be.
func enough(f func(oracle, int) float64) func(oracle, []int) float64 {
	return func(o oracle, arms []int) float64 {
		return f(o, arms[asked]) + o.score(arms[winner]) - o.score(arms[asked])
	}
}

// sufficing is what would suffice, rounded up, and what there is.
func sufficing(what string, numbers ...func(oracle, []int) float64) phrase {
	return says(what+" # instead of #", numbers...)
}

func wouldDo(f func(*model.WhyNot) float64) func(oracle, []int) float64 {
	return func(o oracle, _ []int) float64 { return f(o.WhyNot) }
}

var phrases = []phrase{
	says("@ won: its THING # beat @’s #", of(first, oracle.score), of(second, oracle.score)),
	says("@ won: its THING # (?:comes before all others|is the only one)", of(first, oracle.score)),
	says("@ won a tie: its THING # is also that of @", of(first, oracle.score)),
	says("@ was drawn: its chance was # ?%", func(o oracle, arms []int) float64 { return 100 * o.score(arms[first]) }),
	says("Its THING is #, that of @ is #", of(asked, oracle.score), of(first, oracle.score)),
	says("Its THING # is # below @’s #", of(asked, oracle.score), func(o oracle, arms []int) float64 {
		return o.score(arms[first]) - o.score(arms[asked])
	}, of(first, oracle.score)),
	says("The # (?:arm|action)s of the basis were taken", func(o oracle, _ []int) float64 { return float64(len(o.Learner.Play)) }),
	says("@ came last with #", of(first, oracle.score)),
	says("@ with # is larger", of(first, oracle.score)),
	says("The basis was complete before it: its THING # would have to be above @’s #", of(asked, oracle.score), of(first, oracle.score)),
	says("Its THING # is larger than @’s #", of(asked, oracle.score), of(first, oracle.score)),
	says("With its THING #,", of(asked, oracle.score)),
	says("(?:estimated|reported) at #", of(named, oracle.estimate)),
	says("plus # for few pulls", of(named, oracle.confidence)),
	says("plus # for privacy noise", of(named, oracle.bonus)),
	says("with noise #", of(named, oracle.noise)),
	says("It would have to be drawn above #, and is drawn around #", of(winner, oracle.score), of(asked, oracle.center)),
	says("drawn around #", of(named, oracle.center)),
	lacking("(?:estimate|mean report)", oracle.estimate),
	lacking("noise", oracle.noise),
	lacking("exploration bonus", oracle.confidence),
	lacking("bonus for privacy noise", oracle.bonus),
	lacking("sum of bonuses", oracle.bonuses),
	sufficing(" in round #, when this was decided, were", func(o oracle, _ []int) float64 { return float64(o.WhyNot.Decided) },
		wouldDo(func(w *model.WhyNot) float64 { return w.Needed }), wouldDo(func(w *model.WhyNot) float64 { return w.Estimate })),
	sufficing("estimate were", wouldDo(func(w *model.WhyNot) float64 { return w.Needed }),
		wouldDo(func(w *model.WhyNot) float64 { return w.Estimate })),
	sufficing("noise were", enough(oracle.noise), of(asked, oracle.noise)),
	sufficing("exploration bonus were", enough(oracle.confidence), of(asked, oracle.confidence)),
	sufficing("bonus for privacy noise were", enough(oracle.bonus), of(asked, oracle.bonus)),
	sufficing("sum of bonuses were", enough(oracle.bonuses), of(asked, oracle.bonuses)),
	says("noise in its sum were (?:larger|smaller) by #", wouldDo(func(w *model.WhyNot) float64 { return math.Abs(w.More) })),
	says("is played in round #, after # more rounds? without", wouldDo(func(w *model.WhyNot) float64 { return float64(w.Next) }),
		wouldDo(func(w *model.WhyNot) float64 { return float64(w.Next - w.Round - 1) })),
	says("the window of # rounds", func(o oracle, _ []int) float64 { return float64(o.Learner.Window.Size) }),
}

var (
	namedArm = regexp.MustCompile(`⟦(\d+)⟧`)
	anyDigit = regexp.MustCompile(`\d`)
)

// checkNumbers recomputes every number of the sentences about a round, and fails for a number in
// words that no phrase knows.
func checkNumbers(t *testing.T, where string, shot *model.Snapshot) (checked int) {
	t.Helper()
	view := &shot.Learners[0]
	if !view.Explained || len(view.Play) == 0 || len(view.Explanation.Columns) == 0 {
		return 0
	}
	for j := 0; j < len(view.Pulls); j += 1 + len(view.Pulls)/20 {
		for _, change := range []*model.WhyNot{
			nil, // the search's own tests are in model
			{
				Arm: j, Round: shot.Round, Decided: shot.Round, Next: shot.Round + 17, More: 12.3456,
				Estimate: view.Estimates[j], Needed: view.Estimates[j] + .0123456,
			},
			{
				Arm: j, Round: shot.Round, Decided: shot.Round - 3, Next: shot.Round + 2, More: -.123456,
				Estimate: view.Estimates[j], Needed: view.Estimates[j] - .123456,
			},
		} {
			o := oracle{(&Topic{Shot: shot, Learner: view, Arm: j, WhyNot: change}).Reasons()}
			for _, text := range said(o.Topic) {
				n, err := o.check(text)
				if checked += n; err != "" {
					t.Errorf("%s, round %d, arm %d: %s: %s", where, shot.Round, j+1, text, err)
				}
			}
		}
	}
	return checked
}

// check recomputes the numbers of a sentence.
func (o oracle) check(text string) (checked int, err string) {
	if others := o.blocked(o.Arm); strings.Contains(text, others) {
		text = strings.Replace(text, others, "…", 1)
	}
	if rival := o.runnerUp(); rival >= 0 {
		text = strings.Replace(text, o.blocked(rival), "…", 1)
	}
	arms := slices.Collect(func(yield func(int) bool) { // long names first: arm 12 before arm 1
		for j := len(o.Learner.Pulls) - 1; j >= 0 && yield(j); j-- {
		}
	})
	for _, j := range arms {
		text = strings.NewReplacer(o.arm(j), fmt.Sprintf("⟦%d⟧", j), o.capitalArm(j), fmt.Sprintf("⟦%d⟧", j)).Replace(text)
	}
	for _, p := range phrases {
		for at := p.pattern.FindStringSubmatchIndex(text); at != nil; at = p.pattern.FindStringSubmatchIndex(text) {
			arms := []int{o.Arm, o.lastKept(), -1}
			if before := namedArm.FindAllStringSubmatch(text[:at[0]], -1); before != nil {
				arms[named], _ = strconv.Atoi(before[len(before)-1][1])
			}
			var numbers []string
			for g, group := range p.pattern.SubexpNames() {
				switch word := text[at[2*g]:at[2*g+1]]; {
				case g == 0:
				case group == "arm":
					j, _ := strconv.Atoi(word)
					arms = append(arms, j)
				default:
					numbers = append(numbers, word)
				}
			}
			for k, number := range numbers {
				want := p.numbers[k](o, arms)
				if got := parsed(number); got != want && !(math.Abs(got-want) <= half(number)*p.rounding()+p.loose(o, want)) {
					return checked, fmt.Sprintf("%s is %v", number, want)
				}
				checked++
			}
			text = text[:at[0]] + "…" + text[at[1]:]
		}
	}
	if rest := namedArm.ReplaceAllString(text, ""); anyDigit.MatchString(rest) {
		return checked, "no phrase for the numbers in " + rest
	}
	return checked, ""
}

// A sentence with one wrong digit is noticed.
func TestWrongNumbersAreNoticed(t *testing.T) {
	for _, id := range []string{"ucb1", "lazy-dp-ts", "adap-ucb", "dp-klucb", "thompson"} {
		shot := uitest.Snapshot(uitest.On(t, "hhmh-1", "", 2000, id), 200)
		view := &shot.Learners[0]
		for j := range view.Pulls {
			o := oracle{(&Topic{Shot: shot, Learner: view, Arm: j}).Reasons()}
			for _, text := range said(o.Topic) {
				for _, at := range regexp.MustCompile(`\d\.\d\d`).FindAllStringIndex(text, -1) {
					wrong := text[:at[0]] + string('0'+(text[at[0]]-'0'+1)%10) + text[at[0]+1:]
					if _, err := o.check(wrong); err == "" {
						t.Errorf("%s: not noticed: %s", id, wrong)
					}
				}
			}
		}
	}
}
