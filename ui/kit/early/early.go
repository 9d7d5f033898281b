// Package early ends the program without a word at SIGQUIT (Ctrl-\), until a command catches it: by default, a Go
// program prints a traceback. It imports little, so that Go initializes it before packages that take long.
package early

import (
	"os"
	"os/signal"
	"runtime"
	"syscall"
)

// Quit gets SIGQUIT, and ends the program then, until the channel is stopped.
var Quit = make(chan os.Signal, 1)

func init() {
	if runtime.GOOS == "js" || signal.Ignored(os.Interrupt) { // shells ignore both, and only this one can be asked for
		return
	}
	signal.Notify(Quit, syscall.SIGQUIT)
	go func() {
		<-Quit
		os.Exit(128 + int(syscall.SIGQUIT))
	}()
}
