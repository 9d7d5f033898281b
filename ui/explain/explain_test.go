package explain

import (
	"fmt"
	"strings"
	"testing"
	"unicode"

	"github.com/charmbracelet/x/ansi"

	"regretscope/learners"
	"regretscope/noise/channel"
	"regretscope/noise/curve"
	"regretscope/noise/selection"
	"regretscope/scenarios"
)

// Every name leads to its own page, and no two pages have a name in common.
func TestNamesAreFound(t *testing.T) {
	owner := map[string]*Page{}
	for _, p := range All() {
		for _, name := range append([]string{p.Name}, p.Also...) {
			if other := owner[name]; other != nil {
				t.Errorf("%s and %s are both called %s", other.Name, p.Name, name)
			}
			owner[name] = p
			found, err := Find(name)
			if err != nil || found.Name != p.Name || found.Kind != p.Kind {
				t.Errorf("%s: found %+v, %v", name, found, err)
			}
		}
	}
	for typed, want := range map[string]string{
		"USER LEVEL": "user level", "Worst-Event": "costliest round", "Regret / ln t": "regret / ln t", "delta-j": "Δ", "δ": "(ε,δ)", "t": "round", "T": "horizon",
		"Lazy-DP-TS": "lazy-dp-ts", "Epsilon": "ε", "HHMH-1": "hhmh-1",
	} {
		if p, err := Find(typed); err != nil || p.Name != want {
			t.Errorf("%s: %v, %v", typed, p, err)
		}
	}
}

func TestUnknownWordsAreRefused(t *testing.T) {
	for typed, want := range map[string]string{
		"epsiln":      "no page about epsiln; did you mean epsilon?",
		"user levl":   "no page about user levl; did you mean user-level?",
		"lazydpts":    "no page about lazydpts; did you mean lazy-dp-ts?",
		"%%%%%%%%%%%": "no page about %%%%%%%%%%%",
	} {
		if _, err := Find(typed); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", typed, err, want)
		}
	}
}

// completed are all pages with their texts.
func completed(t *testing.T) []*Page {
	t.Helper()
	var pages []*Page
	for _, p := range All() {
		found, err := Find(p.Name)
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, found)
	}
	return pages
}

// Pages are complete: each says what it is about in sentences, where it comes from
// or at least how to see it, and fits any width.
func TestPagesAreComplete(t *testing.T) {
	for _, p := range completed(t) {
		if p.Summary == "" || len(p.Text) == 0 || len(p.See) == 0 {
			t.Errorf("%s: %+v", p.Name, p)
		}
		for _, text := range p.Text {
			if first := []rune(text)[0]; !unicode.IsUpper(first) && !unicode.IsDigit(first) && !strings.ContainsRune("εμ", first) || !strings.HasSuffix(text, ".") {
				t.Errorf("%s: not sentences: %s", p.Name, text)
			}
		}
		if p.Kind == "term" && (strings.HasSuffix(p.Summary, ".") || strings.Contains(strings.ToLower(p.Text[0]), strings.ToLower(p.Summary))) {
			t.Errorf("%s: the text repeats the summary", p.Name)
		}
		for _, width := range []int{20, 76, 100} {
			for _, line := range p.Lines(width) {
				if ansi.StringWidth(line) > width {
					t.Errorf("%s: %q does not fit %d", p.Name, line, width)
				}
			}
		}
	}
}

// What is declared has a page with all of its declaration.
func TestEverythingDeclaredHasAPage(t *testing.T) {
	page := func(name, kind string) string {
		p, err := Find(name)
		if err != nil || p.Kind != kind {
			t.Errorf("%s: %v, %v", name, p, err)
			return ""
		}
		return strings.Join(p.Lines(10_000), "\n")
	}
	for _, d := range learners.All() {
		text := page(d.ID, "learner")
		for _, l := range d.Pseudocode {
			if !strings.Contains(text, l.Text) {
				t.Errorf("%s: no line %d", d.ID, l.Number)
			}
		}
		for _, want := range d.Parameters {
			if !strings.Contains(text, "parameter "+want.Name+": "+want.Meaning) {
				t.Errorf("%s: no parameter %s", d.ID, want.Name)
			}
		}
	}
	for _, s := range scenarios.Presets() {
		if text := page(s.Name, "scenario"); kinds[s.Kind] == "" || feedbacks[s.Feedback] == "" || !strings.Contains(text, feedbacks[s.Feedback]) {
			t.Errorf("%s: %s", s.Name, text)
		}
	}
	for _, d := range channel.Catalogue() {
		if text := page(d.ID, "channel"); !strings.Contains(text, d.Formula) {
			t.Errorf("%s: no formula", d.ID)
		}
	}
}

func TestTheListHasEveryPage(t *testing.T) {
	text := strings.Join(List(100, Any), "\n")
	for _, p := range All() {
		if !strings.Contains(text, "\n"+p.Name+" ") {
			t.Errorf("%s is not in the list", p.Name)
		}
	}
}

// The numbers on the pages of ρ, μ and δ are those of the mechanisms.
func TestNumbersOfNotions(t *testing.T) {
	pick := func(kind selection.Noise, arms int) curve.Mechanism {
		return curve.NoisyMax{Noise: kind, Scale: 1, Arms: arms}
	}
	sum, response := curve.LaplaceSum{Scale: .5}, curve.Response{P00: .99, P11: .5}
	atOrder := func(alpha float64) curve.Value {
		v := response.Renyi(alpha)
		v.Value /= alpha
		return v
	}
	if most := atOrder(1.404).Value; most < atOrder(1.403).Value || most < atOrder(1.406).Value {
		t.Error("the order of unequal randomised response is not 1.404")
	}
	for word, values := range map[string][]curve.Value{
		"rho": {
			pick(selection.Exponential, 2).Rho(), pick(selection.Laplace, 2).Rho(), pick(selection.Laplace, 3).Rho(),
			response.Rho(), atOrder(1), atOrder(1.404),
		},
		"mu":    {pick(selection.Exponential, 3).Mu(), sum.Mu()},
		"delta": {pick(selection.Exponential, 3).Delta(1), sum.Delta(1), pick(selection.Exponential, 2).Rho(), sum.Rho()},
	} {
		page, err := Find(word)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range values {
			if text := fmt.Sprintf("%.3f", v.Value); !strings.Contains(strings.Join(page.Text, " "), text) {
				t.Errorf("%s does not say %s", word, text)
			}
		}
	}
}
