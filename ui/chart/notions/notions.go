// Package notions draws and describes the privacy loss of a mechanism in every notion: its
// trade-off curve between the two errors of a test, and δ as a function of ε, together with the
// normal shift of the same μ and the results of running the learner.
package notions

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"regretscope/model/audit"
	"regretscope/noise"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/noise/privacy"
	"regretscope/ui/chart"
	"regretscope/ui/kit"
)

// Curves are the losses of a mechanism in the notions that are curves, at points dense enough
// for any picture. Computing them takes up to a second; drawing is immediate.
type Curves struct {
	Mechanism privacy.Mechanism
	Mu        privacy.Value
	levels    []privacy.Value // the trade-off curve at the levels of errors
	deltas    []privacy.Value // δ at epsilons
	epsilons  []float64
}

// level05 is the level of tests for which sentences give values.
const level05 = .05

// levels are the levels at which a trade-off curve is computed: dense where it is steep.
var levels = func() []float64 {
	all := []float64{0, level05, 1}
	for x := 1e-4; x < .02; x = max(x*1.15, x+1e-4) {
		all = append(all, x)
	}
	for i := range 131 {
		all = append(all, .02+.0075*float64(i))
	}
	slices.Sort(all)
	return slices.Compact(all)
}()

// Of computes the curves of a mechanism.
func Of(m privacy.Mechanism) *Curves {
	c := &Curves{Mechanism: m, Mu: m.Mu()}
	c.levels = param.Map(levels, privacy.TradeOffs(m))
	c.sampleDelta()
	return c
}

const least = 1e-6 // the δ at which its picture ends

// sampleDelta computes δ from ε = 0 until it vanishes.
func (c *Curves) sampleDelta() {
	delta := privacy.Deltas(c.Mechanism)
	end := c.Mechanism.Epsilon().Upper
	if end > 0 && delta(end*(1-1e-9)).Upper < least || math.IsInf(end, 1) {
		left := func(epsilon float64) bool { return delta(epsilon).Upper > least }
		low, high := noise.Bracket(0, 1, min(1e3, end), left)
		if high >= 1e3 {
			low, high = 10, 10 // hardly anything is hidden at any ε
		}
		_, end = noise.Bisect(low, min(high, end), noise.Within(1e-3), left)
	}
	end = cmp.Or(end, 1)
	for i := range 120 {
		c.epsilons = append(c.epsilons, end*float64(i)/120)
	}
	for left := end / 120; left > end/3000; left *= 2. / 3 { // the end of a logarithmic axis is steep
		c.epsilons = append(c.epsilons, end-left)
	}
	c.epsilons = append(c.epsilons, end)
	slices.Sort(c.epsilons)
	c.deltas = param.Map(c.epsilons, delta)
}

// Titles of the two pictures.
const (
	TradeOffTitle = "Trade-off curve"
	DeltaTitle    = "δ(ε)"
)

// TradeOff returns the picture of the smallest error of type II over the error of type I.
func (c *Curves) TradeOff(measured Measured) *chart.Chart {
	picture := &chart.Chart{
		Title: TradeOffTitle,
		X:     chart.Axis{Low: 0, High: 1, Symbol: "type I", Name: "error of"},
		Y:     chart.Axis{Low: 0, High: 1, Symbol: "type II", Name: "least error of"},
		End:   1, Limit: 1, Cursor: level05, Spots: measured.Spots,
	}
	picture.Lines = []chart.Line{{
		Name: "no information", Series: chart.Neutral, Guide: true, Dotted: true,
		Points: []chart.Point{{X: 0, Y: 1}, {X: 1, Y: 0}},
	}}
	c.add(picture, levels, c.levels, func(x float64) float64 { return privacy.GaussianTradeOff(c.Mu.Value, x) })
	measured.add(picture, "at most, by running", levels,
		func(x float64) privacy.Value { return measured.Shown.TradeOff(x) })
	return picture
}

// Delta returns the picture of δ over ε, with a mark at the claimed ε.
func (c *Curves) Delta(claimed float64, measured Measured) *chart.Chart {
	end := c.epsilons[len(c.epsilons)-1]
	picture := &chart.Chart{
		Title: DeltaTitle,
		X:     chart.Axis{Low: 0, High: end, Symbol: "ε"},
		Y:     chart.Axis{Log: true, Format: number.Tick, Symbol: "δ"},
		End:   end, Limit: end, Empty: "δ is 0 at every ε: nothing is lost",
	}
	if claimed > 0 && claimed <= end*(1+1e-9) {
		picture.Cursor = min(claimed, end)
	}
	c.add(picture, c.epsilons, c.deltas, func(epsilon float64) float64 {
		return privacy.GaussianSum{Deviation: 1 / c.Mu.Value}.Delta(epsilon).Value
	})
	measured.add(picture, "at least, by running", c.epsilons,
		func(epsilon float64) privacy.Value { return measured.Shown.Delta(epsilon) })
	return picture
}

// add draws the results of running the learner, if there are any.
func (m *Measured) add(picture *chart.Chart, name string, at []float64, shown func(x float64) privacy.Value) {
	if m.Shown != nil {
		picture.Lines = append(picture.Lines, chart.Line{
			Name: name, Series: SeriesShown, Dotted: true, Points: points(at,
				func(i int) float64 { return shown(at[i]).Value }),
		})
	}
}

// Colors of computed values, of the normal shift, and of measurements.
const (
	seriesExact = iota
	seriesNormal
	SeriesShown
)

// add draws the mechanism's curve at some places, the proven bound if it differs, and the normal shift of the same μ.
func (c *Curves) add(picture *chart.Chart, at []float64, values []privacy.Value, normal func(x float64) float64) {
	name, searched := "exact", false
	for _, v := range values {
		if v.Status != privacy.Exact {
			name = strings.TrimPrefix(Status(v), "a ")
			searched = searched || v.Status == privacy.Searched
		}
	}
	picture.Lines = append(picture.Lines, chart.Line{
		Name: "normal, μ = " + number.Loss(c.Mu.Value), Series: seriesNormal,
		Points: points(at, func(i int) float64 { return normal(at[i]) }),
	})
	if searched {
		picture.Lines = append(picture.Lines, chart.Line{
			Name: "proven bound", Series: chart.Neutral, Dotted: true,
			Points: points(at, func(i int) float64 { return values[i].Upper }),
		})
	}
	picture.Lines = append(picture.Lines, chart.Line{
		Name: name, Series: seriesExact, Selected: true,
		Points: points(at, func(i int) float64 { return values[i].Value }),
	})
}

func points(at []float64, value func(i int) float64) []chart.Point {
	all := make([]chart.Point, len(at))
	for i, x := range at {
		all[i] = chart.Point{X: x, Y: value(i)}
	}
	return all
}

// A Measured is the result of running a learner.
type Measured struct {
	Shown privacy.Mechanism // a lower bound on the loss; nil: none
	Spots []chart.Spot      // tests by their errors of type I and II, with limits
}

// MeasuredBy returns the result of a statistical audit; empty if it is nil. Its limits are
// one-sided: errors are at most this large.
func MeasuredBy(s *audit.Statistics) Measured {
	if s == nil || s.Lower == 0 {
		return Measured{}
	}
	m := Measured{Shown: s.Shown()}
	for i := range s.Tests {
		t := &s.Tests[i]
		first, second := t.Errors(s.Runs)
		m.Spots = append(m.Spots, chart.Spot{
			Series: SeriesShown, X: first, Y: second, From: first, To: t.Most,
			Low: second, High: 1 - t.Least,
		})
	}
	if len(m.Spots) > 0 {
		m.Spots[0].Name = number.Plural(s.Runs, "run")
	}
	return m
}

// Bounded formats a value with the direction of its bound: ≥ for a value found by a search, ≤ for a
// proven upper bound.
func Bounded(v privacy.Value, write func(float64) string) string {
	switch v.Status {
	case privacy.Searched:
		return "≥ " + write(v.Value)
	case privacy.Upper:
		return "≤ " + write(v.Value)
	}
	return write(v.Value)
}

// Relation formats a value as Bounded does, with its symbol: μ = 1.03, ρ ≥ 0.974, μ ≤ 70.7.
func Relation(name string, v privacy.Value, write func(float64) string) string {
	if v.Status == privacy.Exact {
		return strings.Replace(name+" = "+write(v.Value), " = below ", " below ", 1)
	}
	return name + " " + Bounded(v, write)
}

// Status returns how a value is known, in words.
func Status(v privacy.Value) string {
	switch v.Status {
	case privacy.Searched:
		return "found by search"
	case privacy.Upper:
		return "a proven bound"
	}
	return "exact"
}

// Known describes one value and how it is known.
func Known(name string, v privacy.Value, write func(float64) string) string {
	switch {
	case math.IsInf(v.Value, 1):
		return name + " = ∞"
	case v.Status == privacy.Searched:
		return fmt.Sprintf("%s = %s is the worst found by search, %s is proved", name, write(v.Value), write(v.Upper))
	}
	return Relation(name, v, write) + ", " + Status(v)
}

// Sentence describes one value, how it is known, and which inputs attain it.
func Sentence(name string, v privacy.Value, write func(float64) string) string {
	text := Known(name, v, write)
	if at := Inputs(v.Worst); at != "" && !math.IsInf(v.Value, 1) {
		text += "; worst where " + at
	}
	return text
}

// Inputs describes the neighboring inputs that attain a value; empty if none are named.
func Inputs(w privacy.Inputs) string {
	switch {
	case w.Before == w.After:
		return ""
	case w.Groups[0] > 0:
		return fmt.Sprintf("the lead of %s over %s goes from %s to %s",
			number.Plural(w.Groups[0], "action"), number.Plural(w.Groups[1], "other"),
			number.Fixed(w.Before, 4), number.Fixed(w.After, 4))
	}
	return fmt.Sprintf("a reward goes from %s to %s", number.Tick(w.Before), number.Tick(w.After))
}

// A Belief shows what a privacy loss ε means for one person: how sure an observer who knows all
// other rewards can become that this person's reward was 1, given how sure they were before. A
// slider sets the belief before; it starts at 10%.
type Belief struct{ moved int }

// priors are the stops of the slider; it starts at usual.
var priors = [...]float64{.001, .01, .02, .05, .1, .2, .3, .5, .7, .9, .99}

const usual = 4

// Prior returns the position of the slider.
func (b *Belief) Prior() float64 { return priors[usual+b.moved] }

// Commands returns the commands that move the slider; then runs afterwards.
func (b *Belief) Commands(then func()) []kit.Command {
	return slides(&b.moved, -usual, len(priors)-1-usual, then,
		kit.Command{Name: "believe-more", Short: "belief", Help: "raise the belief before the releases"},
		kit.Command{Name: "believe-less", Short: "belief", Help: "lower the belief before the releases"})
}

// A Slider is what two commands change on a page.
type Slider interface {
	Commands(then func()) []kit.Command
	Lines() []string
}

// slides returns commands that move a slider between two stops; then runs afterwards.
func slides(at *int, least, most int, then func(), more, less kit.Command) []kit.Command {
	move := func(by int) func() {
		return func() {
			*at = min(max(*at+by, least), most)
			then()
		}
	}
	more.Key, more.Act = ">", kit.Do(move(1))
	less.Key, less.Act = "<", kit.Do(move(-1))
	return []kit.Command{more, less}
}

// Sentence states the largest belief after seeing something: "everything", "the report".
func (b *Belief) Sentence(epsilon float64, seen string) string {
	who := "Someone who knows all other rewards and was " + number.Share(b.Prior()) + " sure that this one was 1"
	if math.IsInf(epsilon, 1) {
		return fmt.Sprintf("%s may be certain after seeing %s (ε = ∞).", who, seen)
	}
	return fmt.Sprintf("%s is at most %s sure after seeing %s.", who, number.Share(b.posterior(epsilon)), seen)
}

// Line returns the sentence on one line of at most a width, shortened where necessary, with bars
// for both beliefs if there is room.
func (b *Belief) Line(epsilon float64, seen string, width int) string {
	const bar = 6
	before, after := meter(b.Prior(), bar), meter(b.posterior(epsilon), bar)
	text := ""
	for _, text = range []string{
		b.Sentence(epsilon, seen) + " " + before + after + " </>",
		fmt.Sprintf("Who knows all other rewards is %s %s sure of a 1 before, and at most %s %s after </>",
			number.Share(b.Prior()), before, number.Share(b.posterior(epsilon)), after),
		fmt.Sprintf("Others known: %s sure of a 1, at most %s after </>", number.Share(b.Prior()),
			number.Share(b.posterior(epsilon))),
	} {
		if ansi.StringWidth(text) <= width {
			break
		}
	}
	return text
}

// Lines draws the slider and the largest belief at some values of ε.
func (b *Belief) Lines() []string {
	const bar = 20
	lines := []string{kit.FitLine("before", 12) + kit.Right(number.Share(b.Prior()), 8) + " " + meter(b.Prior(), bar)}
	for _, epsilon := range []float64{.1, .5, 1, 2, 5, 10} {
		x := b.posterior(epsilon)
		lines = append(lines, kit.FitLine("ε = "+number.Setting(epsilon), 12)+
			kit.Right(number.Share(x), 8)+" "+meter(x, bar))
	}
	return lines
}

func (b *Belief) posterior(epsilon float64) float64 { return privacy.Belief(b.Prior(), epsilon) }

func meter(x float64, width int) string { return "▕" + kit.Bar(x, width) + "▏" }

// Bells are the densities of two sums, one apart, after noise was added. A slider sets the ε for which the
// noise is made; it starts at 1. Another one moves the published value, which starts at 40.
type Bells struct{ moved, published int }

// losses are the stops of the slider; it starts at the third.
var losses = [...]float64{.25, .5, 1, 2, 4}

// Commands returns the commands that move the slider; then runs afterwards.
func (b *Bells) Commands(then func()) []kit.Command {
	values := slides(&b.published, -6, 12, then, kit.Command{Name: "more-published", Short: "value", Help: "a larger published value"},
		kit.Command{Name: "less-published", Short: "value", Help: "a smaller published value"})
	values[0].Key, values[1].Key = "→", "←"
	return append(slides(&b.moved, -2, 2, then, kit.Command{Name: "more-epsilon", Short: "ε", Help: "a larger ε"},
		kit.Command{Name: "less-epsilon", Short: "ε", Help: "a smaller ε"}), values...)
}

// Lines draws the bells from 36.5 to 46.5, each as high as the line where it is largest: of Lap(1/ε), of N(0, 1/ε²), and of
// Gumbel(2/ε); below them the published value, and how many times as high one bell is there as the other.
func (b *Bells) Lines() []string {
	epsilon := losses[2+b.moved]
	const name, low, step = 12, 36.625, .25 // cells before the bells, their first value, and that of a cell
	lines, ratios := []string{"ε = " + number.Setting(epsilon)}, []string(nil)
	published := 40 + float64(b.published)/2
	for _, noise := range []struct {
		name    string
		density func(x float64) float64 // at most 1
	}{
		{"Laplace", func(x float64) float64 { return math.Exp(-epsilon * math.Abs(x)) }},
		{"normal", func(x float64) float64 { return math.Exp(-epsilon * epsilon * x * x / 2) }},
		{"Gumbel", func(x float64) float64 { return math.Exp(1 - epsilon*x/2 - math.Exp(-epsilon*x/2)) }},
	} {
		for _, sum := range []float64{41, 42} {
			bell := ""
			for x := low; x < 46.5; x += step {
				bell += kit.Height(noise.density(x - sum))
			}
			lines = append(lines, strings.TrimRight(fmt.Sprintf("%-8s%v  %s", noise.name, sum, bell), " "))
		}
		loss := math.Abs(math.Log(noise.density(published-41)) - math.Log(noise.density(published-42)))
		ratios = append(ratios, noise.name+" "+number.Ratio(math.Exp(loss)))
	}
	axis := ""
	for x := 38.; x <= 46; x += 2 {
		axis = kit.FitLine(axis, name+int((x-low)/step)-1) + number.Setting(x)
	}
	return append(lines, axis, strings.Repeat(" ", name+int((published-low)/step))+"▲ "+number.Setting(published),
		"ratio   "+strings.Join(ratios, " · ")+" · e^ε = "+number.Ratio(math.Exp(epsilon)))
}
