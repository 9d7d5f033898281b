package ui

import (
	"bytes"
	"strings"
	"testing"
)

func TestMainHandsOver(t *testing.T) {
	cases := []struct {
		args   []string
		status int
		out    string // what standard output begins with
		err    string
	}{
		{[]string{"--version"}, 0, "regretscope ", ""},
		{[]string{"trace", "--horizon", "1"}, 0, `{"t":1,"play":[1],`, ""},
		{[]string{"run", "--epsilon", "-1"}, 2, "", "--epsilon -1: must be a positive number or inf\n"},
	}
	for _, c := range cases {
		var out, err bytes.Buffer
		if status := Main(c.args, strings.NewReader(""), &out, &err); status != c.status ||
			!strings.HasPrefix(out.String(), c.out) || err.String() != c.err || (c.out == "" && out.Len() > 0) {
			t.Errorf("%q: status %d, %q, %q", c.args, status, &out, &err)
		}
	}
}
