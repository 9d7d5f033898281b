package console

import (
	"bytes"
	"os"
	"sync"

	"regretscope/ui/kit/stream"
)

// A Keyboard is the terminal's input. It sees Ctrl-C before Bubble Tea, which cannot handle it
// while it writes a frame that nobody reads.
type Keyboard struct {
	*os.File
	Canceler *stream.Canceler

	mutex  sync.Mutex
	kept   []byte // read while Bubble Tea did not read
	pastes pastes
}

// interrupt is the byte of Ctrl-C.
const interrupt = 3

// Read implements io.Reader.
func (k *Keyboard) Read(text []byte) (int, error) {
	k.mutex.Lock()
	n := copy(text, k.kept)
	k.kept = k.kept[n:]
	k.mutex.Unlock()
	if n > 0 {
		return n, nil
	}
	n, err := k.File.Read(text)
	k.look(text[:n])
	k.mutex.Lock()
	defer k.mutex.Unlock()
	k.kept = k.pastes.cut(k.kept, text[:n])
	n = copy(text, k.kept)
	k.kept = k.kept[n:]
	return n, err
}

// look checks keys for Ctrl-C.
func (k *Keyboard) look(text []byte) (found bool) {
	if found = bytes.IndexByte(text, interrupt) >= 0; found {
		k.Canceler.Cancel()
	}
	return found
}
