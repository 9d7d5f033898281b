//go:build unix

package outfile

import "golang.org/x/sys/unix"

// writable asks whether files can be made in a folder, without making one: a signal could
// leave it behind.
func writable(folder string) error { return unix.Access(folder, unix.W_OK|unix.X_OK) }
