package learners_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/noise"
	"regretscope/scenarios/matroid"
)

func TestDeclarationsAreComplete(t *testing.T) {
	for i, d := range learners.All() {
		t.Run(d.ID, func(t *testing.T) {
			for name, text := range map[string]string{
				"id": d.ID, "name": d.Name, "paper": d.Paper, "summary": d.Summary, "family": d.Family.String(),
			} {
				if text == "" || text != strings.TrimSpace(text) || strings.Contains(text, "\n") {
					t.Errorf("%s: %q", name, text)
				}
			}
			if strings.ContainsAny(d.ID, " ,=;") || d.ID != strings.ToLower(d.ID) {
				t.Errorf("id %q cannot be written in a flag", d.ID)
			}
			if (d.Claim != "") != (d.Privacy != learners.NotPrivate) {
				t.Errorf("claim %q of a learner of privacy kind %d", d.Claim, d.Privacy)
			}
			if i > 0 && learners.All()[i-1].Family > d.Family {
				t.Error("not listed by family")
			}
			if found, err := learners.Find(d.ID); err != nil || found != d {
				t.Errorf("found %v, %v under its id", found, err)
			}
			for _, p := range d.Parameters {
				if p.Name == "" || p.Name == "epsilon" || p.Meaning == "" {
					t.Errorf("parameter %q means %q", p.Name, p.Meaning)
				}
				if p.Derived != "" && d.Derive == nil {
					t.Errorf("parameter %s: nothing derives its default", p.Name)
				}
				if len(p.Notes) > 0 && len(p.Notes) != len(p.Choices) {
					t.Errorf("parameter %s: %d notes on %d choices", p.Name, len(p.Notes), len(p.Choices))
				}
			}
			for _, id := range d.Counterparts {
				if other, err := learners.Find(id); err != nil || other.Privacy != learners.NotPrivate || other.Feedback != d.Feedback && d.Feedback != learners.AnyFeedback {
					t.Errorf("its counterpart %q is no learner without privacy that sees the same", id)
				}
			}
			checkPseudocode(t, d)
		})
	}
}

func checkPseudocode(t *testing.T, d *learners.Declaration) {
	t.Helper()
	if len(d.Pseudocode) == 0 {
		t.Error("no pseudo-code")
	}
	known := map[int]bool{}
	last := 0
	for _, line := range d.Pseudocode {
		if line.Number <= last || strings.TrimSpace(line.Text) == "" {
			t.Errorf("pseudo-code line %d %q after line %d", line.Number, line.Text, last)
		}
		last, known[line.Number] = line.Number, true
	}
	for _, number := range append(d.Releasing(nil), d.Releasing([]int{d.InitLine})...) {
		if !known[number] {
			t.Errorf("release line %d is not in the pseudo-code", number)
		}
	}
	if (len(d.ReleaseLines) > 0) != d.Privacy.Publishes() {
		t.Errorf("release lines %v of a learner of privacy kind %d", d.ReleaseLines, d.Privacy)
	}
}

// anywhere is a setting of three arms, or a matroid on them, that a learner can be started in.
func anywhere(d *learners.Declaration) learners.Setting {
	s := learners.Setting{
		Arms: 3, Horizon: 5000, Epsilon: 1, Phases: 1, Stream: noise.NewStream(noise.Key(3, noise.Learning)),
		Best: func(int) []int { return []int{0} }, Matroid: must(matroid.NewUniform(3, 2)),
	}
	if d.Channel != "" {
		s.Channels = sameChannel(d.Channel, s.Arms)
	}
	return s
}

// Releases are what central privacy is made of: exactly those learners make
// them that promise it.
func TestAbilitiesFitDeclarations(t *testing.T) {
	for _, d := range learners.All() {
		t.Run(d.ID, func(t *testing.T) {
			if _, releases := choose(d.ID).Start(anywhere(d)).(learners.Releaser); releases != d.Privacy.Publishes() {
				t.Errorf("makes releases: %v, privacy kind %d", releases, d.Privacy)
			}
		})
	}
}

func checkExplanation(t *testing.T, d *learners.Declaration, e learners.Explanation, round int) {
	t.Helper()
	if len(e.Lines) == 0 || (e.Note == "" && len(e.Arms) == 0) {
		t.Fatalf("round %d: nothing explained: %+v", round, e)
	}
	for _, number := range e.Lines {
		if !slices.ContainsFunc(d.Pseudocode, func(l learners.Line) bool { return l.Number == number }) {
			t.Fatalf("round %d: at line %d, which the pseudo-code has not", round, number)
		}
	}
	for _, a := range e.Arms {
		if len(a.Values) != len(e.Columns) || a.Text == "" {
			t.Fatalf("round %d, arm %d: %d values under %d columns, text %q", round, a.Arm, len(a.Values), len(e.Columns), a.Text)
		}
	}
}

// exactHelpers hold a learner to exact values: chances, expectations or indices.
var exactHelpers = regexp.MustCompile(`\b(playsLargest|exactRegrets|everyPlay|follow|chance)\(t?`)

// exactTests are the exact tests of learners that need one of another kind, or that
// share it.
var exactTests = map[string]string{
	"anytime-lazy-ucb": "TestLazyUCBWithoutNoiseIsDeterministic",
	"cts":              "TestCTSKnowsItsObservations",
	"dp-se":            "TestDPSEDropsAtTheBoundary",
	"dp-ts-ucb":        "TestDPTSUCBReleases",
	"dpts-mat":         "TestDPTSMatSamplesAreNormal",
	"ftnl":             "TestLeadersPickByTheirLaw",
	"glr-klucb-cf":     "TestChangeStatisticIsTheBestSplit",
	"lazy-dp-ts":       "TestExplanationsRecombine",
	"m-ts-gaussian":    "TestGaussianThompsonFollowsItsOracle",
	"optimal":          "TestOptimalPlaysTheBestOfEveryPhase",
}

// Every learner has tests of its own in a file of its name, and one of them is exact.
func TestEveryLearnerHasAnExactTest(t *testing.T) {
	all := ""
	for _, file := range must(filepath.Glob("*_test.go")) {
		all += string(must(os.ReadFile(file)))
	}
	for _, d := range learners.All() {
		t.Run(d.ID, func(t *testing.T) {
			file := strings.ReplaceAll(d.ID, "-", "_") + "_test.go"
			text, err := os.ReadFile(file)
			if err != nil || !strings.Contains(string(text), "\nfunc Test") {
				t.Fatalf("%s has no test of the learner: %v", file, err)
			}
			if name := exactTests[d.ID]; name != "" {
				if !strings.Contains(all, "func "+name+"(") {
					t.Errorf("%s, its exact test by exactTests, does not exist", name)
				}
			} else if !exactHelpers.Match(text) {
				t.Errorf("no test in %s is exact: it should call playsLargest, exactRegrets, everyPlay, follow or chance with the learner, or stand in exactTests", file)
			}
		})
	}
}
