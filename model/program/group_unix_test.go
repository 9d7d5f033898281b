//go:build unix

package program

import (
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"regretscope/noise/param"
)

// A process's children end with it, whether it ends, is killed, or exits first.
func TestNothingIsLeft(t *testing.T) {
	t.Parallel()
	endings := map[string]func(*Host, *Team){
		"end":   func(_ *Host, team *Team) { team.End() },
		"kill":  func(_ *Host, team *Team) { team.Kill() },
		"close": func(h *Host, _ *Team) { h.Close() },
	}
	for name, end := range endings {
		for _, act := range []string{"child", "orphan"} {
			t.Run(name+" "+act, func(t *testing.T) {
				h := hostFor(t)
				team := h.NewTeam(taskOf(t, act), []uint64{1})
				ready := param.Must(team.Start())
				child, _ := strconv.Atoi(ready.Name)
				play(team, 1)
				end(h, team)
				<-team.members[0].gone
				if lives(child) {
					t.Errorf("process %d is left", child)
				}
			})
		}
	}
}

// lives reports whether a killed process still exists after a minute and is not a zombie.
func lives(pid int) bool {
	for range 3000 {
		stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
		if err == nil && strings.Contains(string(stat), ") Z") || syscall.Kill(pid, 0) != nil {
			return false
		}
		time.Sleep(20 * time.Millisecond)
	}
	return true
}
