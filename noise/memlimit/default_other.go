//go:build !js

package memlimit

// Default is the budget in bytes unless one is set.
const Default = 2 << 30
