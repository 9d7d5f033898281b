package learners_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/matroid"
)

func TestDeclarationsAreComplete(t *testing.T) {
	for i, d := range learners.All() {
		for name, text := range map[string]string{
			"id": d.ID, "name": d.Name, "paper": d.Paper, "summary": d.Summary, "family": d.Family.String(),
		} {
			if text == "" || text != strings.TrimSpace(text) || strings.Contains(text, "\n") {
				t.Errorf("%s: %s: %q", d.ID, name, text)
			}
		}
		if strings.ContainsAny(d.ID, " ,=;") || d.ID != strings.ToLower(d.ID) {
			t.Errorf("id %q cannot be written in a flag", d.ID)
		}
		if (d.Claim != "") != (d.Privacy != learners.NotPrivate) {
			t.Errorf("%s: claim %q of a learner of privacy kind %d", d.ID, d.Claim, d.Privacy)
		}
		if i > 0 && learners.All()[i-1].Family > d.Family {
			t.Errorf("%s: not listed by family", d.ID)
		}
		if found, err := learners.Find(d.ID); err != nil || found != d {
			t.Errorf("%s: found %v, %v under its id", d.ID, found, err)
		}
		for _, p := range d.Parameters {
			if p.Name == "" || p.Name == "epsilon" || p.Meaning == "" {
				t.Errorf("%s: parameter %q means %q", d.ID, p.Name, p.Meaning)
			}
			if p.Derived != "" && d.Derive == nil {
				t.Errorf("%s: parameter %s: nothing derives its default", d.ID, p.Name)
			}
			if len(p.Notes) > 0 && len(p.Notes) != len(p.Choices) {
				t.Errorf("%s: parameter %s: %d notes on %d choices", d.ID, p.Name, len(p.Notes), len(p.Choices))
			}
		}
		for _, id := range d.Counterparts {
			if other, err := learners.Find(id); err != nil || other.Privacy != learners.NotPrivate ||
				other.Feedback != d.Feedback && d.Feedback != learners.AnyFeedback {
				t.Errorf("%s: its counterpart %q is no learner without privacy that sees the same", d.ID, id)
			}
		}
		checkPseudocode(t, d)
	}
}

func checkPseudocode(t *testing.T, d *learners.Declaration) {
	t.Helper()
	if len(d.Pseudocode) == 0 || roundLines[d.ID] == nil {
		t.Error("no pseudocode, or no entry in roundLines")
	}
	known := map[int]bool{}
	last := 0
	for _, line := range d.Pseudocode {
		if line.Number <= last || strings.TrimSpace(line.Text) == "" {
			t.Errorf("pseudocode line %d %q after line %d", line.Number, line.Text, last)
		}
		last, known[line.Number] = line.Number, true
	}
	for _, number := range append(d.Releasing(nil), d.Releasing([]int{d.InitLine})...) {
		if !known[number] {
			t.Errorf("release line %d is not in the pseudocode", number)
		}
	}
	if (len(d.ReleaseLines) > 0) != d.Privacy.Publishes() {
		t.Errorf("release lines %v of a learner of privacy kind %d", d.ReleaseLines, d.Privacy)
	}
}

// anywhere returns a setting of three arms in which the learner can start.
func anywhere(d *learners.Declaration) learners.Setting {
	s := learners.Setting{
		Arms: 3, Horizon: 5000, Epsilon: 1, Phases: 1, Stream: noise.NewStream(noise.Key(3, noise.Learning)),
		Best: func(int) []int { return []int{0} }, Matroid: param.Must(matroid.NewUniform(3, 2)),
	}
	if d.Channel != "" {
		s.Channels = sameChannel(d.Channel, s.Arms)
	}
	return s
}

func checkExplanation(t *testing.T, d *learners.Declaration, e learners.Explanation, round int) {
	t.Helper()
	if len(e.Lines) == 0 || (e.Note == "" && len(e.Arms) == 0) {
		t.Fatalf("round %d: nothing explained: %+v", round, e)
	}
	for _, number := range e.Lines {
		if !slices.ContainsFunc(d.Pseudocode, func(l learners.Line) bool { return l.Number == number }) {
			t.Fatalf("round %d: at line %d, which the pseudocode has not", round, number)
		}
	}
	for _, a := range e.Arms {
		if len(a.Values) != len(e.Columns) || a.Text == "" {
			t.Fatalf("round %d, arm %d: %d values under %d columns, text %q", round, a.Arm, len(a.Values), len(e.Columns), a.Text)
		}
	}
}

// exactHelpers are the test helpers that compare a learner with exact values.
var exactHelpers = regexp.MustCompile(`\b(playsLargest|exactRegrets|everyPlay|follow|chance)\(t?`)

// Every learner has a look of its own, the next free one. Those of removed learners stay free, and those that were
// passed over for their color.
func TestLooks(t *testing.T) {
	taken, next := map[int]string{7: "a removed learner", 10: "a removed learner", 35: "lazy-ucb-sum before", 38: "none, as it was passed over"}, 0
	for _, d := range learners.All() {
		next = max(next, d.Look+1)
	}
	for _, d := range learners.All() {
		if other := taken[d.Look]; other != "" {
			t.Errorf("%s has Look %d, as %s; the next free one is %d", d.ID, d.Look, other, next)
		}
		taken[d.Look] = d.ID
	}
	if free := slices.IndexFunc(param.Indices(next), func(look int) bool { return taken[look] == "" }); free >= 0 {
		t.Errorf("%s has Look %d, but the next free one is %d", taken[next-1], next-1, free)
	}
}

// exactTests names the exact tests that use none of exactHelpers or are shared.
var exactTests = map[string]string{
	"dpts-mat":     "TestDPTSMatSamplesAreNormal",
	"glr-klucb-cf": "TestChangeStatisticIsTheBestSplit",
}

// Every learner has a test file with its name, and an exact test.
func TestEveryLearnerHasAnExactTest(t *testing.T) {
	all := ""
	for _, file := range param.Must(filepath.Glob("*_test.go")) {
		all += string(param.Must(os.ReadFile(file)))
	}
	for _, d := range learners.All() {
		file := strings.ReplaceAll(d.ID, "-", "_") + "_test.go"
		text, err := os.ReadFile(file)
		if err != nil || !strings.Contains(string(text), "\nfunc Test") {
			t.Fatalf("%s: %s has no test of the learner: %v", d.ID, file, err)
		}
		if name := exactTests[d.ID]; name != "" {
			if !strings.Contains(all, "func "+name+"(") {
				t.Errorf("%s: %s, its exact test by exactTests, does not exist", d.ID, name)
			}
		} else if !exactHelpers.Match(text) {
			t.Errorf("%s: no test in %s is exact: it should call playsLargest, exactRegrets, everyPlay, follow or chance with the learner, or stand in exactTests", d.ID, file)
		}
	}
}

// roundLines lists, by learner, the kinds of its rounds: the pseudocode lines that choose the play and, after >,
// those that make a release. They come from the papers' pseudocode, not from the learners.
var roundLines = map[string][]string{
	"dpts-mat":            {"2>2", "5 6 8 9", "5 6 8 9>11 13 14"},
	"dpts-mat,init=paper": {"5 6 8 9", "5 6 8 9>11 13 14"},
	"glr-klucb-cf":        {"3", "4 5"},
}

// doublings pull each arm once and then choose an arm for a whole batch.
var doublings = []string{"1>1", "3", "3>5", "4", "4>5"}

// Every round reports its kind's lines.
func TestEveryRoundNamesItsLines(t *testing.T) {
	played := []*scenarios.Scenario{
		preset("hhmh-1"), preset("ww-det,K=5,losses=even"), preset("chh-synthetic"), bernoulliArms(.99, .01),
	}
	for learner, want := range roundLines {
		t.Run(learner, func(t *testing.T) {
			t.Parallel()
			seen := map[string]bool{}
			for _, s := range played {
				c := &model.Config{Scenario: s, Learners: []learners.Spec{choose(learner)}, Horizon: 500, Epsilon: 4}
				if learner == "dp-se" {
					c.Horizon = 3500 // until one arm is left
				}
				if c.Check() != nil {
					continue
				}
				for run := model.NewSession(c); !run.Done(); {
					run.Advance(1)
					l := run.Snapshot().Learners[0]
					kind := strings.Trim(fmt.Sprint(l.Explanation.Lines), "[]")
					if l.Released {
						kind += ">" + strings.Trim(fmt.Sprint(l.Spec.Releasing(l.Explanation.Lines)), "[]")
					}
					seen[kind] = true
				}
			}
			if got := slices.Sorted(maps.Keys(seen)); !slices.Equal(got, want) {
				t.Errorf("rounds are of the kinds %q, want %q", got, want)
			}
		})
	}
}

func pseudocode(d *learners.Declaration) string {
	text := ""
	for _, line := range d.Pseudocode {
		text += line.Text + "\n"
	}
	return text
}

func undeclared(d *learners.Declaration) (names []string) {
	for _, s := range d.SymbolsIn(pseudocode(d)) {
		if s.Meaning == "" {
			names = append(names, s.Name)
		}
	}
	return names
}

// Every symbol of pseudocode has a meaning in half a line, and every declared one is used: without
// it, a symbol has no meaning or another one.
func TestEverySymbolHasItsMeaning(t *testing.T) {
	for _, d := range learners.All() {
		if missing := undeclared(d); len(missing) > 0 {
			t.Errorf("%s: no meaning of %q", d.ID, missing)
		}
		all := d.SymbolsIn(pseudocode(d))
		for _, s := range all {
			if n := utf8.RuneCountInString(s.Name + s.Meaning); n > 70 {
				t.Errorf("%s: %s: %d characters", d.ID, s.Name, n)
			}
		}
		for i, s := range d.Symbols {
			without := *d
			without.Symbols = slices.Delete(slices.Clone(d.Symbols), i, i+1)
			if slices.Equal(without.SymbolsIn(pseudocode(d)), all) {
				t.Errorf("%s: %s is not in the pseudocode, or means what it means everywhere", d.ID, s.Name)
			}
		}
		for i, sentence := range d.Plain {
			if n := utf8.RuneCountInString(sentence); n == 0 || n > 130 || !strings.HasPrefix(sentence, "It ") ||
				!strings.HasSuffix(sentence, ".") || strings.Count(sentence, ". ") > 0 {
				t.Errorf("%s: plain sentence %d has %d characters: %s", d.ID, i+1, n, sentence)
			}
		}
	}
}

func TestMissingSymbolIsFound(t *testing.T) {
	whole := *learners.CommonSymbols
	defer func() { *learners.CommonSymbols = whole }()
	for i, s := range whole {
		*learners.CommonSymbols = slices.Delete(slices.Clone(whole), i, i+1)
		if !slices.ContainsFunc(learners.All(), func(d *learners.Declaration) bool { return len(undeclared(d)) > 0 }) {
			t.Errorf("without %s, no learner misses it", s.Name)
		}
	}
	*learners.CommonSymbols = whole
	for id, symbols := range map[string]string{"lazy-dp-ts": "ũ O r N Φ", "dp-se": "S D R β h", "hedge": "η", "glr-klucb-cf": "τ k GLR β δ λ̂ g f"} {
		d, _ := learners.Find(id)
		for _, of := range strings.Fields(symbols) {
			without := *d
			without.Symbols = slices.DeleteFunc(slices.Clone(d.Symbols), func(s learners.Symbol) bool {
				return s.Name == of || strings.HasPrefix(s.Name, of+"_") || strings.HasPrefix(s.Name, of+"(")
			})
			if len(undeclared(&without)) != 1 {
				t.Errorf("%s without %s: %q have no meaning", id, of, undeclared(&without))
			}
		}
	}
}

func TestSymbolsAreFound(t *testing.T) {
	for text, want := range map[string]string{
		"draw θ_j ~ Beta(m_j O_j + 1), m_j = clip(ũ_j + 3 ln t/(ε O_j))": "θ_j j ~ Beta(a, b) m_ O_ clip(x) ũ_ ln t ε",
		"draw a random arm, or an action; the arm's mean":                "",
		"K ln²T ln(Kt)/⌈αN⌉":                                             "K ln T t ⌈x⌉ α N",
		"J_{r−1}, S̃_j, w′_e, ε₀, log₂ T, d_ε(m̃, q), X_e":               "J_ r S̃_ j w′_ e ε₀ log₂ T d( ε m̃ q X_e",
		"(a) MAX_j; the index of a: g_a⁻¹(λ̂_1..s) ∝ |S|e²":              "MAX_ j g( a λ̂_ s ∝ S e",
	} {
		got := param.Map(new(learners.Declaration).SymbolsIn(text), func(s learners.Symbol) string { return s.Name })
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
