//go:build unix

package outfile

import "golang.org/x/sys/unix"

// writable checks whether files can be created in a folder, without creating one, which a
// signal could leave behind.
func writable(folder string) error { return unix.Access(folder, unix.W_OK|unix.X_OK) }
