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
	"regretscope/ui/kit/theme"
	"regretscope/ui/manual"
	"regretscope/ui/mode/playback"
	"regretscope/ui/script"
)

// frameTime is the simulated time between two checks of a script's progress.
const frameTime = 100 * time.Millisecond

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
	for played.Open() && p.root.fault == nil && !p.left && !p.overdue() {
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
	case p.root.fault != nil:
		return "", p.root.fault
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
	for p.root.stops.Performing() && p.root.fault == nil && !p.left && !p.overdue() {
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

// await runs a command, and tells meanwhile what simulates.
func (p *player) await(cmd tea.Cmd) tea.Msg {
	if p.root.options.Working == nil {
		return cmd()
	}
	ended := make(chan tea.Msg, 1)
	go func() { ended <- cmd() }()
	for {
		p.root.options.Working(p.work())
		select {
		case msg := <-ended:
			return msg
		case <-time.After(frameTime):
		}
	}
}

// work describes what simulates.
func (p *player) work() string {
	r := p.root
	if r.run == nil || !r.onRun() || r.run.Snapshot() == nil {
		return r.shown.Title()
	}
	return "at round " + number.Count(r.run.Snapshot().Round) + " of " + number.Count(r.run.Config().Horizon)
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

// perform performs a step.
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
		r.Resize()
	case script.Pace:
		r.maxPace = step.Rounds
		if r.run != nil {
			r.run.Driver().SetMost(r.maxPace)
		}
	case script.Command:
		r.foot.notice = kit.Notice{}
		return r.RunLine(step.Text)
	}
	return nil, nil
}

// rehearsing limits the time of a rehearsal, which could simulate for hours. Later errors
// appear when the script is played.
const rehearsing = 5 * time.Second

// Rehearse tries a script or all stops of a lesson in simulated time. Errors have the file and line.
func Rehearse(o Options) error {
	o.rehearsal = cmp.Or(o.rehearsal, rehearsing)
	_, err := Play(o)
	return err
}

// Check plays all stops of a lesson in simulated time, without a limit of time. Errors have the file
// and line.
func Check(o Options) error {
	o.rehearsal = math.MaxInt64
	_, err := Play(o)
	return err
}

func (p *player) overdue() bool { return !p.end.IsZero() && time.Now().After(p.end) }

// A reader shows texts in place of the screen, such as pages of the manual.
type reader struct {
	root   *root
	before Screen // the screen below the text
}

// mayShow reports whether a page may be shown while values are hidden.
func (d *reader) mayShow(page *manual.Page) bool {
	return d.root.run == nil || !d.root.run.Focus.Hides() || page.Kind != manual.Scenario
}

// findPage returns the page of a word, by default that of the focus, without hidden values; nil
// if there is no focus.
func (d *reader) findPage(word string) (*manual.Page, error) {
	if word = cmp.Or(word, d.root.shown.Subject()); word == "" {
		return nil, nil
	}
	found, err := manual.Find(word)
	if err == nil && !d.mayShow(found) {
		return nil, fmt.Errorf("%s: scenarios are hidden: h shows them", found.Name)
	}
	if err == nil && d.root.run != nil && d.root.run.Focus.Hides() {
		found = found.WithoutScenarios()
	}
	return found, err
}

// explain shows the page of a word, by default that of the focus, or the list of pages.
func (d *reader) explain(word string) (tea.Cmd, error) {
	found, err := d.findPage(word)
	switch {
	case err != nil:
		return nil, err
	case found == nil:
		return d.list("")
	}
	cmd := d.read(found.Name+" explained", found.Lines)
	d.root.shown.(*pageScreen).page = found
	return cmd, nil
}

// list shows all pages, those of a kind, or all lessons.
func (d *reader) list(what string) (tea.Cmd, error) {
	kind := strings.TrimSuffix(what, "s")
	of := func(width int) []string {
		return manual.List(width, func(page *manual.Page) bool { return page.Kind == kind && d.mayShow(page) })
	}
	switch {
	case kind == "":
		return d.read("what can be explained", func(width int) []string { return manual.List(width, d.mayShow) }), nil
	case kind == "lesson":
		of = func(width int) (lines []string) {
			for _, l := range playback.Choices() {
				lines = append(lines, kit.Wrap(l.Value+": "+l.About, width, 4)...)
			}
			return lines
		}
	case len(of(widest)) > 0:
	case kind == manual.Scenario:
		return nil, errors.New("scenarios are hidden: h shows them")
	default:
		return nil, fmt.Errorf("list %s: must be followed by learners, scenarios, channels, terms, guides or lessons",
			param.Printable(what))
	}
	return d.read("all "+kind+"s", of), nil
}

// commands returns the commands that show a text in place of the screen.
func (d *reader) commands() []kit.Command {
	list := []kit.Command{{
		Name: "status", Help: "where the run is, or what is chosen, in sentences",
		Act: kit.With(func(string) (tea.Cmd, error) {
			sentences := d.root.shown.Sentences()
			if sentences == nil {
				return nil, errors.New("this screen has no summary in sentences")
			}
			return d.read("status", wrapped(sentences)), nil
		}),
	}, {
		Name: "list", Argument: "[learners|scenarios|channels|terms|guides|lessons]", Help: "all pages, or those of one kind",
		Act: kit.With(d.list),
	}}
	if d.root.onRun() {
		list = append(list, kit.Command{
			Name: "compare", Help: "which learner has less regret, and why",
			Act: kit.Run(func() tea.Cmd { return d.read("comparison", wrapped(d.root.run.Comparison())) }),
		})
	}
	return list
}

func wrapped(sentences []string) func(width int) []string {
	return func(width int) (lines []string) {
		for _, sentence := range sentences {
			lines = append(lines, kit.Wrap(sentence, width, 0)...)
		}
		return lines
	}
}

// read shows a text, and pauses the run.
func (d *reader) read(title string, text func(width int) []string) tea.Cmd {
	if !d.root.Reading() {
		d.before = d.root.shown
	}
	d.root.show(&pageScreen{theme: d.root.theme, title: title, text: text, leave: func() { d.root.show(d.before) }})
	if d.root.run == nil {
		return nil
	}
	return d.root.run.Pause()
}

// widest is the greatest width of text, for easy reading.
const widest = 96

// A pageScreen shows a text, such as a page of the manual.
type pageScreen struct {
	kit.Canvas
	theme  *theme.Theme
	title  string
	text   func(width int) []string
	page   *manual.Page // whose text it is, or nil
	lines  []string
	scroll kit.Scroller
	leave  func() // closes it
}

// Title returns the title of the text.
func (s *pageScreen) Title() string { return s.title }

// CommandLine returns the command line that prints a page of the manual; empty for another text.
func (s *pageScreen) CommandLine() string {
	if s.page == nil {
		return ""
	}
	return "regretscope explain " + script.Quote(s.page.Name)
}

// SetSize sets the size of the screen.
func (s *pageScreen) SetSize(width, height int) {
	s.Canvas.SetSize(width, height)
	s.lines = s.text(max(min(width-kit.FrameWidth, widest), 1))
}

// Update ignores messages.
func (s *pageScreen) Update(tea.Msg) tea.Cmd { return nil }

// View draws the visible lines.
func (s *pageScreen) View() string {
	from, n := s.scroll.Visible(len(s.lines), s.Height-kit.FrameHeight)
	frame := kit.Frame{Title: s.Title(), Focused: true, Remark: kit.Hidden(from, len(s.lines)-from-n)}
	return frame.Draw(s.theme, s.lines[from:from+n], s.Width, s.Height).String()
}

// Commands returns the commands for scrolling and going back.
func (s *pageScreen) Commands() []kit.Command {
	page := max(s.Height-kit.FrameHeight-1, 1)
	scroll := func(by int) func() { return func() { s.scroll.By(by) } }
	list := []kit.Command{
		{Name: "up", Key: "↑ k", Short: "scroll", Help: "scroll up", Act: kit.Do(scroll(-1))},
		{Name: "down", Key: "↓ j", Short: "scroll", Help: "scroll down", Act: kit.Do(scroll(1))},
		{Name: "page-up", Key: "pgup", Help: "scroll up by a page", Act: kit.Do(scroll(-page))},
		{Name: "page-down", Key: "pgdn space", Help: "scroll down by a page", Act: kit.Do(scroll(page))},
		{Name: "leave", Key: "esc", Short: "back", Help: "back to where the page was opened", Act: kit.Do(s.leave)},
	}
	if s.page != nil && s.page.HasSlider() {
		list = append(list, s.page.Belief.Commands(func() { s.SetSize(s.Width, s.Height) })...)
	}
	return kit.InGroup("Explanation", list)
}

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
	stops = param.Map(o.Script.Stops()[1:], func(s script.Stop) ScriptStop { return ScriptStop{Stop: s, Round: -1} })
	at, begun := -1, time.Time{}
	o.rehearsal = math.MaxInt64
	o.watch = func(p *player) {
		r, now := p.root, p.clock.Now()
		if begun.IsZero() {
			begun = now
		}
		i := r.stops.State().Stop
		if i < 0 {
			return
		}
		s := &stops[i]
		if i != at {
			for ; at >= 0 && at < i; at++ {
				tell(stops[at])
			}
			at, s.At = i, now.Sub(begun)
		}
		if lacks := p.lacks(s.Caption); lacks != "" && !slices.Contains(s.said, lacks) {
			s.said = append(s.said, lacks)
		}
		if s.Said == "" || r.stops.Caption == s.Caption {
			s.Said = r.stops.Fill(s.Caption)
		}
		if s.Lacks = slices.Clone(s.said); r.onRun() { // at the end of the stop
			s.Lacks = append(s.Lacks, r.run.Lacks()...)
		}
		if r.run == nil || r.run.Snapshot() == nil {
			return
		}
		s.Round = r.run.Snapshot().Round
		s.Regrets = param.Map(r.run.Snapshot().Learners, func(v model.LearnerState) string {
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
	above, below := r.frame()
	switch said := r.stops.Caption == caption; {
	case said && (r.height-above-below <= 0 || r.cramped()):
		return "the caption leaves no room for the screen"
	case said && r.forBackRow() &&
		kit.BigSentence(r.stops.Fill(caption), r.width, kit.BigRoom(r.height), r.theme.Charset, r.theme.Text) == nil:
		return "the caption is in small letters"
	}
	return ""
}
