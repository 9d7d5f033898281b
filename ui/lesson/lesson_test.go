package lesson

import (
	"errors"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"

	"regretscope/model"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/kit/uitest"
)

func TestOursAreRead(t *testing.T) {
	var names []string
	for _, l := range All() {
		names = append(names, l.Name)
		if last := l.Stops[len(l.Stops)-1]; last.Ask == "" || !strings.HasPrefix(last.Say, "An exercise.") {
			t.Errorf("%s does not end with an exercise", l.Name)
		}
		if opened, err := Open(l.Name); err != nil || opened.Title != l.Title || !opened.BuiltIn {
			t.Errorf("%s opens %+v, %v", l.Name, opened, err)
		}
	}
	want := strings.Fields("you regret noise price tree floors twins local matroid change audit claim trust")
	if !slices.Equal(names, want) {
		t.Errorf("lessons %q", names)
	}
}

const head = "name = \"mine\"\ntitle = \"Mine\"\nabout = \"A lesson.\"\n\n[[stop]]\nstart = \"--scenario hhmh-1\"\n"

func TestParseRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "x.toml:1: name, title, and about are required",
		strings.Repeat("a = 1\n", 5000): "x.toml:4021: too many keys, at most 4,020 are allowed",
		"name = 5":                      "x.toml:1: name: must be text in quotes",
		"stop = 5":                      "x.toml:1: stop: must be written as [[stop]]",
		head + "say = 5":                "x.toml:7: say: must be text in quotes",
		head + "do = [5]":               "x.toml:7: do: must be a list of texts in quotes",
		strings.Replace(head, "Mine", "\\u001b[2J", 1):                    "x.toml:1: name, title and about: hold a character that is not text",
		head + "say = \"a\"\ndo = [\"go\\u001b\"]":                        "x.toml:5: start, do, claims or then: holds a character that is not text",
		"name = \"a\"\nnmae = \"b\"\n":                                    "x.toml:2: nmae: no such key; did you mean name?",
		head:                                                              "x.toml:5: a stop needs say, two sentences about the screen",
		head + "say = \"a\"\nsya = \"b\"":                                 "x.toml:8: sya: no such key; did you mean say?",
		head + "say = \"a\"\nask = \"b\"":                                 "x.toml:8: ask and answer go together",
		head + "say = \"" + strings.Repeat("a", 301) + "\"":               "x.toml:7: say: has 301 characters, at most 300 fit a screen of 80x24",
		head + "say = \"{regert 1}\"":                                     "x.toml:7: say: regert 1: must be round,",
		head + "say = \"{regret}\"":                                       "x.toml:7: say: regret: must be round,",
		head + "say = \"{pulls 1 0}\"":                                    "x.toml:7: say: pulls 1 0: learners, arms and breakpoints are numbers from 1",
		head + "say = \"a\"\nclaims = [\"regret 1\"]":                     "x.toml:8: claims: regret 1: must be QUANTITY < QUANTITY or QUANTITY > QUANTITY",
		head + "say = \"a\"\nbet = \"best\"":                              "x.toml:8: bet: no such key",
		head + "say = \"a\\u001b\"":                                       "x.toml:7: say: holds a character that is not text",
		strings.Replace(head, "start", "do = []\n#", 1):                   "x.toml:5: the first stop needs start, the flags of its run",
		strings.Replace(head, "mine", strings.Repeat("ε", 81), 1):         "x.toml:1: name: has 81 characters, at most 80 are allowed",
		strings.Replace(head, "A lesson.", strings.Repeat("ε", 201), 1):   "x.toml:1: about: has 201 characters, at most 200 are allowed",
		head + "say = \"a\"\ndo = [" + strings.Repeat("'n',", 101) + "]":  "x.toml:5: do, claims, then or note: has 101 entries, at most 100 are allowed",
		head + "say = \"a\"\ndo = ['" + strings.Repeat("n", 65537) + "']": "x.toml:5: start, do, claims or then: has a text of 65,537 bytes, at most 65,536 are allowed",
		head[:strings.Index(head, "[[stop]]")]:                            "x.toml:1: must have from 1 to 100 stops, [[stop]]",
	} {
		if _, err := Parse("x.toml", text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if _, err := Open("regert"); err == nil || err.Error() != "regert: no such lesson; did you mean regret?" {
		t.Errorf("regert: %v", err)
	}
	if _, err := Open("no/such.toml"); err == nil || err.Error() != "no/such.toml: cannot be read: no such file or directory" {
		t.Errorf("no/such.toml: %v", err)
	}
	l := param.Must(Parse("x.toml", head+"say = \"a\""))
	err := l.Configure(func(string) (*model.Config, error) { return nil, errors.New("wrong flags") })
	if err == nil || err.Error() != "x.toml:6: wrong flags" {
		t.Errorf("flags: %v", err)
	}
}

// Numbers in texts equal the engine's, from pulls and gaps.
func TestFillAndHolds(t *testing.T) {
	shot := &Scene{Snapshot: uitest.Snapshot(uitest.Config(t, 1000, "ucb1", "lazy-dp-ts"), 5)} // every arm once
	got, err := Fill("{round}: {regret 1} {pulls 2 5} {mean 1} {epsilon 2}", shot)
	// Gaps of 0, 1/8, 2/8, 3/8 and 4/8 add up to 1.25.
	if want := "5: 1.2500 1 0.75 0.5"; err != nil || got != want {
		t.Errorf("got %s, %v; want %s", got, err, want)
	}
	later := &Scene{Snapshot: uitest.Snapshot(uitest.Config(t, 1000, "ucb1", "random"), 1000)}
	floor, _ := later.Config.Floor(0, 1000)
	times, since := later.TimesFloor(0, floor)
	v := &later.Learners[0]
	early := v.Curve.Log[slices.IndexFunc(v.Curve.Log, func(s model.Sample) bool { return s.Round == since })]
	if want := (v.Regret - early.Regret) / (7.1283 * math.Log(1000/float64(since))); since > 32 || math.Abs(times/want-1) > 1e-4 {
		t.Errorf("%v times the floor since round %d, want %v", times, since, want)
	}
	if got, err := Fill("{floor 1}", later); err != nil || got != number.Fixed(times, 2) {
		t.Errorf("got %s, %v; want %v", got, err, times)
	}
	for text, holds := range map[string]bool{
		"regret 1 < 1.26": true, "regret 1 < 1.25": false, "mean 1 > mean 2": true, "mean 2 > mean 1": false, "pulls 1 6 > 0": false,
	} {
		if err := (&Stop{Claims: []string{text}}).Holds(shot); (err == nil) != holds {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// A third of our questions ask for something that is done; among choices, no place and no length is the usual
// one of the right answer.
func TestOurQuestionsAskToDo(t *testing.T) {
	all, choices, longest, places := 0., 0., 0., map[int]float64{}
	for _, l := range All() {
		for _, s := range l.Stops {
			if s.Ask != "" {
				all++
			}
			for i, c := range s.Choices {
				if c.Why != "" {
					continue
				}
				choices++
				places[i+1]++
				if !slices.ContainsFunc(s.Choices, func(o Choice) bool { return utf8.RuneCountInString(o.Text) > utf8.RuneCountInString(c.Text) }) {
					longest++
				}
			}
		}
	}
	t.Logf("%v questions, %v with choices, the longest is right in %v, places %v", all, choices, longest, places)
	if choices > all*2/3 || longest > .4*choices {
		t.Errorf("%v of %v questions have choices, and in %v the longest is right", choices, all, longest)
	}
	for place := 1; place <= 3; place++ {
		if part := places[place] / choices; part < .2 || part > .45 {
			t.Errorf("place %d is right in %.2f", place, part)
		}
	}
}

// A lesson's notes and texts are those of a talk, stop by stop.
func TestNotesOfALesson(t *testing.T) {
	const text = head + "say = 'Look at {round}.'\nnote = ['Ask them.', 'Wait.']\n[[stop]]\nsay = 'The end.'\n"
	l, err := Parse("mine.toml", text)
	uitest.NoError(t, err)
	talk := l.Talk()
	stops := talk.Stops()
	if len(stops) != 3 || stops[1].Caption != "Look at {round}." || !slices.Equal(stops[1].Notes, []string{"Ask them.", "Wait."}) ||
		stops[2].Caption != "The end." || len(stops[2].Notes) > 0 || talk.Name != "mine.toml" {
		t.Errorf("%+v", talk)
	}
	if other, err := Parse("mine.toml", text+"note = ['More.']\n"); err != nil || other.Talk().Hash == talk.Hash {
		t.Errorf("a changed lesson has the same name of its talk: %v", err)
	}
	if _, err := Parse("mine.toml", head+"say = 'a'\nnote = ['{nothing}']\n"); err == nil || !strings.Contains(err.Error(), "mine.toml:") || !strings.Contains(err.Error(), "note: nothing:") {
		t.Errorf("an unknown number in a note: %v", err)
	}
}

var said = regexp.MustCompile(`^a\.toml:\d+: .`)

// Any file gives stops that read back as themselves, or one sentence with file and line.
func FuzzParse(f *testing.F) {
	for _, l := range All() {
		f.Add(l.text)
	}
	for _, text := range []string{"", head, head + "say='{regret 1}'", head + "say='{pulls 1 99999999999999999999}'", head + "say='a'\nclaims=['regret 1 < ']", head + "say='a'\nnote=['{regret 1}', 'b']", "name=1", "[[stop]]\n[stop]", "a\x1b=1", "name='a'\nname='b'", "stop=[{say='}{'}]", head + "say='a'\nask='b'\nanswer='c'\nchoices=[{text='d'}, {text='e', why='f'}]", head + "say='a'\nask='b'\nanswer='c'\narm='most pulls 1'\nwithin=0.5\nthen=['go 5']"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		l, err := Parse("a.toml", text)
		if err != nil {
			if message := err.Error(); !said.MatchString(message) || !param.IsPrintable(message) {
				t.Fatalf("%q: unusable message %q", text, message)
			}
			return
		}
		written := param.Must(toml.Marshal(l))
		again, err := Parse("a.toml", string(written))
		if err != nil {
			t.Fatalf("%q is written as %q: %v", text, written, err)
		}
		for i, s := range l.Stops {
			a, b := *s, *again.Stops[i]
			for _, s := range []*Stop{&a, &b} { // written as empty lists
				s.Do, s.Claims, s.Then = slices.Concat(s.Do), slices.Concat(s.Claims), slices.Concat(s.Then)
				s.Choices, s.Notes = slices.Concat(s.Choices), slices.Concat(s.Notes)
			}
			if !reflect.DeepEqual(a, b) {
				t.Errorf("stop %d of %q comes back as %+v", i, text, b)
			}
		}
	})
}
