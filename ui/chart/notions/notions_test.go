package notions

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"regretscope/noise/number"
	"regretscope/noise/privacy"
	"regretscope/noise/selection"
	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
)

// A sentence tells a value that a search found from an exact one.
func TestSentences(t *testing.T) {
	if text := Sentence("μ", privacy.GaussianSum{Deviation: 2}.Mu(), func(x float64) string { return "½" }); text != "μ = ½, exact; worst where a reward goes from 0 to 1" {
		t.Error(text)
	}
	searched := Sentence("μ", privacy.NoisyMax{Noise: selection.Laplace, Scale: 1, Arms: 5}.Mu(), number.Loss)
	uitest.Contains(t, searched, "is the worst found by search", "is proved")
}

// Texts at the stops of the slider, by hand: .1·e/(1 + .1(e − 1)) = .2320, .2·e/(1 + .2(e − 1)) =
// .4046, .001·e/(1 + .001(e − 1)) = .002714.
func TestBelief(t *testing.T) {
	var b Belief
	moves := 0
	commands := b.Commands(func() { moves++ })
	press := func(name string, times int) {
		for range times {
			if _, err := kit.RunLine(commands, name); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, c := range []struct {
		command string
		times   int
		epsilon float64
		want    string
	}{
		{"believe-more", 0, 1, "Someone who knows all other rewards and was 10% sure that this one was 1 is at most 23.2% sure after seeing everything."},
		{"believe-more", 1, 1, "Someone who knows all other rewards and was 20% sure that this one was 1 is at most 40.5% sure after seeing everything."},
		{"believe-more", 0, 0, "Someone who knows all other rewards and was 20% sure that this one was 1 is at most 20% sure after seeing everything."},
		{"believe-more", 0, math.Inf(1), "Someone who knows all other rewards and was 20% sure that this one was 1 may be certain after seeing everything (ε = ∞)."},
		{"believe-less", 99, 1, "Someone who knows all other rewards and was 0.1% sure that this one was 1 is at most 0.271% sure after seeing everything."},
		{"believe-more", 99, 10, "Someone who knows all other rewards and was 99% sure that this one was 1 is at most 99.999954% sure after seeing everything."},
	} {
		if press(c.command, c.times); b.Sentence(c.epsilon, "everything") != c.want {
			t.Errorf("%d times %s: %s, want %s", c.times, c.command, b.Sentence(c.epsilon, "everything"), c.want)
		}
	}
	if moves != 199 {
		t.Errorf("%d moves were told, want 199", moves)
	}
}

// The line shows both numbers at any width, and the keys if they fit.
func TestBeliefInOneLine(t *testing.T) {
	var b Belief
	for _, width := range []int{59, 79, 119, 200} {
		line := b.Line(1, "everything", width)
		if !strings.Contains(line, "10%") || !strings.Contains(line, "23.2%") || !strings.Contains(line, "</>") || ansi.StringWidth(line) > width {
			t.Errorf("in %d cells: %q", width, line)
		}
	}
}

// The bells of Lap(1/ε) have the height exp(−ε|x − sum|); the slider doubles and halves ε, from 1/4 to 4.
func TestBells(t *testing.T) {
	var b Bells
	commands := b.Commands(func() {})
	for _, c := range []struct {
		command string
		epsilon float64
		text    string
	}{{"more-epsilon", 2, "2"}, {"more-epsilon", 4, "4"}, {"more-epsilon", 4, "4"}, {"less-epsilon", 2, "2"}, {"less-epsilon", 1, "1"}} {
		if _, err := kit.RunLine(commands, c.command); err != nil {
			t.Fatal(err)
		}
		bell := ""
		for x := 36.625; x < 46.5; x += .25 {
			bell += string([]rune(" ▁▂▃▄▅▆▇█")[int(math.Round(8*math.Exp(-c.epsilon*math.Abs(x-42))))])
		}
		lines := b.Lines()
		if lines[0] != "ε = "+c.text || lines[2] != strings.TrimRight("Laplace 42  "+bell, " ") || len(lines) != 10 {
			t.Errorf("%s: %q", c.command, lines)
		}
	}
	// Between the bells, the ratio of Lap(1/ε) falls below e^ε; that of normal noise grows without a bound.
	for published, want := range map[int]string{
		0: "ratio   Laplace 2.72 · normal 4.48 · Gumbel 1.77 · e^ε = 2.72", 3: "ratio   Laplace 1 · normal 1 · Gumbel 1.01 · e^ε = 2.72",
		12: "ratio   Laplace 2.72 · normal 90 · Gumbel 1.56 · e^ε = 2.72",
	} {
		for b.published = 0; b.published < published; {
			if _, err := kit.RunLine(commands, "more-published"); err != nil {
				t.Fatal(err)
			}
		}
		if lines := b.Lines(); lines[9] != want || !strings.HasSuffix(lines[8], "▲ "+strconv.FormatFloat(40+float64(published)/2, 'g', -1, 64)) {
			t.Errorf("%d: %q", published, lines[8:])
		}
	}
}
