package program

import (
	"encoding/json"
	"strings"
	"testing"

	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/matroid"
)

// Answers that are valid JSON but make no sense are refused. The plays hold the arms of the
// round before, which an unread answer would repeat.
func TestWrongAnswers(t *testing.T) {
	const oneArm = "its play must be an arm from 0 to 2"
	const basis = "its play must be a basis: a list of 2 arms from 0 to 2 that may be played together"
	bases := param.Must(matroid.NewUniform(3, 2))
	for name, c := range map[string]struct {
		matroid     matroid.Matroid
		answer, err string
	}{
		"null":                  {nil, `null`, "its answer must be a JSON object, in braces"},
		"list":                  {nil, `[1]`, "its answer must be a JSON object, in braces"},
		"null play":             {nil, `{"play":null}`, "its answer has no play"},
		"null arm":              {nil, `{"play":[null]}`, oneArm},
		"null basis":            {bases, `{"play":[null]}`, basis},
		"null in a basis":       {bases, `{"play":[[0,null]]}`, basis},
		"basis":                 {bases, `{"play":[[0,2]]}`, ""},
		"other case":            {nil, `{"Play":[1]}`, `its answer has no play; write "Play" in lower case`},
		"other case, unknown":   {nil, `{"play":[1],"Play":[7],"WHY":3}`, ""},
		"twice":                 {nil, `{"play":[1],"play":[0]}`, `the key "play" occurs twice`},
		"unknown twice":         {nil, `{"play":[1],"x":1,"x":1}`, `the key "x" occurs twice`},
		"twice in a release":    {nil, `{"play":[1],"releases":[[{"arm":1,"arm":0}]]}`, `releases: the key "arm" occurs twice`},
		"no list of plays":      {nil, `{"play":1}`, "play has a wrong value"},
		"no texts":              {nil, `{"play":[1],"why":[1]}`, "why has a wrong value"},
		"no release":            {nil, `{"play":[1],"releases":[[null]]}`, "releases has a wrong value"},
		"no number":             {nil, `{"play":[1],"releases":[[{"scale":"2"}]]}`, "releases: scale has a wrong value"},
		"second value":          {nil, `{"play":[1]} {}`, "its answer is not a line of JSON; print messages for people to standard error"},
		"empty":                 {nil, ``, "its answer is an empty line; each line needs one answer, and nothing else"},
		"NaN":                   {nil, `{"play":[1],"estimates":[[NaN]]}`, "its answer has NaN, which JSON does not know"},
		"infinity":              {nil, `{"play":[1],"estimates":[[-Infinity]]}`, "its answer has -Infinity, which JSON does not know"},
		"byte-order mark":       {nil, "\ufeff" + `{"play":[1]}`, "its answer begins with a byte-order mark; write UTF-8 without one"},
		"text with NaN":         {nil, `NaN arms`, "its answer is not a line of JSON; print messages for people to standard error"},
		"decimal point":         {nil, `{"play":[1.0]}`, oneArm + ", a whole number and not 1.0"},
		"fraction in a basis":   {bases, `{"play":[[0,1.5]]}`, basis + ", a whole number and not 1.5"},
		"null besides the play": {nil, `{"play":[1],"estimates":null,"why":[null],"releases":[null]}`, ""},
	} {
		checker := newChecker(&Task{Arms: 3, Feedback: scenarios.Bandit, Matroid: c.matroid})
		_, err := checker.read([]byte(c.answer), [][]int{make([]int, checker.size)})
		if got := errorText(err); got != c.err {
			t.Errorf("%s: %s: %q, want %q", name, c.answer, got, c.err)
		}
	}
}

func TestWrongReadies(t *testing.T) {
	for text, want := range map[string]string{
		`null`:                              "its answer must be a JSON object, in braces",
		`{"private":3}`:                     "private has a wrong value",
		`{"lanes":1,"lanes":2}`:             `the key "lanes" occurs twice`,
		`{"claim":1}`:                       "claim has a wrong value",
		`{"claim":{"epsilon":"1"}}`:         "claim: epsilon has a wrong value",
		`{"claim":{"Epsilon":1}}`:           "claim: must have a positive epsilon, rho or mu",
		`{"claim":{"epsilon":0}}`:           "claim: must have a positive epsilon, rho or mu",
		`{"claim":{"epsilon":-1}}`:          "the numbers of its claim must be positive",
		`{"claim":{"delta":0.1}}`:           "the delta of its claim needs an epsilon",
		`{"claim":{"epsilon":1,"delta":1}}`: "the delta of its claim must be at least 0 and below 1",
		`{"claim":{"epsilon":1,"rho":1}}`:   "its claim must be in one notion: epsilon, epsilon with delta, rho, or mu",
		`{"claim":{"mu":1}}`:                "",
		`{"claim":{"epsilon":null}}`:        "", // as told: no privacy, no claim
		`{"claim":null,"Private":"very"}`:   "",
	} {
		if _, err := new(Task).readReady([]byte(text)); errorText(err) != want {
			t.Errorf("%s: %q, want %q", text, errorText(err), want)
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// No more of a release's text is stored than is shown.
func TestStatedTextsAreCut(t *testing.T) {
	var r Release
	if err := json.Unmarshal([]byte(`{"noise":"`+strings.Repeat("ü", 1<<19)+`"}`), &r); err != nil {
		t.Fatal(err)
	}
	if want := strings.Repeat("ü", 120) + "…"; r.Noise != want {
		t.Errorf("%d bytes are kept, want %d", len(r.Noise), len(want))
	}
}
