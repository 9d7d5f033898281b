//go:build !js

package drive

// yield does nothing: keys and drawing have threads of their own.
func yield() {}
