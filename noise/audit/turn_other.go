//go:build !js

package audit

// GiveTurn does nothing: keys and drawing have threads of their own.
func GiveTurn() {}
