package learners

import (
	"errors"
	"fmt"
	"math"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"regretscope/noise/channel"
	"regretscope/noise/number"
	"regretscope/noise/param"
)

// ErrProgram is returned for a file or script that names a program.
var ErrProgram = errors.New("this file may not start programs: give --learner on the command line")

// IsProgram reports whether a learner's name is a command line instead of an id: it has a path, or
// words of which the first is like no id.
func IsProgram(command string) bool {
	if strings.Contains(command, "/") || strings.HasSuffix(command, ".py") ||
		runtime.GOOS == "windows" && strings.Contains(command, `\`) {
		return true
	}
	words := strings.Fields(command)
	if len(words) < 2 {
		return false
	}
	_, err := Find(words[0])
	unknown := new(param.Unknown)
	return errors.As(err, &unknown) && unknown.Near == ""
}

func newProgram(command string) (Spec, error) {
	words, err := splitWords(command)
	if err != nil {
		return Spec{}, err
	}
	if len(words) == 1 && strings.HasSuffix(words[0], ".py") {
		words = append(python(runtime.GOOS, isInstalled), words[0])
	}
	return Spec{Declaration: &Declaration{
		ID:           command,
		Listing:      Listing{Name: programName(words), Family: Programs, Summary: "a program of your own"},
		Guarantee:    Guarantee{Privacy: Unknown},
		KnowsHorizon: true,
		Player:       Player{process: words},
	}}, nil
}

// python returns the words that start Python. Windows has a launcher or python; its python3 may open a store instead.
func python(system string, installed func(string) bool) []string {
	switch {
	case system == "windows" && installed("py"):
		return []string{"py", "-3"}
	case system == "windows" && installed("python"):
		return []string{"python"}
	}
	return []string{"python3"}
}

func isInstalled(name string) bool {
	_, err := exec.LookPath(name)
	return err == nil
}

// splitWords splits a command line, whose paths may have backslashes.
func splitWords(command string) ([]string, error) {
	words, closed := param.SplitWords(command, false)
	switch {
	case !closed:
		return nil, errors.New("a quotation mark is not closed")
	case len(words) == 0 || words[0] == "":
		return nil, errors.New("the name of the program is missing")
	case strings.ContainsRune(command, 0):
		return nil, errors.New("a command line must not contain a NUL character")
	}
	return words, nil
}

// programName returns the name for legends: the file given to an interpreter, or else the program's own name.
func programName(words []string) string {
	for _, word := range words[1:] {
		if filepath.Ext(word) != "" && !strings.HasPrefix(word, "-") {
			return param.Printable(filepath.Base(word))
		}
	}
	return param.Printable(filepath.Base(words[0]))
}

// taking returns the declaration of a program with a parameter of this name.
func (s Spec) taking(name string) *Declaration {
	d := *s.Declaration
	if !slices.ContainsFunc(d.Parameters, func(p param.Parameter) bool { return p.Name == name }) {
		d.Parameters = append(slices.Clone(d.Parameters), param.Parameter{Name: name, Text: true})
	}
	return &d
}

// Given returns the parameters of a program and their values as text.
func (s Spec) Given() map[string]string { return s.set }

// A Fallible learner can fail while it plays, as a process can.
type Fallible interface {
	// Err returns the reason why the latest Choose failed; its play must not be used. The error is permanent.
	Err() error
}

// A Player plays a learner's rounds: a program, a person, or, if zero, an algorithm. Code that
// runs, audits or shows a learner asks its Player for abilities, not for its kind.
type Player struct {
	Game    *Game    // of a person; otherwise nil
	process []string // the command line of a program
}

// Waits reports whether each round waits for a person, so no other seed can repeat it.
func (p Player) Waits() bool { return p.Game != nil }

// Playable returns the number of rounds of a horizon that can be played now.
func (p Player) Playable(horizon int) int {
	if p.Game != nil {
		return min(p.Game.Rounds(), horizon)
	}
	return horizon
}

// Process returns the command line of the playing process, or nil if there is none. A process
// may fail, plays many runs at once, and states its releases itself.
func (p Player) Process() []string { return p.process }

// Plays returns the learner's player.
func (d *Declaration) Plays() Player { return d.Player }

// A Game records a person's plays by round. It is safe for concurrent use.
type Game struct {
	lock  sync.Mutex
	pulls []int
}

// Pull plays an arm, numbered from 0, in the next round.
func (g *Game) Pull(arm int) {
	g.lock.Lock()
	defer g.lock.Unlock()
	g.pulls = append(g.pulls, arm)
}

// Rounds returns the number of rounds played.
func (g *Game) Rounds() int {
	g.lock.Lock()
	defer g.lock.Unlock()
	return len(g.pulls)
}

// at returns the arm of round t, which has been played.
func (g *Game) at(t int) int {
	g.lock.Lock()
	defer g.lock.Unlock()
	return g.pulls[t-1]
}

// YouID is the --learner value for a person.
const YouID = "you"

// ErrYou is the reason why a person cannot play in experiments, audits and twin universes.
var ErrYou = errors.New("you: needs a person at the screen or in --plain")

// You returns a person as a learner, who sees the rewards of pulled arms or, behind a local channel, their reports.
// It is not in the catalog: its plays come from a game, which no other seed can repeat.
func You(g *Game, local bool) Spec {
	d := &Declaration{
		ID:        YouID,
		Listing:   Listing{Name: "You", Family: Reference, Brief: "you", Summary: "pulls the arms that you choose"},
		Guarantee: Guarantee{Privacy: NotPrivate, Audit: auditExactScores},
		Feedback:  BanditFeedback,
		Player:    Player{Game: g},
		New:       func(s Setting, _ param.Values) Learner { return &you{newTallyBandit(s), g} },
	}
	if local {
		d.Privacy, d.Channel, d.Audit = Local, "none", nil
		d.ClaimsFor = func(channel.Channel, float64) bool { return false }
	}
	return Spec{Declaration: d}
}

// Again returns the spec for a run from round 1. A person gets a new game.
func (s Spec) Again() Spec {
	if !s.Plays().Waits() {
		return s
	}
	return You(&Game{}, s.Privacy == Local)
}

type you struct {
	tallyBandit
	game *Game
}

func (l *you) Choose(t int) []int {
	l.play[0] = l.game.at(t)
	return l.play[:]
}

// Explain returns the record of the pulled arm; only the person knows the reason.
func (l *you) Explain() Explanation {
	own, largest := l.Estimate(l.play[0]), math.Inf(-1)
	for j := range l.counts {
		if l.counts[j] > 0 {
			largest = max(largest, l.Estimate(j))
		}
	}
	note := "your choice, with the largest mean so far: " + number.Value(own)
	switch {
	case l.counts[l.play[0]] == 0:
		note = "your choice, not pulled before"
	case own < largest:
		note = fmt.Sprintf("your choice, with a mean so far of %s; the largest was %s", number.Value(own), number.Value(largest))
	}
	return Explanation{Note: note}
}

func (l *you) Clone() Learner { return &you{l.clone(), l.game} }
