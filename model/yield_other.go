//go:build !js

package model

// yield runs after the rounds of every advance: a page shares one thread with the runs.
func yield() {}
