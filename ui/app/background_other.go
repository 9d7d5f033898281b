//go:build !unix

package app

// askBackground asks nothing: what is here has no way to say.
func askBackground(_, _ any) Shade { return AskTerminal }
