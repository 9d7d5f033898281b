package trials

import (
	"encoding/json"
	"strings"
	"testing"

	"regretscope/noise/param"
	"regretscope/scenarios/file"
)

// JSON keeps every character of a text, and escapes invisible ones.
func TestWriteJSONHidesNothing(t *testing.T) {
	want := "ε & <b>, a\u202eb\u200b\u009b31m\U000e0041\x7f \x1b]0;x\x07\n"
	var b strings.Builder
	if err := WriteJSON(&b, want); err != nil {
		t.Fatal(err)
	}
	written := strings.TrimSuffix(b.String(), "\n")
	if !param.IsPrintable(written) || !strings.Contains(written, `ε & <b>`) {
		t.Errorf("written as %q", written)
	}
	var got string
	if err := json.Unmarshal([]byte(written), &got); err != nil || got != want {
		t.Errorf("came back as %q, %v", got, err)
	}
}

// A result describes its scenario with these fields.
func TestEnvironmentIsWrittenOut(t *testing.T) {
	cases := map[string]string{
		"arms = [0.25]\nlabels = ['A']\nchannels = ['rr(0.75,0.5)']": `{"name":"e","kind":"stochastic","feedback":"bandit",` +
			`"labels":["A"],"channels":["rr(0.75,0.5)"],"phases":[{"from":1,"arms":["bernoulli(0.25)"],"means":[0.25]}]}`,
		"kind = 'matroid'\narms = [0.25, 0.5, 1]\n[matroid]\nkind = 'partition'\nblocks = [[1, 3], [2]]\ncapacities = [1, 0]": `{"name":"e","kind":"matroid",` +
			`"feedback":"semi-bandit","matroid":{"kind":"partition","rank":1,"arms":["block 1 of capacity 1","block 2 of capacity 0","block 1 of capacity 1"]},` +
			`"phases":[{"from":1,"arms":["bernoulli(0.25)","bernoulli(0.5)","bernoulli(1)"],"means":[0.25,0.5,1]}]}`,
		"kind = 'matroid'\narms = [0.25, 0.5]\n[matroid]\nkind = 'linear'\nvectors = [[1, 0.5], [0, 0]]": `{"name":"e","kind":"matroid",` +
			`"feedback":"semi-bandit","matroid":{"kind":"linear","rank":1,"arms":["(1, 0.5)","(0, 0)"]},` +
			`"phases":[{"from":1,"arms":["bernoulli(0.25)","bernoulli(0.5)"],"means":[0.25,0.5]}]}`,
	}
	for text, want := range cases {
		s := param.Must(file.Parse("e.toml", []byte(text)))
		got, err := json.Marshal(environment(s))
		if err != nil || string(got) != want {
			t.Errorf("%s: %v\n got %s\nwant %s", text, err, got, want)
		}
	}
	movies := preset("movies")
	if e := environment(movies); !e.SharedDraws || len(e.Matroid.Arms) != 100 {
		t.Errorf("movies: shared draws %v, matroid %+v", e.SharedDraws, e.Matroid)
	}
}
