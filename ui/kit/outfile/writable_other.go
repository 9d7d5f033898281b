//go:build !unix

package outfile

import (
	"cmp"
	"os"
)

// writable checks whether files can be created in a folder by creating one.
func writable(folder string) error {
	probe, err := os.CreateTemp(folder, ".regretscope-*")
	if err != nil {
		return err
	}
	return cmp.Or(probe.Close(), os.Remove(probe.Name()))
}
