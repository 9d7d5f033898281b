package file

import (
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
	"regretscope/scenarios/matroid"
)

// checkRoundTrip formats and parses a scenario and expects the same, except fields that files do not have.
func checkRoundTrip(t *testing.T, s *scenarios.Scenario) {
	t.Helper()
	text, err := Format(s)
	if err != nil {
		t.Errorf("%s: %v", s.Name, err)
		return
	}
	got, err := Parse(filepath.Join("..", "..", "testdata", "scenarios", "back.toml"), []byte(text)) // beside its table
	if err != nil {
		t.Errorf("%v in\n%s", err, text)
		return
	}
	want := *s
	want.Paper, want.Summary, want.Reference, want.Data = got.Paper, got.Summary, "", ""
	want.Local = got.Local // only presets have it
	if !reflect.DeepEqual(got, &want) {
		t.Errorf("%+v\nbecame\n%+v\nthrough\n%s", &want, got, text)
	}
}

func TestFormattedSamplesReadBack(t *testing.T) {
	samples, err := filepath.Glob(filepath.Join("..", "..", "testdata", "scenarios", "*.toml"))
	if err != nil || len(samples) < 9 {
		t.Fatalf("samples %v, %v", samples, err)
	}
	for _, sample := range samples {
		checkRoundTrip(t, mustRead(t, filepath.Base(sample)))
	}
}

// Every preset can be formatted, or gives the reason.
func TestFormattedPresetsReadBack(t *testing.T) {
	for _, p := range scenarios.Presets() {
		s, err := p.Make(nil, "")
		if err != nil && p.NeedsData {
			continue
		}
		if err != nil {
			t.Fatal(p.Name, err)
		}
		if !s.SharedDraws {
			checkRoundTrip(t, s)
		} else if text, err := Format(s); err == nil || !strings.Contains(err.Error(), "drawn together") {
			t.Errorf("%s became %v\n%s", p.Name, err, text)
		}
	}
}

func TestFormattedRandomScenariosReadBack(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	seen := map[string]int{}
	for range 600 {
		s := randomScenario(t, r)
		seen[string(s.Kind)]++
		if s.Matroid != nil {
			seen[s.Matroid.Kind()]++
		}
		checkRoundTrip(t, s)
	}
	for _, kind := range []string{"stochastic", "deterministic", "changing", "linear", "graphic", "uniform", "partition", "transversal"} {
		if seen[kind] < 20 {
			t.Errorf("only %d were %s", seen[kind], kind)
		}
	}
}

func pick[T any](r *rand.Rand, from ...T) T { return from[r.IntN(len(from))] }

func randomScenario(t *testing.T, r *rand.Rand) *scenarios.Scenario {
	t.Helper()
	arms := 1 + r.IntN(6)
	s := &scenarios.Scenario{
		Name: randomText(r), Kind: pick(r, scenarios.Stochastic, scenarios.Deterministic, scenarios.Changing, scenarios.MatroidKind, scenarios.MatroidKind),
		Horizon: 1 + r.IntN(scenarios.MaxHorizon), Epsilon: pick(r, math.Inf(1), 1, 1e-7, 0.1, r.Float64(), 600*r.Float64()),
		Feedback: pick(r, scenarios.Bandit, scenarios.Full), Phases: []scenarios.Phase{{From: 1}},
	}
	switch s.Kind {
	case scenarios.MatroidKind:
		s.Feedback, s.Matroid = scenarios.SemiBandit, randomMatroid(r, arms)
	case scenarios.Changing:
		for range r.IntN(4) {
			s.Phases = append(s.Phases, scenarios.Phase{From: s.Phases[len(s.Phases)-1].From + 1 + r.IntN(1000)})
		}
	}
	// Edges without labels would get labels.
	if _, graph := s.Matroid.(*matroid.Graphic); graph || r.IntN(2) == 0 {
		for range arms {
			s.Labels = append(s.Labels, randomText(r))
		}
	}
	if r.IntN(3) == 0 {
		for range arms {
			s.Channels = append(s.Channels, pick(r, "none", "linear", "rr(0.73,0.73)", "quadratic, b=0", " RR(epsilon=1)"))
		}
	}
	for i := range s.Phases {
		for range arms {
			s.Phases[i].Arms = append(s.Phases[i].Arms, randomLaw(t, r, s.Kind))
		}
	}
	finished, err := s.Finish()
	if err != nil {
		t.Fatalf("%+v: %v", s, err)
	}
	return finished
}

// randomText returns text that is hard to quote: quotes, backslashes, comments, blanks and letters of all widths.
func randomText(r *rand.Rand) string {
	var b strings.Builder
	for range 1 + r.IntN(12) {
		b.WriteRune(pick(r, 'a', '"', '\'', '\\', '#', ' ', '=', '[', 'ε', '漢', '🙂', '\u00a0', '\u3000', 'é'))
	}
	return b.String()
}

func randomLaw(t *testing.T, r *rand.Rand, kind scenarios.Kind) arm.Distribution {
	t.Helper()
	x, y := r.Float64(), math.Ldexp(r.Float64(), -r.IntN(60))
	text := pick(r, fmt.Sprint(x), fmt.Sprint(y), fmt.Sprintf("beta(%v,%v)", 9*x, 1+y),
		fmt.Sprintf("uniform(%v,%v)", min(x, y), max(x, y)), fmt.Sprintf("discrete(%v:0.25, %v:0.75)", x, y))
	if kind == scenarios.Deterministic {
		text = fmt.Sprintf("constant(%v)", y)
	}
	return param.Must(arm.Parse(text))
}

// randomMatroid retries until the matroid has a basis.
func randomMatroid(r *rand.Rand, arms int) matroid.Matroid {
	for {
		m, err := randomParts(r, arms)
		if err == nil {
			return m
		}
	}
}

func randomParts(r *rand.Rand, arms int) (matroid.Matroid, error) {
	lists := func(n int, anArmMayMiss bool) [][]int {
		lists := make([][]int, n)
		for e := 1; e <= arms; e++ {
			if !anArmMayMiss || r.IntN(4) > 0 {
				i := r.IntN(n)
				lists[i] = append(lists[i], e)
			}
		}
		return lists
	}
	switch r.IntN(5) {
	case 0:
		dimension, vectors := 1+r.IntN(4), make([][]string, arms)
		for e := range vectors {
			for range dimension {
				vectors[e] = append(vectors[e], pick(r, "0", "1", "-3", "+2", "0.10", ".5", "7.", "-0", "1e2", "1E+02", "2.5e-3", "007",
					"123456789012345678901234567890", "0.30000000000000000001", "1e400", "-1e-400", "9223372036854775807",
					strconv.FormatFloat(r.NormFloat64(), 'g', -1, 64)))
			}
		}
		return matroid.NewLinearText(vectors)
	case 1:
		edges := make([][]string, arms)
		for e := range edges {
			edges[e] = []string{pick(r, "0", "1", "01", "0.5", "-1", randomText(r)), pick(r, "0", "2", "true", "3")}
		}
		return matroid.NewGraphic(edges)
	case 2:
		return matroid.NewUniform(arms, r.IntN(arms+1))
	case 3:
		blocks := lists(1+r.IntN(3), false)
		capacities := make([]int, len(blocks))
		for i := range capacities {
			capacities[i] = r.IntN(4)
		}
		return matroid.NewPartition(arms, blocks, capacities)
	default:
		return matroid.NewTransversal(arms, lists(1+r.IntN(4), true))
	}
}

func TestFormatFileSaysWhatItCannotSay(t *testing.T) {
	two := param.Must(arm.ParseList("0.5 0.6"))
	own := param.Must(scenarios.FromArms("arms", two, scenarios.Bandit))
	cases := map[string]func(s *scenarios.Scenario){
		"the arms of arms are drawn together, which scenario files do not support": func(s *scenarios.Scenario) { s.SharedDraws = true },
		"name: must be a text of 1 to 100 bytes, in quotes and on one line":        func(s *scenarios.Scenario) { s.Name = "a\nb" },
		"labels: each must be a text of 1 to 100 bytes, in quotes and on one line": func(s *scenarios.Scenario) { s.Labels = []string{"a", "\x1b[2J"} },
	}
	for want, spoil := range cases {
		s := *own
		spoil(&s)
		if text, err := Format(&s); err == nil || err.Error() != want {
			t.Errorf("%v, want %s\n%s", err, want, text)
		}
	}
}
