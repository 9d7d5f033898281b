package program

import (
	"errors"
	"time"
)

// A process cannot exist in a browser.
type process struct{}

var errMore error

func (h *Host) start(t *Task) (*process, error) {
	return nil, &Failure{Command: t.Command, Lane: -1, What: "a page in a browser cannot start programs"}
}

func (p *process) ask([]byte, time.Duration) error           { return errors.ErrUnsupported }
func (p *process) hear() ([]byte, error)                     { return nil, errors.ErrUnsupported }
func (p *process) hasMoreOutput() bool                       { return false }
func (p *process) broken(int, error, time.Duration) *Failure { return p.failure(0, "") }
func (p *process) failure(round int, what string) *Failure   { return &Failure{Round: round, What: what} }
func (p *process) end()                                      {}
func (p *process) kill()                                     {}
