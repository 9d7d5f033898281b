//go:build heavy

package ui

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

var (
	soak     = flag.Duration("soak", 2*time.Second, "how long the program runs at full speed under keys and resizes")
	soakSeed = flag.Uint64("soak-seed", 8, "which keys and sizes")
)

const (
	// soaked is a run that does not end, with learners that use memory in all ways.
	soaked = "--background dark --scenario hhmh-1 --epsilon 0.5 --horizon 1e10 " +
		"--learner lazy-dp-ts --learner anytime-lazy-ucb --learner ucb1 --learner sw-ucb,w=1e5"
	// soakKeys enter and leave every screen and never quit. Longer entries are typed as they are.
	soakKeys = "_ _ n b [ ] { } ( ) + - g5e5! g+1000! g50%! u+1e6! r s v v v V o o o l L c~ c! H C > > > f F 1 2 3 4 m m z z p j k h w " +
		"x x! xr200!! xg0.5,1!! x~ xb xp a a_ a> a~ t t_ td tn tr ts t~ ~ ~ ~ ~ e e! e~ ?j~ :zoom! :seed_7! :learner_2! i ~ y P! S! ~"
	// slack is the allowed variation of memory between laps: it is 30 to 350 MB, depending on the screen.
	slack = 128 << 20
)

var escaped = strings.NewReplacer("~", "\x1b", "_", " ", "!", "\r", ">", "\t")

// At full speed, with random keys and sizes, the program keeps running, ends when it is told to,
// and its memory does not grow.
func TestSoak(t *testing.T) {
	if testing.Short() {
		t.Skip("takes -soak")
	}
	random := rand.New(rand.NewPCG(16, *soakSeed))
	keys := strings.Fields(soakKeys)
	v := open(t, soaked)
	v.sees("five arms")
	begun := time.Now()
	pause := min(10*time.Second, *soak/8)
	var memory []int
	pressed, resized := 0, 0
	for time.Since(begun) < *soak || len(memory) < 2 {
		for _, key := range strings.Fields("~ ~ ~ ~ :run! ++++++++++++") { // from wherever it is
			v.types(escaped.Replace(key))
			time.Sleep(50 * time.Millisecond)
		}
		for lap := time.Now(); time.Since(lap) < pause; {
			key := escaped.Replace(keys[random.IntN(len(keys))])
			v.types(key)
			pressed++
			if random.IntN(8) == 0 {
				v.resize(40+random.IntN(160), 10+random.IntN(50))
				resized++
			}
			time.Sleep(time.Duration(10+random.IntN(90)) * time.Millisecond)
			select {
			case <-v.ended:
				out := v.output()
				t.Fatalf("it ended after %d keys, the newest %q: %s", pressed, key, out[max(0, len(out)-20_000):])
			default:
			}
		}
		memory = append(memory, v.resident())
		t.Logf("%v: %d keys, %d sizes, %d MB", time.Since(begun).Round(time.Second), pressed, resized, memory[len(memory)-1]>>20)
		v.forget()
	}
	// A leak is never freed: all of the second half is above the first.
	half := len(memory) / 2
	if first, last := slices.Max(memory[:half]), slices.Min(memory[half:]); last > first+slack {
		t.Errorf("memory grows: at most %d MB in the first half, at least %d MB in the second", first>>20, last>>20)
	}
	v.types("\x03")
	v.ends(interrupted)
}

// resident returns the program's resident memory in bytes.
func (v *visit) resident() int {
	v.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", v.program.Process.Pid))
	if err != nil {
		v.Fatal(err)
	}
	_, after, _ := bytes.Cut(text, []byte("VmRSS:"))
	var kilobytes int
	if _, err := fmt.Sscan(string(after), &kilobytes); err != nil {
		v.Fatal(err)
	}
	return kilobytes << 10
}
