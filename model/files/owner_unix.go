//go:build unix

package files

import (
	"io/fs"
	"syscall"
)

func ownerOf(info fs.FileInfo) (user int, known bool) {
	system, known := info.Sys().(*syscall.Stat_t)
	if !known {
		return 0, false
	}
	return int(system.Uid), true
}
