package kit

import "github.com/charmbracelet/bubbles/key"

// Bind makes a binding: how its key is written in help, what it does, and the
// names of the keys it is on, as bubbletea has them.
func Bind(help, does string, on ...string) key.Binding {
	return key.NewBinding(key.WithKeys(on...), key.WithHelp(help, does))
}
