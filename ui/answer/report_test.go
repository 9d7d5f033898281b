package answer

import (
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"regretscope/model/figure"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/kit/uitest"
)

// made returns a report of one figure with every outcome, and of one that was left out.
func made(t *testing.T) *Report {
	t.Helper()
	f, err := figure.Parse("hhmh-x.toml", []byte(`id = "hhmh-x"
paper = "HHMH"
title = "a <title>"
summary = "what to see"
runs = 2
most = 4
[[gap]]
what = "the color"
ours = "blue"
[[panel]]
scenarios = ["hhmh-1"]
learners = ["random", "ucb1"]
epsilon = [0.5, 1]
horizon = [100]
[[panel]]
name = "steep"
scenarios = ["hhmh-2"]
learners = ["random", "ucb1"]
horizon = [400]
[[claim]]
says = "less | more"
rule = "less-regret"
learners = ["ucb1"]
than = ["random"]
`))
	uitest.NoError(t, err)
	outcome := param.Must(f.Reproduce(t.Context(), figure.Options{}))
	nan := number.Float(math.NaN())
	outcome.Verdicts[0] = figure.Verdict{
		Outcome: figure.Contradicted, Runs: 4,
		Numbers: []figure.Number{
			{What: "beside", Value: 3, Low: nan, High: nan, Least: nan, Most: nan},
			{What: "R", Value: 1, Low: 0, High: 2, Least: 3, Most: nan, Outcome: figure.Contradicted},
		},
	}
	r := &Report{Command: "regretscope reproduce x", Theme: uitest.Theme(termenv.Ascii)}
	r.Entries = []Entry{{Figure: f, Outcome: outcome, Folder: true}, {Figure: f, Skipped: "there are no data"}}
	return r
}

func TestReportsSayWhatCameOut(t *testing.T) {
	r := made(t)
	var markdown, html strings.Builder
	uitest.NoError(t, r.WriteMarkdown(&markdown))
	uitest.NoError(t, r.WriteHTML(&html))
	for _, want := range []string{
		"## hhmh-x: a <title>", "![hhmh-x](hhmh-x.svg)\n\nRandom: light blue, dotted; UCB1: orange, long and short dashes; bands: 95% for the mean.", `| less \| more | **contradicted** | 4 runs | R: 1 [0, 2], claimed ≥ 3; beside: 3 |`,
		"Ours: blue.", "Left out: there are no data.", "Claims: 0 seen, 1 contradicted, 0 undecided, 0 not seen.",
	} {
		if !strings.Contains(markdown.String(), want) {
			t.Errorf("%q is not in\n%s", want, &markdown)
		}
	}
	for _, want := range []string{"a &lt;title&gt;", "<svg", `class="claim contradicted"`, "Random: light blue, dotted", "R: 1 [0, 2], claimed ≥ 3; beside: 3", "Left out: there are no data."} {
		if !strings.Contains(html.String(), want) {
			t.Errorf("%q is not in the page", want)
		}
	}
	if strings.Contains(html.String(), "<?xml") {
		t.Error("a drawing's own head is in the page")
	}
	if entries := r.entries(); len(entries) != 2 || entries[0].Claims[0].Outcome != figure.Contradicted || entries[1].Skipped == "" {
		t.Errorf("%+v", entries)
	}
}

// A verdict's numbers have the same format everywhere.
func TestNumbersAreTheSameEverywhere(t *testing.T) {
	r := made(t)
	for _, x := range []number.Float{1901.25, 0.125, 2.5e-5, 16389.3} {
		r.Entries[0].Outcome.Verdicts[0].Numbers[1].Value = x
		for name, write := range map[string]func(io.Writer) error{
			"text":     func(w io.Writer) error { return Write(w, r, Options{}, nil) },
			"Markdown": r.WriteMarkdown, "HTML": r.WriteHTML,
		} {
			var b strings.Builder
			uitest.NoError(t, write(&b))
			if want := number.Term(float64(x)); !strings.Contains(b.String(), want) {
				t.Errorf("%v: %s: no %q", float64(x), name, want)
			}
		}
	}
}

// lineWidths returns the widths of a text's lines in cells.
func lineWidths(text string) (widths []int) {
	for line := range strings.Lines(text) {
		widths = append(widths, ansi.StringWidth(strings.TrimSuffix(line, "\n")))
	}
	return widths
}

// Without a terminal, the text has one line per claim, and no row is broken.
func TestTextOfAReport(t *testing.T) {
	r := made(t)
	text := func(width int) string {
		var b strings.Builder
		uitest.NoError(t, Write(&b, r, Options{Width: width}, nil))
		return b.String()
	}
	plain := text(0)
	for _, want := range []string{
		"hhmh-x · HHMH · a <title> · ", "1  contradicted  4 runs  less | more\n", "1  R           1  [0, 2]    ≥ 3      contradicted\n", "left out: there are no data\n", "2 figures: 0 seen, 1 contradicted, 0 undecided, 0 not seen",
	} {
		if !strings.Contains(plain, want) {
			t.Errorf("%q is not in\n%s", want, plain)
		}
	}
	r.Entries[0].Outcome.Verdicts[0].Numbers[0].What = strings.Repeat("a long name ", 20)
	if widest := slices.Max(lineWidths(text(80))); widest > 80 {
		t.Errorf("a line has %d cells in a terminal of 80", widest)
	}
	if widest := slices.Max(lineWidths(text(0))); widest < 200 {
		t.Errorf("without a terminal a row is broken after %d cells", widest)
	}
}

// Pictures of the same quantities have the same scale, also in different panels, and explain their lines.
func TestPicturesShareTheirRange(t *testing.T) {
	e := made(t).Entries[0]
	var low, high []float64
	for _, sheet := range e.Sheets() {
		for _, p := range sheet.Panels {
			low, high = append(low, p.Y.Low), append(high, p.Y.High)
		}
	}
	if len(high) != 3 || high[0] < 20 || slices.Min(high) != slices.Max(high) || slices.Max(low) != 0 {
		t.Errorf("three pictures have ranges from %v to %v", low, high)
	}
	if got, want := e.Legend(0), "Random: light blue, dotted; UCB1: orange, long and short dashes; bands: 95% for the mean"; got != want {
		t.Errorf("legend %q, want %q", got, want)
	}
}
