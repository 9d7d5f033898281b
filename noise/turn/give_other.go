//go:build !js

package turn

// Give does nothing: keys and drawing have threads of their own.
func Give() {}
