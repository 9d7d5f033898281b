//go:build !js

package budget

// Default is the budget in bytes unless one is set.
const Default = 2 << 30
