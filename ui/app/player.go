package app

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/kit"
	"regretscope/ui/lesson"
	"regretscope/ui/script"
)

const frameTime = 100 * time.Millisecond // simulated, between two checks of a script's progress

// Play plays a script or lesson, or only the first frame, in simulated time without a terminal,
// so the result is always the same. It returns the last frame. Errors are script.Mistakes; after
// the first, the rest is only rehearsed.
func Play(o Options) (last string, err error) {
	if wrong := foresee(o); wrong != nil {
		return "", wrong
	}
	size := o.Size
	if o.Script != nil {
		size = cmp.Or(size, o.Script.Size)
	}
	size = cmp.Or(size, script.Size{Width: script.Width, Height: script.Height})
	p := newPlayer(o)
	played := p.root.stops
	played.Unattended, played.Expects = true, o.watch != nil
	p.root.Update(tea.WindowSizeMsg(size))
	p.runAll(p.root.Init())
	for played.Open() && p.root.process.fault == nil && !p.left && !p.overdue() {
		if o.watch != nil {
			o.watch(p)
		}
		p.advance(frameTime)
		if played.Wrong != nil && p.end.IsZero() {
			p.end = time.Now().Add(rehearsing)
		}
	}
	if p.left && o.Lesson != nil {
		quits := errors.New("quit leaves the program; the lesson ends by itself")
		played.Wrong = append(played.Wrong, o.Lesson.Error(played.State().Stop, "do", quits))
	}
	switch {
	case p.root.process.fault != nil:
		return "", p.root.process.fault
	case played.Wrong != nil:
		return "", played.Wrong
	}
	return p.root.draw(), nil
}

// A player drives the program in simulated time.
type player struct {
	root  *root
	clock *kit.Clock
	left  bool
	end   time.Time // the deadline of a rehearsal, or zero
}

// newPlayer returns the program without a terminal, in simulated time.
func newPlayer(o Options) *player {
	o.clock, o.Output = kit.NewClock(), nil
	p := &player{root: newRoot(o.pictureTheme(), o), clock: o.clock}
	if o.rehearsal > 0 {
		p.end = time.Now().Add(o.rehearsal)
	}
	return p
}

// play performs a step of a person.
func (p *player) play(step script.Step) error {
	if step.Kind == script.Wait {
		p.wait(step.Duration)
		return nil
	}
	cmd, err := p.root.perform(step)
	p.runAll(cmd)
	return err
}

func (p *player) wait(while time.Duration) {
	for while > 0 && !p.left && !p.overdue() {
		while = p.advance(while)
	}
}

// advance moves the time to the next event within a duration, and returns the rest.
func (p *player) advance(while time.Duration) (rest time.Duration) {
	msg, rest := p.clock.Advance(while)
	if msg != nil {
		p.send(msg)
	}
	return rest
}

// arrive waits until a lesson has reached its stop.
func (p *player) arrive() {
	for p.root.stops.Performing() && p.root.process.fault == nil && !p.left && !p.overdue() {
		p.wait(frameTime)
	}
}

// runAll runs a command and all commands that follow from it.
func (p *player) runAll(cmd tea.Cmd) {
	for queue := []tea.Cmd{cmd}; len(queue) > 0 && !p.overdue(); queue = queue[1:] {
		if queue[0] == nil {
			continue
		}
		switch msg := p.await(queue[0]).(type) {
		case nil:
		case tea.QuitMsg:
			p.left = true
		case tea.BatchMsg:
			queue = append(queue, msg...)
		default:
			_, cmd := p.root.Update(msg)
			queue = append(queue, cmd)
		}
	}
}

// await runs a command, and tells meanwhile what simulates. A rehearsal leaves work behind when its time is over.
func (p *player) await(cmd tea.Cmd) tea.Msg {
	tell := p.root.options.Working
	if tell == nil && p.end.IsZero() {
		return cmd()
	}
	ended := make(chan tea.Msg, 1)
	go func() { ended <- cmd() }()
	for {
		if tell != nil {
			tell(p.root.window.progress())
		}
		select {
		case msg := <-ended:
			return msg
		case <-time.After(frameTime):
		}
		if p.overdue() {
			p.root.screens.shown.Close()
			return nil
		}
	}
}

func (p *player) send(msg tea.Msg) {
	_, cmd := p.root.Update(msg)
	p.runAll(cmd)
}

// as acts for a lesson or script, or for a person.
func (r *root) as(played bool, do func() tea.Cmd) tea.Cmd {
	before := r.played
	r.played = played
	defer func() { r.played = before }()
	return do()
}

func (r *root) perform(step script.Step) (tea.Cmd, error) {
	switch step.Kind {
	case script.Key:
		msg, err := script.ParseKey(step.Text)
		if err != nil {
			return nil, err
		}
		return r.input.pressAs(msg)
	case script.Type:
		return r.input.pressAs(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(step.Text)})
	case script.Caption:
		r.stops.Caption = step.Text
		r.window.Resize()
	case script.Pace:
		r.screens.maxPace = step.Rounds
		if r.screens.run != nil {
			r.screens.run.Driver().SetMost(r.screens.maxPace)
		}
	case script.Command:
		r.foot.notice = kit.Notice{}
		return r.RunLine(step.Text)
	}
	return nil, nil
}

// rehearsing limits the time of a rehearsal, which could simulate for hours, before a screen opens. Later errors
// appear when the script is played.
const rehearsing = 2 * time.Second

// Rehearse tries a script or all stops of a lesson in simulated time. Errors have the file and line.
func Rehearse(o Options) error {
	o.rehearsal = cmp.Or(o.rehearsal, rehearsing)
	_, err := Play(o)
	return err
}

// Check plays all stops of a lesson in simulated time, without a limit of time. Errors have the file and line.
func Check(o Options) error {
	o.rehearsal = math.MaxInt64
	_, err := Play(o)
	return err
}

func (p *player) overdue() bool { return !p.end.IsZero() && time.Now().After(p.end) }

// A ScriptStop is a stop of a script as a rehearsal finds it.
type ScriptStop struct {
	script.Stop
	At      time.Duration // since the beginning, with two seconds for each wait for a key
	Round   int           // at its end; −1 without a run
	Regrets []string      // the same, of each learner
	Said    string        // the caption with its numbers
	Lacks   []string      // what is small, cut, or left out at this size
	said    []string      // of these, what the caption lacked
}

// Stops plays a script and returns its stops, which it tells as they end. Errors are script.Mistakes.
func Stops(o Options, tell func(ScriptStop)) (stops []ScriptStop, err error) {
	planned := o.Script.Stops()[1:]
	stops = param.Map(o.Script.Stops()[1:], func(s script.Stop) ScriptStop { return ScriptStop{Stop: s, Round: -1} })
	at, begun, waited := -1, time.Time{}, false
	o.rehearsal = math.MaxInt64
	o.watch = func(p *player) {
		r, now := p.root, p.clock.Now()
		if begun.IsZero() {
			begun = now
		}
		i, waits := r.stops.State().Stop, r.stops.State().Waits
		if i < 0 {
			return
		}
		s := &stops[i]
		if i != at {
			for ; at >= 0 && at < i; at++ {
				tell(stops[at])
			}
			at, s.At, waited = i, now.Sub(begun), false
		}
		if lacks := p.lacks(s.Caption); lacks != "" && !slices.Contains(s.said, lacks) {
			s.said = append(s.said, lacks)
		}
		if s.Said == "" || r.stops.Caption == s.Caption {
			s.Said = r.stops.Fill(s.Caption)
			for k, note := range planned[i].Notes {
				s.Notes[k] = r.stops.Fill(note)
			}
		}
		if waited = waited || waits; waits || !waited { // as in its picture
			if s.Lacks = slices.Clone(s.said); r.screens.onRun() {
				s.Lacks = append(s.Lacks, r.screens.run.Lacks()...)
			}
		}
		if r.screens.run == nil || r.screens.run.State().Shot == nil {
			return
		}
		s.Round = r.screens.run.State().Shot.Round
		s.Regrets = param.Map(r.screens.run.State().Shot.Learners, func(v model.LearnerState) string {
			return v.Spec.Label() + " " + number.Value(v.Regret)
		})
	}
	if _, err = Play(o); err == nil && at >= 0 {
		for _, s := range stops[at:] {
			tell(s)
		}
	}
	return stops, err
}

// lacks says that a caption is in small letters, or leaves the screen no room; empty if neither.
func (p *player) lacks(caption string) string {
	r := p.root
	above, below := r.window.frame()
	switch said := r.stops.Caption == caption; {
	case said && (r.window.height-above-below <= 0 || r.window.cramped()):
		return "the caption leaves no room for the screen"
	case said && r.window.forBackRow() &&
		kit.BigSentence(r.stops.Fill(caption), r.window.width, kit.BigRoom(r.window.height), r.theme.Charset, r.theme.Text) == nil:
		return "the caption is in small letters"
	}
	return ""
}

// A foresight reads lines without running them.
type foresight struct {
	screen string // as far as the lines tell it; empty: unknown
	below  string // where it is unknown: the screen below a text, to which leave returns
}

// read returns what is wrong with a step however the run goes.
func (f *foresight) read(step script.Step) error {
	name, argument, _ := strings.Cut(step.Text, " ")
	switch {
	case step.Kind == script.Key || step.Kind == script.Type:
		*f = foresight{}
		return nil
	case step.Kind == script.Caption || step.Kind == script.Note:
		return lesson.CheckText(step.Text)
	case step.Kind == script.Expect:
		return lesson.CheckClaim(step.Text)
	case step.Kind != script.Command:
		return nil
	}
	found := find(name, f.screen)
	switch {
	case !found.known && param.Odd(name) == "":
		names := param.Map(declared(), func(d declaration) string { return d.Name })
		return fmt.Errorf("%s: no such command on this screen%s", param.Printable(name), param.DidYouMean(name, names))
	case found.persons:
		return forbidden(name)
	case found.known && f.screen != "" && !found.here:
		return elsewhere(name, f.screen, true)
	}
	switch {
	case name == "leave" && f.screen == "":
		*f = foresight{screen: f.below}
	case found.reads:
		*f = foresight{below: cmp.Or(f.screen, f.below)}
	case found.leads == kit.Unknown:
		*f = foresight{}
	case found.leads != "":
		*f = foresight{screen: found.leads}
	}
	return found.wrong(argument)
}

// foresee returns the lines that are wrong however the run goes, which a rehearsal might not reach.
func foresee(o Options) (wrong script.Mistakes) {
	var steps []script.Step
	at := func(step script.Step, err error) error { return o.Script.Error(step.Line, err) }
	sees := foresight{screen: "run"}
	if o.Setup || o.Config == nil {
		sees = foresight{}
	}
	if o.Script != nil {
		steps = o.Script.Steps
	} else if o.Lesson != nil {
		steps = o.Lesson.Steps()
		at = func(step script.Step, err error) error { return o.Lesson.Error(step.Line, "do", err) }
	}
	for _, step := range steps {
		if step.Kind == script.Begin {
			sees = foresight{screen: "run"}
		}
		if err := sees.read(step); err != nil {
			wrong = append(wrong, at(step, err))
		}
	}
	return wrong
}

// A script on the screen plays in simulated time, which follows the machine's clock in beats and
// stands still while the run is at work. So every frame plays the rounds that belong to it,
// however long that takes, and the script reaches the same rounds on every machine.

const beatTime = 33 * time.Millisecond // simulated time of a beat, and time between two

type beatMsg struct{}

func untilBeat() tea.Msg {
	time.Sleep(beatTime)
	return beatMsg{}
}

// A pacer lets simulated time pass while a script plays on the screen.
type pacer struct {
	clock  *kit.Clock
	live   bool          // a script plays on the screen, in simulated time
	behind time.Duration // simulated time that has not passed yet
	pause  tea.Cmd       // waits until the next beat
	busy   func() bool   // time stands still
	route  func(tea.Msg) tea.Cmd
}

// elapse lets simulated time pass for the program, until its run gets to work. On the way to a stop,
// whose frame is not shown, the next beat comes at once.
func (p *pacer) elapse(msg tea.Msg, travels bool) tea.Cmd {
	if !p.live {
		return nil
	}
	var cmds []tea.Cmd
	if _, beat := msg.(beatMsg); beat {
		if p.behind < beatTime { // otherwise the run is late, and so is simulated time
			p.behind += beatTime
		}
		next := p.pause
		if travels {
			next = func() tea.Msg { return beatMsg{} }
		}
		cmds = append(cmds, next)
	}
	for p.behind > 0 && !p.busy() {
		var due tea.Msg
		if due, p.behind = p.clock.Advance(p.behind); due != nil {
			cmds = append(cmds, p.route(due))
		}
	}
	return tea.Batch(cmds...)
}

// wall returns the clock of the person at the screen.
func (p *pacer) wall() *kit.Clock {
	if p.live {
		return nil
	}
	return p.clock
}
