package param

import (
	"math"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"regretscope/noise/number"
)

// One parameter of every kind, with its range and its allowed values.
func TestCheckAndRange(t *testing.T) {
	cases := []struct {
		parameter        Parameter
		allowed          string
		accepts, refuses []string
	}{
		{
			Parameter{Name: "p", Min: 0, Max: 1},
			"a number from 0 to 1",
			[]string{"0", "1", ".5", "1e-300", "0_0.5"},
			[]string{"-0.1", "1.0001", "nan", "inf", "", "half"},
		},
		{
			Parameter{Name: "p", Min: 0, Above: true, Max: 1},
			"a number above 0 and at most 1",
			[]string{"1e-300", "1"},
			[]string{"0", "-0", "1.1"},
		},
		{Parameter{Name: "p", Min: 1, Above: true, Max: math.Inf(1)}, "a number above 1", []string{"1.01", "1e300"}, []string{"1", "inf"}},
		{Parameter{Name: "p", Min: -2.5, Max: math.Inf(1)}, "a number of at least −2.5", []string{"-2.5", "7"}, []string{"-2.6", "+inf"}},
		{
			Parameter{Name: "p", Min: 1, Max: 1000, Whole: true},
			"a whole number from 1 to 1,000",
			[]string{"1", "1e3", "1_000"},
			[]string{"1.5", "0", "1001"},
		},
		{
			Parameter{Name: "p", Choices: []string{"one", "two"}},
			"one of one, two",
			[]string{"one", "two"},
			[]string{"One", "", "1", "one "},
		},
	}
	for _, c := range cases {
		if got := c.parameter.Range(); got != c.allowed {
			t.Errorf("range %q, want %q", got, c.allowed)
		}
		for _, text := range c.accepts {
			if err := c.parameter.Check(text); err != nil {
				t.Errorf("%s: %s: %v", c.allowed, text, err)
			}
		}
		for _, text := range c.refuses {
			want := "p=" + text + ": must be " + c.allowed
			if err := c.parameter.Check(text); err == nil || err.Error() != want {
				t.Errorf("%s: %q: %v, want %q", c.allowed, text, err, want)
			}
		}
	}
}

func TestFind(t *testing.T) {
	l := List{{Name: "noise"}, {Name: "scale"}}
	if p, err := l.Find("scale"); err != nil || p.Name != "scale" {
		t.Errorf("scale: %v, %v", p, err)
	}
	for name, want := range map[string]string{
		"scales": "scales: no such parameter; did you mean scale? (known: noise, scale)",
		"window": "window: no such parameter (known: noise, scale)",
	} {
		if _, err := l.Find(name); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
	if _, err := (List{}).Find("w"); err == nil || err.Error() != "w: no such parameter (known: none)" {
		t.Errorf("none: %v", err)
	}
}

func TestSplitAssignments(t *testing.T) {
	cases := []struct {
		text, id    string
		assignments [][2]string
		err         string
	}{
		{"ucb1", "ucb1", nil, ""},
		{"a,b=1", "a", [][2]string{{"b", "1"}}, ""},
		{"a,b=1,c=x=y", "a", [][2]string{{"b", "1"}, {"c", "x=y"}}, ""},
		{"a,b=1,c=2,b=1", "", nil, "b: given twice"},
		{"", "", nil, ""},
		{"a,", "", nil, `"": parameters are written key=value`},
		{"a,b", "", nil, `"b": parameters are written key=value`},
		{"a,=1", "", nil, `"=1": parameters are written key=value`},
		{"a,b=", "", nil, `"b=": parameters are written key=value`},
	}
	for _, c := range cases {
		id, assignments, err := SplitAssignments(c.text)
		if id != c.id || !slices.Equal(assignments, c.assignments) || (err != nil) != (c.err != "") || (err != nil && err.Error() != c.err) {
			t.Errorf("%q: %q, %v, %v", c.text, id, assignments, err)
		}
	}
}

func TestSetsAreNeverChanged(t *testing.T) {
	var none Set
	one := none.With("a", "1")
	two := one.With("a", "2").With("b", "3")
	if len(none) != 0 || len(one) != 1 || one["a"] != "1" || two["a"] != "2" || two["b"] != "3" {
		t.Errorf("%v, %v, %v", none, one, two)
	}
}

// Given values come first, then defaults, then derived values, in order of declaration.
func TestFill(t *testing.T) {
	l := List{
		{Name: "noise", Choices: []string{"laplace", "gumbel"}, Default: "laplace"},
		{Name: "w", Min: 1, Max: 1e9, Whole: true, Derived: "√T"},
		{Name: "scale", Min: 0, Max: 10, Default: "1"},
	}
	asked := ""
	derive := func(name string) float64 { asked += name; return 31.5 }
	v := l.Fill(Set{"scale": "2.5"}, derive)
	if v.String() != "noise=laplace;w=31.5;scale=2.5" || asked != "w" {
		t.Errorf("%s, derived %q", v, asked)
	}
	if v.Text("noise") != "laplace" || v.Number("scale") != 2.5 || v.Number("w") != 31.5 {
		t.Errorf("%v %v %v", v.Text("noise"), v.Number("scale"), v.Number("w"))
	}
	if v := l.Fill(Set{"w": "1e3", "noise": "gumbel"}, nil); v.String() != "noise=gumbel;w=1e3;scale=1" || v.Number("w") != 1000 {
		t.Errorf("%s", v)
	}
}

// Programming errors panic at start.
func TestMistakesInDeclarationsPanic(t *testing.T) {
	mistakes := map[string]func(){
		"default not allowed": func() { List{{Name: "a", Min: 0, Max: 1, Default: "2"}}.MustBeSound("x") },
		"no default":          func() { List{{Name: "a", Min: 0, Max: 1}}.MustBeSound("x") },
		"undeclared":          func() { List{}.Fill(nil, nil).Text("a") },
		"a word as a number":  func() { List{{Name: "a", Default: "b"}}.Fill(nil, nil).Number("a") },
	}
	for name, mistake := range mistakes {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			mistake()
		}()
	}
	List{{Name: "a", Min: 0, Max: 1, Default: "1"}, {Name: "w", Derived: "√T"}}.MustBeSound("x")
}

func TestDidYouMean(t *testing.T) {
	known := []string{"lazy-dp-ts", "ucb1", "kl-ucb", "omm", "ftl"}
	cases := map[string]string{
		"lazy-ts": "; did you mean lazy-dp-ts?",
		"UCB":     "; did you mean ucb1?",
		"zzzzzz":  "",
		"nope":    "", // three changes of four letters
		"foo":     "", // two of three
		"tfl":     "; did you mean ftl?",
		"":        "",
	}
	for typed, want := range cases {
		if got := DidYouMean(typed, known); got != want {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
}

func TestSpellOut(t *testing.T) {
	for citation, want := range map[string]string{
		"HHMH §6, WW App. E":           "Hu, Huang, Mehta & Hegde (HHMH) §6, Wu & Wang (WW) App. E",
		"Auer, Cesa-Bianchi & Fischer": "Auer, Cesa-Bianchi & Fischer",
		"ε-DP (HHMH Thm 4), 1/(1+e)":   "ε-DP [Hu, Huang, Mehta & Hegde (HHMH) Thm 4], 1/(1+e)",
	} {
		if got := SpellOut(citation); got != want {
			t.Errorf("%s: %s, want %s", citation, got, want)
		}
	}
}

// Any text gives a number that reads back as itself, or an error. A count is that number.
func FuzzNumbers(f *testing.F) {
	for _, text := range []string{"0", "-0", "1e6", "1_000_000", "_1", "1__0", "0x1p-3", "inf", "-inf", "nan", "1e400", "1e-400", ".5", "5.", "+1", " 1", "", "9007199254740993", "1,2", "1 2", ",", " 6,666", "6, 666"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		x, err := number.Parse(text)
		if err == nil {
			again, err := number.Parse(number.Format(x))
			if err != nil && !math.IsInf(x, -1) || again != x && !math.IsInf(x, -1) {
				t.Errorf("%q reads as %v, which reads as %v (%v)", text, x, again, err)
			}
		}
		if n, wrong := number.ParseCount(text); wrong == nil && (err != nil || float64(n) != x || n < 1) {
			t.Errorf("%q reads as the count %d and the number %v (%v)", text, n, x, err)
		}
		all, err := ParseList(text, number.Parse)
		if err != nil {
			if !IsPrintable(err.Error()) {
				t.Errorf("%q: unusable message %q", text, err)
			}
			return
		}
		parts := Map(all, number.Format)
		if again, err := ParseList(strings.Join(parts, ", "), number.Parse); !slices.Equal(again, all) && !slices.Contains(all, math.Inf(-1)) {
			t.Errorf("%q reads as %v, which reads as %v (%v)", text, all, again, err)
		}
	})
}

// Any text gives an id with assignments that read back as themselves, and alternatives without alternatives.
func FuzzAssignments(f *testing.F) {
	for _, text := range []string{"a", "a,b=1", "a,b=1|2,c=3", "rr(0.7,0.7)", "a,b=f(1,2)|g(3)", ",", "a,=", "a,b=", "a,b=1,b=2", " a", " a ,b=1", "|", "a|b", "("} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		id, assignments, err := SplitAssignments(text)
		if err != nil && !IsPrintable(err.Error()) {
			t.Errorf("%q: unusable message %q", text, err)
		}
		if err == nil {
			written := id
			for _, a := range assignments {
				written += "," + a[0] + "=" + a[1]
			}
			again, all, err := SplitAssignments(written)
			if err != nil || again != id || !slices.Equal(all, assignments) {
				t.Errorf("%q reads as %q %q, which reads as %q %q (%v)", text, id, assignments, again, all, err)
			}
		}
		if !strings.Contains(text, "|") {
			if all := Alternatives(text); !slices.Equal(all, []string{text}) {
				t.Errorf("%q has the alternatives %q", text, all)
			}
		}
		if shown := Printable(text); !IsPrintable(shown) || Printable(shown) != shown {
			t.Errorf("%q is shown as %q", text, shown)
		}
	})
}

func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"":                         "",
		"Café des Étoiles – ε ≤ ½": "Café des Étoiles – ε ≤ ½",
		"漢字 🙂 नमस्ते e\u0301\u00a0x": "漢字 🙂 नमस्ते e\u0301\u00a0x",
		"x\x1b]0;PWNED\x07":          "x?]0;PWNED?", // sets a terminal's title
		"a\nb\tc\u0085d\u2028e":      "a?b?c?d?e",   // breaks lines
		"\u202egpj.exe\u2066":        "?gpj.exe?",   // turns the writing direction
		"a\u200bb\ufeffc\u00add":     "a?b?c?d",     // cannot be seen
		"\u3164\u115f":               "??",          // nor can these letters
		"a\u034f\u17b4\u2800":        "a???",
		"\xff\xc3(\ufffd":            "??(?",             // no UTF-8
		"e\u0301\u0301\u0301\u0489x": "e\u0301\u0301??x", // at most two marks a letter
		"\ue000\U0010ffff":           "??",               // no character at all
	} {
		if got := Printable(text); got != want || IsPrintable(text) != (text == want) {
			t.Errorf("%q becomes %q, want %q; printable: %v", text, got, want, IsPrintable(text))
		}
	}
}

// The first odd character is named as a whole, with what to type if it stands for a plain one.
func TestOdd(t *testing.T) {
	for text, want := range map[string]string{
		"":             "",
		"hhmh-1 \"ε\"": "",
		"“ucb1”":       "“ (U+201C) is typographic, type \"",
		"a’":           "’ (U+2019) is typographic, type '",
		"−5":           "− (U+2212) is typographic, type -",
		"a\u202fb":     "the blank U+202F is typographic, type a space",
		"–\x1b[2J":     "must not have the control character U+001B",
		"a\u200b":      "must not have the invisible character U+200B",
		"\ufffe":       "must not have the invisible character U+FFFE",
		"\xed\xa0\x80": "must be UTF-8",
	} {
		if got := Odd(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestBrief(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"short", "a\x1b", "a?"},
		{"as long as allowed", strings.Repeat("a", 1000), strings.Repeat("a", 1000)},
		{"long", strings.Repeat("a", 1000) + "b", strings.Repeat("a", 666) + " … " + strings.Repeat("a", 332) + "b"},
		{"cut in characters", strings.Repeat("ε", 500) + "b", strings.Repeat("ε", 333) + " … " + strings.Repeat("ε", 166) + "b"},
		{"cut within a character", "b" + strings.Repeat("ε", 500), "b" + strings.Repeat("ε", 332) + " … " + strings.Repeat("ε", 166)},
	} {
		if got := Brief(c.text); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// Words are a shell's, so a copied command line works in a script.
func TestWords(t *testing.T) {
	for line, want := range map[string][]string{
		"":                             nil,
		"  a  b ":                      {"a", "b"},
		`--arms "0.9 0.1"`:             {"--arms", "0.9 0.1"},
		`--arms '0.9 "x"' y`:           {"--arms", `0.9 "x"`, "y"},
		`a''b '' c\ d`:                 {"ab", "", "c d"},
		`--scenario 'it'\''s here' \'`: {"--scenario", "it's here", "'"},
	} {
		if got := Words(line); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

// A shell, and Words, read every quoted word as it was.
func TestQuotedWordsSurviveAShell(t *testing.T) {
	for _, word := range []string{"plain", "0.5:50:50", "a b", "it's", `"`, "$HOME", "`x`", "a|b", "*", "", "ww-det,K=4|16", "ε", "-x;y"} {
		out, err := exec.Command("sh", "-c", "printf %s "+Quote(word)).Output()
		if err != nil || string(out) != word || !slices.Equal(Words(Quote(word)), []string{word}) {
			t.Errorf("%q became %q as %s: %v", word, out, Quote(word), err)
		}
	}
}
