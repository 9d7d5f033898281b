//go:build !js

package program

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"
)

// The test binary is also a learner program: with "act" as its first argument it plays the part
// named by the second.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "act" {
		acts[os.Args[2]]()
		return
	}
	os.Exit(m.Run())
}

// A stage is the input and output of a test program.
type stage struct {
	in  *bufio.Reader
	out *bufio.Writer
	begin
}

type begin struct {
	Lanes    int      `json:"lanes"`
	Arms     int      `json:"arms"`
	Seeds    []uint64 `json:"seeds"`
	Feedback string   `json:"feedback"`
}

func enter(ready string) *stage {
	s := &stage{in: bufio.NewReaderSize(os.Stdin, 1<<17), out: bufio.NewWriterSize(os.Stdout, 1<<17)}
	json.Unmarshal(s.hear(), &s.begin)
	s.say(ready)
	return s
}

func (s *stage) hear() []byte {
	line, err := s.in.ReadSlice('\n')
	if err != nil {
		os.Exit(0)
	}
	return line
}

func (s *stage) say(line string) {
	s.out.WriteString(line)
	s.out.WriteByte('\n')
	s.out.Flush()
}

// plays is an answer that plays one arm in every lane.
func (s *stage) plays(arm int) string {
	return `{"play":[` + strings.TrimSuffix(strings.Repeat(strconv.Itoa(arm)+",", s.Lanes), ",") + `]}`
}

// always answers every round in the same way.
func (s *stage) always(answer string) {
	for !bytes.Contains(s.hear(), []byte(`"end"`)) {
		s.say(answer)
	}
}

const modest = `{"name":"Act","private":"no"}`

var acts = map[string]func(){
	"echo":    func() { s := enter(modest); s.always(s.plays(0)) },
	"blanks":  func() { s := enter(modest); s.always(`{ "play": [ 1 ] , "unknown": [3] }`) },
	"private": func() { enter(`{"private":"local"}`) },
	"kind":    func() { enter(`{"private":"very"}`) },
	"no json": func() { enter("hello") },
	"garbage": func() { s := enter(modest); s.hear(); s.say("\x1b[31m let us see"); s.hear() },
	"no play": func() { s := enter(modest); s.always(`{}`) },
	"too few": func() { s := enter(modest); s.always(`{"play":[]}`) },
	"no arm":  func() { s := enter(modest); s.always(s.plays(7)) },
	"word":    func() { s := enter(modest); s.always(`{"play":["a"]}`) },
	"twice":   func() { s := enter(modest); s.always(s.plays(0) + "\n" + s.plays(0)) },
	"hang":    func() { s := enter(modest); s.hear(); time.Sleep(time.Hour) },
	"half":    func() { enter(modest).hear(); os.Stdout.WriteString(`{"play":[0`); time.Sleep(time.Hour) },
	"shut":    func() { enter(modest); os.Stdout.Close(); time.Sleep(time.Hour) },
	"die": func() {
		s := enter(modest)
		s.hear()
		fmt.Fprintln(os.Stderr, "Traceback\nZeroDivisionError: division by zero")
		os.Exit(3)
	},
	"flood": func() {
		enter(modest).hear()
		text := bytes.Repeat([]byte("x"), 1<<20)
		for range 1024 {
			os.Stdout.Write(text)
		}
	},
	"complain": func() {
		s := enter(modest)
		text := bytes.Repeat([]byte("x"), 1<<20)
		for range 64 {
			os.Stderr.Write(text)
		}
		s.always(s.plays(0))
	},
	"child": func() {
		child := exec.Command("sleep", "1000")
		child.Start()
		s := enter(fmt.Sprintf(`{"name":"%d"}`, child.Process.Pid))
		s.always(s.plays(0))
	},
	"orphan": func() {
		child := exec.Command("sleep", "1000")
		child.Stderr = os.Stderr
		child.Start()
		enter(fmt.Sprintf(`{"name":"%d"}`, child.Process.Pid)).hear()
	},
	"deaf": func() { s := enter(modest); s.hear(); s.say(s.plays(0)); time.Sleep(time.Hour) },
	// plays the arm that its seed and the rewards so far give
	"alone": func() {
		s := enter(`{"name":"Alone","lanes":1}`)
		played := int(s.Seeds[0])
		for {
			line := s.hear()
			if bytes.Contains(line, []byte(`"end"`)) {
				return
			}
			played += bytes.Count(line, []byte("[1]"))
			s.say(s.plays(played % s.Arms))
		}
	},
	"basis": func() { s := enter(modest); s.always(`{"play":[[0,2]]}`) },
	"loose": func() { s := enter(modest); s.always(`{"play":[[0,1]]}`) },
	"talkative": func() {
		s := enter(modest)
		s.always(`{"play":[1],"why":["arm 1 is due"],"estimates":[[0.25,null]],"releases":[[{"arm":1,"observations":8,"noise":"laplace","scale":2,"epsilon":0.5}]]}`)
	},
}
