package drive

import "syscall/js"

// yield waits until JavaScript has had its turn: keys reach the one thread there is only
// while all of the program waits. A timer would take 4 ms, a message does not.
func yield() {
	page := js.Global().Get("regretscope")
	if !page.Truthy() {
		return
	}
	turn := make(chan struct{})
	resume := js.FuncOf(func(js.Value, []js.Value) any {
		close(turn)
		return nil
	})
	defer resume.Release()
	page.Call("yield", resume)
	<-turn
}
