// Package command is the command line: the flags of the program and of each of
// its commands, what they mean as a configuration, and what the commands
// print. A command is one file with a grammar and a plan. What does not belong
// here: simulation, file formats of results, and screens.
package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"

	"regretscope/model"
	"regretscope/noise/declare"
)

// The program's exit statuses.
const (
	done        = 0
	failed      = 1
	wrong       = 2
	interrupted = 130
)

// Name is what the program is called.
const Name = "regretscope"

// Streams are what a program reads from and writes to.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// A Start is what the terminal program begins with.
type Start struct {
	Config *model.Config // complete and checked
	Setup  bool          // neither scenario nor learners were chosen: ask for them

	Background string // of the terminal: dark, light; anything else: ask it
	Mouse      bool   // panels can be clicked
}

// A Program is the whole command line.
type Program struct {
	Streams
	// Terminal runs the terminal program until it is left.
	Terminal func(Start, Streams) error
}

// A command is what a word of the command line stands for.
type command struct {
	name     string // empty for the program itself
	summary  string
	examples string                // shown below the flags
	grammar  func(*Program) action // fresh flags; the struct is declared for kong
}

// An action is a command with its flags.
type action interface {
	// plan checks everything that was asked for, and returns the work. An error
	// is one sentence that says what is wrong with the request.
	plan() (work, error)
}

// work is what a command does once its request is known to be right.
type work func(context.Context) error

// commands are listed in this order.
func commands() []*command { return []*command{runCommand, traceCommand, auditCommand, listCommand} }

// Run runs the program and returns its exit status. Errors are one sentence on
// the error stream.
func (p *Program) Run(ctx context.Context, args []string) int {
	chosen, rest, err := choose(args)
	if err != nil {
		return p.refuse(err)
	}
	action := chosen.grammar(p)
	helped, err := parse(chosen, action, p.Streams, rest)
	if helped {
		return p.finish(err)
	}
	if err != nil {
		return p.refuse(err)
	}
	work, err := action.plan()
	if err != nil {
		return p.refuse(err)
	}
	return p.finish(work(ctx))
}

// finish makes the exit status of what was done. That nobody reads on is no
// failure.
func (p *Program) finish(err error) int {
	if err == nil || errors.Is(err, syscall.EPIPE) {
		return done
	}
	p.say(err)
	if stopped := new(interruption); errors.As(err, &stopped) {
		return interrupted
	}
	return failed
}

// choose finds the command that arguments begin with.
func choose(args []string) (*command, []string, error) {
	if len(args) == 0 || strings.HasPrefix(args[0], "-") {
		return terminalCommand, args, nil
	}
	var names []string
	for _, c := range commands() {
		if c.name == args[0] {
			return c, args[1:], nil
		}
		names = append(names, c.name)
	}
	return nil, nil, fmt.Errorf("%s: no such command%s (there is %s)", args[0], declare.DidYouMean(args[0], names), strings.Join(names, ", "))
}

func (p *Program) refuse(err error) int {
	p.say(err)
	return wrong
}

// say writes an error as one line, without what somebody's text may hold that
// would disturb a terminal.
func (p *Program) say(err error) {
	fmt.Fprintln(p.Err, declare.Printable(err.Error()))
}
