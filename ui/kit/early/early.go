// Package early ends the program without a word at SIGQUIT (Ctrl-\), until a command catches it: by default, a Go
// program prints a traceback. It imports little, so that Go initializes it before packages that take long.
package early

import (
	"os"
	"os/signal"
	"syscall"
)

func init() {
	if signal.Ignored(os.Interrupt) { // shells ignore both, and only this one can be asked for
		return
	}
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, syscall.SIGQUIT)
	go func() {
		<-quit
		os.Exit(128 + int(syscall.SIGQUIT))
	}()
}
