package file

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"regretscope/scenarios"
)

// Every kind of matroid, with its best basis by hand.
func TestReadMatroidOfEveryKind(t *testing.T) {
	cases := []struct {
		file, kind string
		rank       int
		best       []int
		bestMean   float64
		describe   string // of the second arm
		label      string // of the second arm
	}{
		{"vectors.toml", "linear", 3, []int{0, 2, 3}, 0.8 + 0.4 + 0.7, "(0, 0.1, 0)", "2"},
		{"bridges.toml", "graphic", 3, []int{0, 2, 4}, 0.9 + 0.6 + 0.5, "Aar–Bell", "Aar–Bell (2)"},
		{"any-two.toml", "uniform", 2, []int{0, 1}, 1.6, "any 2 of 5", "B"},
		{"menu.toml", "partition", 3, []int{0, 1, 3}, 0.5 + 0.45 + 0.8, "block 1 of capacity 2", "salad"},
		{"shifts.toml", "transversal", 2, []int{0, 1}, 1.7, "sets 1, 2", "Bo"},
	}
	for _, c := range cases {
		s := mustRead(t, c.file)
		if s.Kind != scenarios.MatroidKind || s.Feedback != scenarios.SemiBandit || s.Matroid.Kind() != c.kind ||
			s.Matroid.Rank() != c.rank || s.PlaySize() != c.rank {
			t.Errorf("%s: %s scenario, %s feedback, %s matroid of rank %d", c.file, s.Kind, s.Feedback, s.Matroid.Kind(), s.Matroid.Rank())
		}
		if p := &s.Phases[0]; !slices.Equal(p.Best, c.best) || !near([]float64{p.BestMean}, []float64{c.bestMean}) {
			t.Errorf("%s: best %v of mean %v, want %v of mean %v", c.file, p.Best, p.BestMean, c.best, c.bestMean)
		}
		if d, l := s.Matroid.Describe(1), s.Label(1); d != c.describe || l != c.label {
			t.Errorf("%s: arm 2 is %q, labeled %q", c.file, d, l)
		}
	}
	if !mustRead(t, "vectors.toml").Matroid.Loop(4) || !mustRead(t, "menu.toml").Matroid.Loop(5) ||
		!mustRead(t, "shifts.toml").Matroid.Loop(3) {
		t.Error("a loop is none")
	}
	shifts := mustRead(t, "shifts.toml").Matroid
	if one, none := shifts.Describe(2), shifts.Describe(3); one != "set 2" || none != "in no set" {
		t.Errorf("%q, %q", one, none)
	}
}

func parseVectors(vectors string) (*scenarios.Scenario, error) {
	arms := strings.Repeat("0.5,", strings.Count(vectors, "[")-1)
	return Parse("v.toml", fmt.Appendf(nil, "kind = 'matroid'\narms = [%s]\n[matroid]\nkind = 'linear'\nvectors = %s", arms, vectors))
}

// Vectors are exact decimals: 0.1 : 0.3 is 1 : 3.
func TestVectorsAreExact(t *testing.T) {
	cases := []struct {
		vectors string
		rank    int
	}{
		{"[[0.1, 0.3], [1, 3]]", 1},
		{"[[0.1, 0.30000001], [1, 3]]", 2},
		{"[[1e-12, 1], [0, 1]]", 2},
		{"[[10000.1, 1], [10000.2, 1]]", 2},
		{"[[1_000.5, 0x10], ['2001', \"32\"]]", 1},
		{"[['123456789', 1], ['123456790', 1]]", 2},
		{"[[-0.0, +2], [0, -5.0]]", 1},
		{"[[ # here\n1.5,\n3.0, ],\n # there\n[1, 2.0]]", 1},
	}
	for _, c := range cases {
		s, err := parseVectors(c.vectors)
		if err != nil || s.Matroid.Rank() != c.rank {
			t.Errorf("%s: %v, want rank %d", c.vectors, err, c.rank)
		}
	}
}

func TestMatroidSpellings(t *testing.T) {
	want := mustRead(t, "menu.toml")
	for _, text := range []string{
		"kind='matroid'\nname='menu'\nhorizon=8e3\narms=[0.5,0.45,0.4,0.8,0.75,0.1]\nlabels=['soup','salad','bread','cake','ice','nothing']\n" +
			"matroid = {kind='partition', capacities=[2,1,0], blocks=[[3,2,1],[5,4],[6]]}",
		"kind='matroid'\nname='menu'\nhorizon=8e3\narms=[0.5,0.45,0.4,0.8,0.75,0.1]\nlabels=['soup','salad','bread','cake','ice','nothing']\n" +
			"matroid.kind='partition'\nmatroid.capacities=[2,1,0]\nmatroid.blocks=[[3,2,1],[5,4],[6]]",
	} {
		s, err := Parse("menu.toml", []byte(text))
		if err != nil || !reflect.DeepEqual(s.Matroid, want.Matroid) || !reflect.DeepEqual(s.Phases, want.Phases) {
			t.Errorf("%v\n%s", err, text)
		}
	}
}

// Nodes may be numbers or names. Names that are too long give no labels.
func TestGraphicLabels(t *testing.T) {
	long := strings.Repeat("n", 60)
	cases := map[string]string{
		`[[0, 1], [1, 2], [1, 0]]`:                            "0–1, 1–2, 1–0",
		`[["Ux", "Vy"], ["Vy", 3], ["Ux","Vy"]]`:              "Ux–Vy, Vy–3, Ux–Vy (2)",
		`[["` + long + `", "` + long + `x"], [1, 2], [2, 2]]`: "1, 2, 3",
	}
	for edges, want := range cases {
		s, err := Parse("g.toml", []byte("kind='matroid'\narms=[0.1,0.2,0.3]\n[matroid]\nkind='graphic'\nedges="+edges))
		if err != nil {
			t.Errorf("%s: %v", edges, err)
			continue
		}
		if got := strings.Join([]string{s.Label(0), s.Label(1), s.Label(2)}, ", "); got != want {
			t.Errorf("%s: labels %s, want %s", edges, got, want)
		}
	}
}

func TestMatroidFileErrors(t *testing.T) {
	matroidOf := func(arms int, table string) string {
		return "kind = \"matroid\"\narms = [" + strings.Repeat("0.5,", arms) + "]\n[matroid]\n" + table
	}
	checkFileErrors(t, []struct{ text, want string }{
		{"kind = \"matroid\"\narms = [1]", "my.toml:1: matroid: missing; a table [matroid] must define the bases"},
		{"kind = \"matroid\"\narms = [1]\nmatroid = 3", "my.toml:3: matroid: must be a table, [matroid]"},
		{"kind = \"matroid\"\narms = [1]\n[[matroid]]\nkind = \"linear\"", "my.toml:3: matroid: must be a table, [matroid]"},
		{"kind = \"matroid\"\n[matroid]\nkind = \"linear\"\nvectors = [[1]]", "my.toml:1: arms: there must be at least one"},
		{"kind = \"matroid\"\nfeedback = \"bandit\"", `my.toml:2: feedback "bandit": must be semi-bandit`},
		{"arms = [1]\n[matroid]\nkind = \"linear\"", "my.toml:2: matroid: not a key of a stochastic scenario (known: name, kind, feedback, horizon, epsilon, labels, channels, arms)"},
		{"kind = \"matroid\"\narms = [1]\n[matriod]\nkind = \"linear\"", "my.toml:3: matriod: no such key of a matroid scenario; did you mean matroid? (known: name, kind, feedback, horizon, epsilon, labels, channels, arms, matroid)"},

		{matroidOf(1, "vectors = [[1]]"), "my.toml:3: kind: missing, must be one of linear, graphic, uniform, partition, transversal"},
		{matroidOf(1, "kind = \"vector\""), `my.toml:4: kind "vector": must be one of linear, graphic, uniform, partition, transversal`},
		{matroidOf(1, "kind = 1"), "my.toml:4: kind: must be a text of 1 to 100 bytes, in quotes and on one line"},
		{matroidOf(1, "kind = \"linear\"\nvektors = [[1]]"), "my.toml:5: vektors: no such key of a linear matroid; did you mean vectors? (known: kind, vectors)"},
		{matroidOf(1, "kind = \"linear\"\nvectors = [[1]]\nrank = 1"), "my.toml:6: rank: not a key of a linear matroid (known: kind, vectors)"},
		{matroidOf(1, "kind = \"linear\""), "my.toml:3: vectors: missing, a linear matroid is described by vectors"},
		{matroidOf(2, "kind = \"partition\"\nblocks = [[1,2]]"), "my.toml:3: capacities: missing, a partition matroid is described by blocks and capacities"},

		{matroidOf(1, "kind = \"linear\"\nvectors = 1"), "my.toml:5: vectors: must be a list of lists in square brackets"},
		{matroidOf(2, "kind = \"linear\"\nvectors = [\n[1],\n2]"), "my.toml:7: vectors: must be a list of lists in square brackets"},
		{matroidOf(1, "kind = \"linear\"\nvectors = [[1], [2]]"), "my.toml:5: vectors: 2 given for 1 arms: must be one for each arm"},
		{matroidOf(2, "kind = \"linear\"\nvectors = [[1]]"), "my.toml:5: vectors: 1 given for 2 arms: must be one for each arm"},
		{matroidOf(2, "kind = \"linear\"\nvectors = [\n[1, 2],\n[1]]"), "my.toml:7: vectors: vector 2 has 1 entry, vector 1 has 2: all must have the same number"},
		{matroidOf(2, "kind = \"linear\"\nvectors = [[0, 0],\n[0, 0.0]]"), "my.toml:5: vectors: the matroid has rank 0, so no basis can be played: one must have an entry other than 0"},
		{matroidOf(2, "kind = \"linear\"\nvectors = [[1, 0],\n[0, inf]]"), `my.toml:6: vectors: vector 2, entry 2: "inf": must be a finite integer or decimal`},
		{matroidOf(2, "kind = \"linear\"\nvectors = [[1, 0],\n[0, [1]]]"), `my.toml:6: vectors: vector 2, entry 2: "": must be a finite integer or decimal`},

		{matroidOf(2, "kind = \"graphic\"\nedges = [[0, 1],\n[1, 0.5]]"), "my.toml:6: edges: edge 2: a node must be a number from 0 or a name of 1 to 100 bytes, in quotes"},
		{matroidOf(2, "kind = \"graphic\"\nedges = [[0, 1],\n[1, -1]]"), "my.toml:6: edges: edge 2: a node must be a number from 0 or a name of 1 to 100 bytes, in quotes"},
		{matroidOf(2, "kind = \"graphic\"\nedges = [[0, 1],\n[1, \"\\u001b\"]]"), "my.toml:6: edges: edge 2: a node must be a number from 0 or a name of 1 to 100 bytes, in quotes"},
		{matroidOf(3, "kind = \"graphic\"\nedges = [[0, 1]]"), "my.toml:5: edges: 1 given for 3 arms: must be one for each arm"},

		{matroidOf(3, "kind = \"uniform\"\nrank = 0"), "my.toml:5: rank: the matroid has rank 0, so no basis can be played: must be 1 to 3, the number of arms"},
		{matroidOf(3, "kind = \"uniform\"\nrank = 1.5"), "my.toml:5: rank: must be a whole number from 1 to 3, the number of arms"},
		{matroidOf(3, "kind = \"uniform\"\nrank = \"2\""), "my.toml:5: rank: must be a whole number from 1 to 3, the number of arms"},

		{matroidOf(3, "kind = \"partition\"\nblocks = [[1, 2],\n[3, 1.0]]\ncapacities = [1, 1]"), "my.toml:6: blocks: block 2: must list arms by their numbers, 1 to 3"},
		{matroidOf(2, "kind = \"partition\"\nblocks = [[1], [2]]\ncapacities = [1,\n-1]"), "my.toml:7: capacities: block 2: -1: must be 0 or more"},
		{matroidOf(2, "kind = \"partition\"\nblocks = [[1], [2]]\ncapacities = [1,\n\"a\"]"), "my.toml:7: capacities: block 2: must be a whole number from 0"},

		{matroidOf(2, "kind = \"transversal\"\nsets = [[1],\n[]]"), "my.toml:5: sets: set 2 is empty: must list at least one arm"},
		{matroidOf(2, "kind = \"transversal\"\nsets = [[1],\n[3]]"), "my.toml:6: sets: set 2: arm 3: must be 1 to 2"},
	})
}

func TestChannelsInFiles(t *testing.T) {
	s := mustRead(t, "surveys.toml")
	if want := []string{"rr(0.73,0.73)", "rr(0.27,0.27)", "linear"}; !slices.Equal(s.Channels, want) {
		t.Errorf("channels %v", s.Channels)
	}
	changing, err := Parse("c.toml", []byte("kind='changing'\nchannels=['none','quadratic,b=1']\n[[phase]]\nfrom=1\narms=[0,1]"))
	if err != nil || len(changing.Channels) != 2 {
		t.Errorf("%+v, %v", changing, err)
	}
	phase := "kind = \"changing\"\n[[phase]]\nfrom = 1\narms = [1, 0]\n[[phase]]\nfrom = 9\narms = [1, 0]\n"
	checkFileErrors(t, []struct{ text, want string }{
		{phase + "channel = \"linear\"", "my.toml:8: channel: no such key of a phase (known: from, arms)"},
		{"arms = [1]\nchannel = \"linear\"", "my.toml:2: channel: no such key of a stochastic scenario; did you mean channels? (known: name, kind, feedback, horizon, epsilon, labels, channels, arms)"},
		{"arms = [0.5, 0.5]\nchannels = [\"none\"]", "my.toml:2: channels: 1 given for 2 arms: give one for each arm, or omit them"},
		{"arms = [0.5]\nchannels = \"none\"", "my.toml:2: channels: must be a list in square brackets"},
		{"arms = [0.5, 0.5]\nchannels = [\"none\",\n\"rr(2,0.5)\"]", "my.toml:3: channels: arm 2: rr: p00 must lie in [0, 1], not 2"},
		{"arms = [0.5]\nchannels = [\"liner\"]", "my.toml:2: channels: arm 1: liner: no such channel; did you mean linear? (known: linear, quadratic, exponential, curve, rr, laplace, none)"},
		{"arms = [0.5]\nepsilon = 1000\nchannels = [\"linear\"]", "my.toml:3: channels: arm 1: linear: epsilon must lie in [1e-09, 700] or be inf, not 1000"},
		{"arms = [0.5]\nchannels = [3]", "my.toml:2: channels: entry 1 must be a text of 1 to 100 bytes, in quotes and on one line"},
		{"kind = \"changing\"\nchannels = [\"none\", \"none\"]\n[[phase]]\nfrom = 1\narms = [1]", "my.toml:2: channels: 2 given for 1 arms: give one for each arm, or omit them"},
	})
}
