//go:build !js

package dpaudit

// GiveTurn does nothing: keys and drawing have threads of their own.
func GiveTurn() {}
