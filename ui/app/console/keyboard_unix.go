//go:build unix

package console

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"golang.org/x/sys/unix"
)

// lookEvery is the time between two checks of waiting keys.
const lookEvery = 100 * time.Millisecond

// Listen looks for Ctrl-C while a write, and with it Bubble Tea, is blocked: Bubble Tea reads
// no further after the first key that it cannot deliver. Other keys are kept for it.
func (k *Keyboard) Listen(through <-chan struct{}, send func(tea.Msg)) {
	waiting := false
	for {
		select {
		case <-through:
			return
		case <-time.After(lookEvery):
		}
		ready := []unix.PollFd{{Fd: int32(k.Fd()), Events: unix.POLLIN}}
		n, err := unix.Poll(ready, 0)
		if waited := waiting; err != nil || n == 0 || !waited {
			waiting = err == nil && n > 0
			continue
		}
		if k.keep() {
			send(EndMsg{})
			return
		}
	}
}

// keep reads waiting keys, and reports whether Ctrl-C is among them.
func (k *Keyboard) keep() bool {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	var text [256]byte
	n, err := unix.Read(int(k.Fd()), text[:])
	if err != nil || n <= 0 {
		return false
	}
	k.kept = k.pastes.cut(k.kept, text[:n])
	return k.look(text[:n])
}
