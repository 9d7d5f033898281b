//go:build !unix

package outfile

import (
	"cmp"
	"os"
)

// writable asks whether files can be made in a folder by making one.
func writable(folder string) error {
	probe, err := os.CreateTemp(folder, ".regretscope-*")
	if err != nil {
		return err
	}
	return cmp.Or(probe.Close(), os.Remove(probe.Name()))
}
