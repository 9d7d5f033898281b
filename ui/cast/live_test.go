package cast

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"
)

// What a live recording writes are whole lines of JSON at every moment, with the
// times, sizes and chapters as they came, and characters that came in two pieces.
func TestLive(t *testing.T) {
	now := time.Unix(1000, 0)
	var out bytes.Buffer
	l, err := NewLive(&out, 80, 24, "talk", func() time.Time { return now })
	if err != nil {
		t.Fatal(err)
	}
	epsilon := []byte("<ε>")
	for _, do := range []func(){
		func() { l.Output([]byte("\x1b[2Jα")) },
		func() { l.Output(epsilon[:2]) },
		func() { l.Output(epsilon[2:]) },
		func() { l.Resize(80, 24) },
		func() { l.Resize(100, 30) },
		func() { l.Chapter("Why?") },
		func() { l.Output([]byte{'a', 0xff, 'b'}) },
	} {
		now = now.Add(250 * time.Millisecond)
		do()
		for _, line := range strings.SplitAfter(out.String(), "\n") {
			if line != "" && (!json.Valid([]byte(line)) || !strings.HasSuffix(line, "\n")) {
				t.Errorf("%q is no line of JSON", line)
			}
		}
	}
	want := `{"version":2,"width":80,"height":24,"timestamp":1000,"title":"talk"}
[0.25,"o","\u001b[2Jα"]
[0.5,"o","<"]
[0.75,"o","ε>"]
[1.25,"r","100x30"]
[1.5,"m","Why?"]
[1.75,"o","a�b"]
`
	if got := out.String(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// A disk that is full ends the recording and nothing else.
func TestLiveKeepsTheFirstError(t *testing.T) {
	full := errors.New("no space")
	w := &failing{after: 2, err: full}
	l, err := NewLive(w, 80, 24, "", time.Now)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		l.Chapter("x")
	}
	if !errors.Is(l.Err(), full) || w.writes != 3 {
		t.Errorf("%v after %d writes", l.Err(), w.writes)
	}
	if _, err := NewLive(&failing{err: full}, 80, 24, "", time.Now); !errors.Is(err, full) {
		t.Error(err)
	}
}

type failing struct {
	writes, after int
	err           error
}

func (f *failing) Write(text []byte) (int, error) {
	if f.writes++; f.writes > f.after {
		return 0, f.err
	}
	return len(text), nil
}
