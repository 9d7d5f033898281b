// Package programtest lets a test binary act as the program that its tests start as a learner.
package programtest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"testing"
	"time"

	"regretscope/learners"
)

// A Behavior starts a test program, given the seeds of its lanes and the number of arms. It
// returns the ready line and a function that returns the arm of every lane in round t, given
// the feedback of round t−1. The program dies when play returns nil.
type Behavior func(part string, seeds []uint64, arms int) (ready string, play func(t int, feedback []float64) []int)

// Main runs the tests, or a Behavior if the binary was started as a learner.
func Main(m *testing.M, begin Behavior) {
	if len(os.Args) < 3 || os.Args[1] != "act" {
		os.Exit(m.Run())
	}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	var line struct {
		Seeds    []uint64  `json:"seeds"`
		Arms     int       `json:"arms"`
		T        int       `json:"t"`
		Feedback []float64 `json:"feedback"`
		End      bool      `json:"end"`
	}
	hear := func() bool {
		return lines.Scan() && json.Unmarshal(lines.Bytes(), &line) == nil && !line.End
	}
	hear()
	ready, play := begin(os.Args[2], line.Seeds, line.Arms)
	fmt.Println(ready)
	for hear() {
		plays := play(line.T, line.Feedback)
		if plays == nil {
			return
		}
		answer, _ := json.Marshal(map[string]any{"play": plays}) // whole numbers can be written
		fmt.Println(string(answer))
	}
}

// Counters is a Behavior that plays arms by a number of each lane, initialized by its seed. "seeded" is correct; in
// "shared", all lanes share one number; "restless" starts with the time; "mortal" dies in round
// 100; and "mute" leaves a file where it started and does not answer.
func Counters(part string, states []uint64, arms int) (ready string, play func(t int, feedback []float64) []int) {
	if part == "restless" {
		states[0] = uint64(time.Now().UnixNano())
	}
	return `{"name":"Act"}`, func(t int, feedback []float64) []int {
		if part == "mute" {
			os.CreateTemp(os.Getenv("REGRETSCOPE_TEST_STARTS"), "")
			time.Sleep(time.Hour)
		}
		if part == "mortal" && t == 100 {
			return nil
		}
		plays := make([]int, len(states))
		for i := range states {
			k := i
			if part == "shared" {
				k = 0
			} else if t > 1 {
				states[k] += uint64(feedback[i])
			}
			states[k] = states[k]*6364136223846793005 + 1442695040888963407
			plays[i] = int(states[k] >> 33 % uint64(arms))
		}
		return plays
	}
}

// Learner returns the test binary as a learner that plays a part, which is passed to the Behavior.
func Learner(t testing.TB, part string) learners.Spec {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	spec, err := learners.ParseTyped(fmt.Sprintf("'%s' act %s", self, part))
	if err != nil {
		t.Fatal(err)
	}
	return spec
}
