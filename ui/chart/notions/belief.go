package notions

import (
	"fmt"
	"math"

	"github.com/charmbracelet/x/ansi"

	"regretscope/noise/number"
	"regretscope/noise/privacy"
	"regretscope/ui/kit"
)

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
		fmt.Sprintf("All other rewards known: %s sure of a 1 %s before, at most %s %s after </>",
			number.Share(b.Prior()), before, number.Share(b.posterior(epsilon)), after),
		fmt.Sprintf("Others known: %s sure of a 1, then at most %s </>", number.Share(b.Prior()),
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
