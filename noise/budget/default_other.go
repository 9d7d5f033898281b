//go:build !js

package budget

// Default is the budget in bytes where none was set.
const Default = 2 << 30
