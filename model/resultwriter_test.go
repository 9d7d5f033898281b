package model

import (
	"encoding/json"
	"strings"
	"testing"

	"regretscope/noise/declare"
)

// JSON keeps every character of a text, but writes what cannot be seen by number.
func TestWriteJSONHidesNothing(t *testing.T) {
	want := "ε & <b>, a\u202eb\u200b\u009b31m\U000e0041\x7f \x1b]0;x\x07\n"
	var b strings.Builder
	if err := WriteJSON(&b, want); err != nil {
		t.Fatal(err)
	}
	written := strings.TrimSuffix(b.String(), "\n")
	if !declare.IsPrintable(written) || !strings.Contains(written, `ε & <b>`) {
		t.Errorf("written as %q", written)
	}
	var got string
	if err := json.Unmarshal([]byte(written), &got); err != nil || got != want {
		t.Errorf("came back as %q, %v", got, err)
	}
}
