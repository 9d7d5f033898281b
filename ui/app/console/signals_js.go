package console

import (
	"syscall/js"

	tea "github.com/charmbracelet/bubbletea"
)

// Signals turn the page's calls into messages. The page is a JavaScript object named regretscope: columns and rows
// are the terminal's size, resized is called after either changes, and ask passes the command line to said.
type Signals struct{ asked, sized chan struct{} }

// Watch sends the page's calls as messages.
func Watch(send func(tea.Msg), _ func() bool) *Signals {
	s := &Signals{make(chan struct{}, 1), make(chan struct{}, 1)}
	page := js.Global().Get("regretscope")
	if !page.Truthy() {
		return s
	}
	page.Set("resized", notify(s.sized))
	page.Set("ask", notify(s.asked))
	s.sized <- struct{}{}
	go func() {
		for {
			select {
			case <-s.sized:
				send(tea.WindowSizeMsg{Width: page.Get("columns").Int(), Height: page.Get("rows").Int()})
			case <-s.asked:
				send(AskedMsg(func(line string) { page.Call("said", line) }))
			}
		}
	}()
	return s
}

// notify returns a function for JavaScript, which must not wait.
func notify(waiting chan<- struct{}) js.Func {
	return js.FuncOf(func(js.Value, []js.Value) any {
		select {
		case waiting <- struct{}{}:
		default: // looked up when it is called
		}
		return nil
	})
}

// End does nothing: a page has no signals.
func (*Signals) End() {}
