//go:build !js

package memlimit

// Default is the default budget in bytes.
const Default = 2 << 30
