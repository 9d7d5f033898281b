//go:build !linux

package outfile

import (
	"errors"
	"os"
)

// unnamed is for Linux alone: elsewhere a file has a name from the beginning.
func unnamed(string) (*os.File, error) { return nil, errors.ErrUnsupported }

func giveName(*os.File, string) error { return errors.ErrUnsupported }
