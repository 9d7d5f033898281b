//go:build !unix

package console

// AskBackground asks nothing: what is here has no way to say.
func AskBackground(_, _ any) Shade { return AskTerminal }
