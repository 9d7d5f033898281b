// Package command is the command line: the program's commands and flags, the configurations they stand for, and what
// the commands print. Each command is one file with one struct in the grammar: the fields are its flags, AfterApply
// checks the request, and Run does the work. Help.txt has examples of each.
package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"regretscope/model/program"
	"regretscope/noise/memlimit"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/command/flags"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/script"
)

// Exit statuses.
const (
	done        = 0
	failed      = 1
	wrong       = 2
	moreToDo    = 3 // the time limit was reached
	violated    = 4 // an audit found a violated claim
	interrupted = 130
)

// Name is the program's name.
const Name = "regretscope"

// Streams are the program's input and outputs.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// A Program is the whole command line.
type Program struct {
	Streams

	args  []string // what Run was called with
	color string   // the flag --color
	// programs starts the learners that are programs; nil: no program may be started.
	programs *program.Host
	linked   bool         // args come from a link
	flags    []*kong.Flag // of the command
	atEnd    []func()     // what to close, discard, or release at the end
	onScreen atomic.Bool  // the terminal program has the terminal
	status   atomic.Int32 // of the signal that ends the program; done: there was none
}

// grammar holds every command with its flags, in the order of the help.
type grammar struct {
	Memory       flags.Memory    `placeholder:"SIZE" help:"Memory limit, such as 500MB or 8GiB (default: ${default_memory})."`
	Color        string          `placeholder:"WHEN" enum:"${colors}" default:"auto" help:"${color}"`
	AnswerWithin flags.TimeLimit `placeholder:"60s" help:"${answer_within}"`

	Terminal terminalCommand `cmd:"" default:"withargs" hidden:"" help:"The terminal program."`

	Trace traceCommand `cmd:"" group:"watch" help:"Print one run round by round as JSON lines."`

	Run     runCommand     `cmd:"" group:"measure" help:"Run replications and print a table, CSV, or JSON."`
	Summary summaryCommand `cmd:"" group:"measure" help:"Print the results of saved records."`
	installed
	Audit auditCommand `cmd:"" group:"measure" help:"Compare the claimed ε with the exact privacy loss and a measured lower bound."`

	Lesson   lessonCommand   `cmd:"" group:"learn" help:"Open a guided lesson, or list all lessons."`
	Explain  explainCommand  `cmd:"" group:"learn" help:"Explain a symbol, term, learner, scenario, or channel."`
	List     listCommand     `cmd:"" group:"learn" help:"List scenarios, learners, channels, comparisons, figures, lessons, or limits."`
	Template templateCommand `cmd:"" group:"learn" help:"Print a starter program for your own learner."`

	scripting
}

// AfterApply sets the memory limit and the time limit of programs before any command uses them.
func (g *grammar) AfterApply(p *Program, host *program.Host, request *kong.Context) error {
	p.color = g.Color
	if g.Memory > 0 {
		memlimit.Set(int(g.Memory))
	}
	if host != nil {
		host.Answer = time.Duration(g.AnswerWithin)
	}
	return flags.Check(request) // before any file is looked at
}

const description = `An oscilloscope for private online learning: watch differentially private
bandits learn, and see the cost of privacy. Without a command, it opens the
terminal program; with --scenario or --learner, directly at the run screen.`

// Run runs the program and returns its exit status. It prints an error as one sentence to the error stream.
func (p *Program) Run(ctx context.Context, args []string) (status int) {
	if err := flags.CheckArguments(args); err != nil {
		p.say(err)
		return wrong
	}
	p.args = args
	if !p.linked { // whoever follows a link has not typed its flags
		p.programs = program.NewHost()
		defer p.programs.Close()
	}
	ctx, end := context.WithCancel(ctx)
	defer func() {
		if by := p.status.Load(); by != done && status != failed { // what is lost is told, whatever else happens
			status = int(by)
		}
		end() // including watching signals
		for _, do := range p.atEnd {
			do()
		}
	}()
	parser, err := p.parser(&grammar{}, p.untilInterrupted(ctx))
	if err != nil {
		return p.finish(err)
	}
	if !p.linked {
		args = canonical(args)
	}
	args = commandFirst(parser.Model.Children, args)
	if p.linked {
		if err := checkLink(parser, args); err != nil {
			p.say(fmt.Errorf("the link: %w", err))
			return wrong
		}
	}
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") { // the name of a command
		parser.Model.DefaultCmd = nil
		if _, err := param.Find(parser.Model.Children, "command", args[0],
			func(n *kong.Node) string { return n.Name }); err != nil {
			p.say(fmt.Errorf("%s: %w (%s --help lists them)", args[0], err, Name))
			return wrong
		}
	}
	request, err := parser.Parse(args)
	if answer := new(answered); errors.As(err, &answer) {
		return p.finish(answer.unwritten)
	}
	if err == nil {
		err = flags.Check(request) // again: a script's start may name files, too
	}
	if err != nil {
		err = flags.Explained(err)
		p.say(fmt.Errorf("%w%s", err, number.Comma(strings.Join(args, " "))))
		return wrong
	}
	p.flags = request.Flags()
	return p.finish(request.Run())
}

// canonical turns help, help COMMAND, version, and -V into flags.
func canonical(args []string) []string {
	switch {
	case len(args) == 0:
	case args[0] == "help":
		return append(slices.Clone(args[1:]), "--help")
	case len(args) == 1 && (args[0] == "version" || args[0] == "-V"):
		return []string{"--version"}
	}
	return args
}

// commandFirst moves the name of a command before the flags that stand in front of it.
func commandFirst(commands []*kong.Node, args []string) []string {
	for i := 0; i < len(args) && args[i] != "--"; i++ {
		name, isFlag := strings.CutPrefix(args[i], "--")
		takes := func(f *kong.Flag) bool { return f.Name == name && !f.IsBool() }
		switch {
		case isFlag:
			if slices.ContainsFunc(commands, func(n *kong.Node) bool {
				return slices.ContainsFunc(slices.Concat(n.AllFlags(false)...), takes)
			}) {
				i++
			}
		case slices.ContainsFunc(commands, func(n *kong.Node) bool { return !n.Hidden && n.Name == args[i] }):
			return slices.Concat(args[i:i+1], args[:i], args[i+1:])
		default:
			return args
		}
	}
	return args
}

func (p *Program) parser(into *grammar, more ...kong.Option) (*kong.Kong, error) {
	return flags.NewParser(into, append(
		more, kong.Name(Name), kong.Description(description),
		kong.ConfigureHelp(kong.HelpOptions{
			NoAppDescFormat: true, Compact: true, FlagsLast: true,
		}),
		kong.Help(writeHelp), kong.ExplicitGroups(wants), kong.PostBuild(addExamples),
		kong.Writers(p.Out, p.Err), kong.Vars{"colors": theme.ColorChoices, "bands": "error,se,sd,quartiles,quantiles,none"},
		kong.Bind(p, p.programs), kong.BindTo(p.Out, (*io.Writer)(nil)),
	)...)
}

// finish returns the exit status. A reader that closes the output early is not a failure.
func (p *Program) finish(err error) int {
	if err == nil || errors.Is(err, syscall.EPIPE) {
		return done
	}
	p.say(err)
	if end := new(ending); errors.As(err, &end) {
		return end.status
	}
	return failed
}

// say writes an error as one line of limited length without control characters, in which command lines
// work as they are. If a name has no near match, the line ends with the command that lists all names.
func (p *Program) say(err error) {
	if wrong := script.Mistakes(nil); errors.As(err, &wrong) {
		p.sayAll(wrong.Named())
		return
	}
	said := param.Brief(err.Error())
	if unknown := new(param.Unknown); errors.As(err, &unknown) && strings.HasSuffix(said, unknown.Error()) &&
		unknown.Near == "" {
		if list := listingOf(unknown.Kind); list != "" {
			said += "; " + Name + " " + list + " shows all"
		}
	}
	fmt.Fprintln(p.Err, strings.ReplaceAll(said, Name+" ", kit.Typed(Name)+" "))
}

func (p *Program) sayAll(sentences []error) {
	for _, sentence := range sentences {
		p.say(sentence)
	}
}
