// Package experiment implements the screen that repeats a run with new rewards: it starts and stops
// replications, draws means with bands, and saves the results.
package experiment

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/model/choice"
	"regretscope/model/trials"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/kit"
	"regretscope/ui/kit/form"
	"regretscope/ui/kit/outfile"
	"regretscope/ui/kit/theme"
	"regretscope/ui/plot"
)

const defaultRuns = 20 // replications, unless the user sets another number

// A Screen is the experiment screen of one configuration.
type Screen struct {
	kit.Base
	theme *theme.Theme
	now   func() time.Time // for the time left
	play  func(context.Context, *trials.Experiment, func(trials.Progress)) (*trials.Result, error)

	config   *model.Config
	runs     int
	epsilons []float64           // to sweep; empty: the configuration's own
	task     kit.Task[*measured] // the experiment that is running
	started  time.Time           // when it was started
	asked    bool                // for runs, beyond opening the screen
	shown    display             // the newest result

	prompt  *prompt       // the text being typed
	outcome string        // of the newest job
	own     []kit.Command // the table of the screen
}

// New returns the screen for a checked configuration. Nothing runs yet.
func New(t *theme.Theme, config *model.Config, cache *overlay.Cache, results *Kept, now func() time.Time) *Screen {
	s := &Screen{
		theme: t, now: now, config: config, runs: defaultRuns,
		shown: display{theme: t, cache: cache, config: config, spread: overlay.StandardError, quantity: overlay.Regret},
		task:  kit.Task[*measured]{Every: kit.ProgressEvery},
		play:  results.run,
	}
	s.own = s.table()
	return s
}

// Busy reports whether an experiment is running.
func (s *Screen) Busy() bool { return s.task.Running() }

// Results returns each learner's row at the horizon, at the grid point in the table; nil before a
// result of at least that many runs.
func (s *Screen) Results(least int) []*trials.Row {
	if s.shown.result == nil || s.shown.result.Result == nil || s.shown.result.Runs < least {
		return nil
	}
	return param.Map(param.Indices(len(s.config.Learners)), s.shown.last)
}

// Open starts the replications, unless there are some or they take long: that must be asked for.
func (s *Screen) Open() tea.Cmd {
	const most = 2e8 // rounds of all learners, some seconds
	rounds := float64(s.runs) * float64(len(s.config.Learners)) * float64(s.config.Horizon)
	if s.task.Running() || s.shown.result != nil || rounds > most {
		return nil
	}
	cmd, err := s.start()
	s.Notice.Refuse(err)
	return cmd
}

// Close cancels the running experiment.
func (s *Screen) Close() { s.task.Drop() }

// Title describes the experiment in one line.
func (s *Screen) Title() string {
	c := s.config
	return fmt.Sprintf("replications · %s · K=%d · T=%s · ε=%s · %s from seed %d",
		c.Scenario.Title(), c.Scenario.Arms(), number.Count(c.Horizon), s.epsilonText(), number.Plural(s.runs, "run"), c.Seed)
}

// Update handles a message.
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case tea.KeyMsg:
		if s.Typing() {
			s.Begin()
			s.prompt.line.Press(msg)
		}
	case savedMsg:
		s.saved(msg)
	case overlay.ComputedMsg:
		s.shown.cache.Store(msg)
	default:
		var result *kit.Result[*measured]
		if result, cmd = s.task.Update(msg); result != nil {
			s.finish(result)
		} else if cmd == nil {
			return nil // a message for another screen
		}
	}
	s.Changed()
	return s.shown.withTheory(cmd)
}

// Subject returns the focused learner as the word to explain, or, before anything has been
// played, the subject of the screen.
func (s *Screen) Subject() string {
	if s.shown.result == nil {
		return "replication"
	}
	return s.config.Learners[s.shown.focus].ID
}

// measured is the whole or partial result of an experiment.
type measured struct {
	*trials.Result // of the complete runs; nil if the experiment could not start
	experiment     *trials.Experiment
	saved          bool // by the person
}

// CommandLine returns the command line that runs the experiment without a screen.
func (s *Screen) CommandLine() string {
	return choice.RunLine(&trials.Experiment{Points: s.config.Sweep(s.epsilons), Runs: s.runs})
}

// setSweep reads the values of ε to sweep; nothing or off ends the sweep.
func (s *Screen) setSweep(text string) error {
	if text = strings.TrimSpace(text); text == "" || text == "off" {
		s.epsilons = nil
		return nil
	}
	epsilons, err := trials.ParseEpsilons(text)
	if err != nil {
		return fmt.Errorf("sweep %s: %w", text, err)
	}
	s.epsilons = epsilons
	return nil
}

func (s *Screen) epsilonText() string {
	const most = 4 // the largest number listed
	e := s.epsilons
	switch n := len(e); {
	case n == 0:
		return number.Tick(s.config.Epsilon)
	case n > most:
		return fmt.Sprintf("%s…%s (%d values)", number.Tick(e[0]), number.Tick(e[n-1]), n)
	}
	return strings.Join(param.Map(e, number.Tick), ", ")
}

func (s *Screen) start() (tea.Cmd, error) {
	e := &trials.Experiment{Points: s.config.Sweep(s.epsilons), Runs: s.runs}
	e.ReportCurves()
	if err := e.Check(); err != nil {
		return nil, err
	}
	for _, c := range e.Points {
		s.Rounds += float64(e.Runs) * float64(len(c.Learners)) * float64(c.Horizon)
	}
	s.started, s.outcome = s.now(), ""
	run := s.play
	return s.task.Start(func(ctx context.Context, progress func(done, total int)) (*measured, error) {
		result, err := run(ctx, e, func(p trials.Progress) { progress(p.Done, p.Total) })
		return &measured{Result: result, experiment: e}, err
	}), nil
}

func spansDecade(points []*model.Config) bool {
	low, high := math.Inf(1), 0.
	for _, c := range points {
		if !math.IsInf(c.Epsilon, 1) {
			low, high = min(low, c.Epsilon), max(high, c.Epsilon)
		}
	}
	return high >= 10*low
}

// finish shows the result of a job. One that stopped before its first run leaves the earlier result.
func (s *Screen) finish(ended *kit.Result[*measured]) {
	m, t := ended.Value, s.theme
	stopped := errors.Is(ended.Err, context.Canceled)
	if m.Result != nil && m.Runs > 0 {
		if !s.shown.swept() {
			s.shown.logSweep = spansDecade(m.experiment.Points)
		}
		s.shown.result, s.shown.point = m, min(s.shown.point, len(m.experiment.Points)-1)
	}
	switch {
	case ended.Err != nil && !stopped:
		s.outcome = t.Bad.Render("✗ " + param.Printable(ended.Err.Error()))
	case stopped && (m.Result == nil || m.Runs == 0):
		s.outcome = t.Warn.Render("stopped before all learners had finished a run")
	case stopped:
		s.outcome = t.Warn.Render(fmt.Sprintf("stopped: %s of %s finished and kept", number.Count(m.Runs),
			number.Plural(m.experiment.Runs, "run")))
	default:
		s.outcome = number.Plural(m.Runs, "run")
		if took := s.now().Sub(s.started).Seconds(); took > 0 { // simulated time stands still
			s.outcome += " in " + number.Seconds(took)
		}
		s.outcome += " · s saves"
	}
}

// Headings of the commands.
const (
	running = "Replications"
	look    = "Chart and table"
	asking  = "Question"
)

// Commands lists the present commands of the screen, the most important first.
func (s *Screen) Commands() []kit.Command { return s.List(s, s.list) }

func (s *Screen) list() []kit.Command { return kit.Offered(s.own) }

// Declared returns all commands of the screen, as they are declared.
func Declared() []kit.Command { return new(Screen).table() }

// table declares the commands of the screen, and those of a question over it.
func (s *Screen) table() []kit.Command {
	free := func() bool { return s.prompt == nil }
	overwriting := func() bool { return !free() && s.prompt.question == nil }
	return slices.Concat(
		kit.OnlyIn(free, kit.InGroup(running, s.runTable())),
		kit.OnlyIn(free, kit.InGroup(look, s.shown.lookTable())),
		kit.InClass(kit.Over, kit.InGroup(asking, []kit.Command{
			{Name: "overwrite", Key: "y", Short: "overwrite", Help: "replace the file", In: overwriting, Act: kit.Write(s.accept)},
			{Name: "cancel", Key: "esc n", Short: "keep the file", Help: "keep the file", In: overwriting, Act: kit.Do(func() {
				s.outcome, s.prompt = "not saved: "+s.prompt.path+" stays as it is", nil
			})},
			{
				Name: "accept", Key: "enter", Short: "accept", Help: "take what you typed", In: s.Typing, Act: kit.With(s.accept),
				Now: func(c *kit.Command) { *c = s.prompt.does(*c, s.accept) },
			},
			{
				Name: "cancel", Key: "esc", Short: "cancel", Help: "close the question, without a change", In: s.Typing,
				Act: kit.Do(func() { s.prompt = nil }),
			},
		})),
	)
}

// End asks, after a command, for the theory that is then drawn.
func (s *Screen) End(cmd tea.Cmd, err error) (tea.Cmd, error) {
	cmd, err = s.Base.End(cmd, err)
	return s.shown.withTheory(cmd), err
}

// Typing reports whether characters go into a line instead of being keys.
func (s *Screen) Typing() bool { return s.prompt != nil && s.prompt.question != nil }

func (s *Screen) runTable() []kit.Command {
	busy := func() string {
		return kit.TextUnless(!s.task.Running(), "the experiment is running: space stops it and keeps the finished runs")
	}
	list := []kit.Command{
		{
			Name: "run", Key: "enter space", Short: "run", Help: "play all replications", When: busy,
			Act: kit.With(func(string) (tea.Cmd, error) {
				s.asked = true
				return s.start()
			}),
		},
		{
			Name: "stop", Key: "space", Short: "stop", Help: "end the experiment, and keep the finished runs",
			When: func() string { return kit.TextUnless(s.task.Running(), "nothing is running: enter runs") },
			Act:  kit.Do(func() { s.task.Stop() }),
		},
	}
	for _, q := range questions {
		c := q.does(q.Command, func(answer string) (tea.Cmd, error) { return s.ask(q, answer) })
		if c.When = busy; q == saving {
			c.When = func() string { return kit.TextUnless(s.shown.result != nil, "nothing to save yet: enter runs") }
		}
		list = append(list, c)
	}
	return list
}

func bands(between string) string {
	return strings.Join(param.Map(overlay.Spreads, func(s overlay.Spread) string { return string(s) }), between)
}

// A question asks for a typed answer, for the command that needs it.
type question struct {
	kit.Command
	asks, how string               // the text before the line; the second if there is room
	offer     func(*Screen) string // the initial text of the line
	writes    bool                 // the answer names a file
	// accept handles the answer; a wrong one stays for correction.
	accept func(*Screen, string) (tea.Cmd, error)
}

// does returns a command that does something with an answer.
func (q *question) does(c kit.Command, do func(answer string) (tea.Cmd, error)) kit.Command {
	if c.Act = kit.With(do); q.writes {
		c.Act = kit.Write(do)
	}
	return c
}

var (
	howMany = &question{
		kit.Command{Name: "runs", Argument: "[N]", Key: "r", Short: "runs", Help: "number of replications"},
		"runs", "", func(s *Screen) string { return strconv.Itoa(s.runs) }, false,
		func(s *Screen, text string) (tea.Cmd, error) {
			n, err := number.ParseCount(text)
			if err != nil || n > trials.MaxRuns {
				return nil, fmt.Errorf("runs %s: must be a whole number from 1 to %s", text, number.Count(trials.MaxRuns))
			}
			s.runs = n
			return nil, nil
		},
	}
	sweeping = &question{
		kit.Command{
			Name: "sweep", Argument: "[ε,…]", Key: "g", Short: "sweep ε",
			Help: "values of ε to sweep: a list, FROM:TO:COUNT, or off",
		},
		"ε", "0.1,0.5,1 or 0.5:50:50; empty: no sweep",
		func(s *Screen) string { return strings.Join(param.Map(s.epsilons, number.Format), ",") }, false,
		func(s *Screen, text string) (tea.Cmd, error) { return nil, s.setSweep(text) },
	}
	saving = &question{
		kit.Command{
			Name: "save", Argument: "[FILE]", Key: "s", Short: "save",
			Help: "save as CSV (.rounds.csv: of all rounds), JSON or a plot (.svg, .png, .pdf)",
		},
		"save to", ".csv .json .svg .png .pdf",
		func(s *Screen) string {
			return outfile.NewSet(param.Hyphened(s.config.Scenario.Name, strconv.Itoa(s.shown.result.Runs), "runs"), ".csv")[0]
		}, true,
		func(s *Screen, path string) (tea.Cmd, error) { return s.save(path, outfile.Create) },
	}
)

var questions = []*question{howMany, sweeping, saving}

// A prompt is a line being typed, or the question whether to overwrite a file.
type prompt struct {
	*question // nil if the question is whether to overwrite a file
	line      form.Line
	path      string // of that file
}

// ask asks a question, unless the command already has an answer.
func (s *Screen) ask(q *question, answer string) (tea.Cmd, error) {
	if answer != "" {
		return q.accept(s, answer)
	}
	s.askAgain(q, q.offer(s))
	s.prompt.line.Select()
	return nil, nil
}

func (s *Screen) askAgain(q *question, text string) {
	s.prompt = &prompt{question: q}
	s.prompt.line.SetText(text)
}

// accept takes the typed answer, or overwrites the existing file.
func (s *Screen) accept(string) (cmd tea.Cmd, err error) {
	if p := s.prompt; p.question == nil {
		cmd, err = s.save(p.path, outfile.Replace)
	} else {
		cmd, err = p.question.accept(s, p.line.Text())
	}
	if err == nil {
		s.prompt = nil
	}
	return cmd, err
}

// view returns the prompt's line; brief, if it shares the line.
func (p *prompt) view(width int, brief bool) string {
	if p.question == nil {
		return kit.FitLine(p.path+" already exists: y overwrites it, n keeps it", width)
	}
	ask := p.asks
	if p.how != "" && !brief {
		ask += " (" + p.how + ")"
	}
	ask += ": "
	return ask + p.line.View(width-utf8.RuneCountInString(ask), true)
}

type savedMsg struct {
	path  string
	lacks error // what the picture lacks, or nil
	runs  int
	err   error
}

// writer returns the function that writes the result in the format of a path's extension.
func (d *display) writer(path string) (write func(io.Writer) error, lacks, err error) {
	r, e := d.result.Result, *d.result.experiment
	made := trials.MadeBy(choice.RunLine(&e), r.Design)
	switch strings.ToLower(filepath.Ext(path)) {
	case ".csv":
		if !strings.HasSuffix(strings.ToLower(path), ".rounds.csv") {
			return func(w io.Writer) error { return r.WriteTable(w, made) }, nil, nil
		}
		return func(w io.Writer) error { return r.WriteCSV(w, made) }, nil, nil
	case ".json":
		return func(w io.Writer) error { return r.WriteJSON(w, made) }, nil, nil
	}
	if plot.Unavailable != nil {
		return nil, nil, fmt.Errorf("save to %s: %w", path, plot.Unavailable)
	}
	format, err := plot.Format(path)
	if err != nil {
		return nil, nil, fmt.Errorf("save to %s: the name must end in .csv, .json, .svg, .png or .pdf", path)
	}
	sheet, err := plot.OfResult(r, plot.Options{Band: d.spread, LogX: *d.axis()})
	if err != nil {
		return nil, nil, fmt.Errorf("save to %s: %w", path, err)
	}
	curves := trials.Experiment{Points: e.Points, Runs: e.Runs}
	if curves.ReportCurves(); slices.Equal(curves.At, e.At) {
		e.At = nil // those of run --plot
	}
	line := choice.RunLine(&e) + " --band " + string(d.spread)
	if *d.axis() {
		line += " --log-x"
	}
	made = trials.MadeBy(line, r.Design)
	return func(w io.Writer) error { return sheet.Write(w, format, plot.Size{}, made) }, sheet.Lacks(format), nil
}

// save writes the result outside of the event loop, by outfile.Create or outfile.Replace.
func (s *Screen) save(path string, begin func(string, func(io.Writer) error) error) (tea.Cmd, error) {
	write, lacks, err := s.shown.writer(path)
	if err != nil {
		return nil, err
	}
	runs := s.shown.result.Runs
	s.outcome = "saving " + param.Printable(path) + " …"
	return func() tea.Msg { return savedMsg{path, lacks, runs, begin(path, write)} }, nil
}

// Unsaved names what would be lost on leaving the program; empty for nothing.
func (s *Screen) Unsaved() string {
	switch {
	case !s.asked:
	case s.task.Running():
		return "the experiment is under way"
	case s.shown.result != nil && s.shown.result.Result != nil && !s.shown.result.saved:
		return "the experiment is not saved"
	}
	return ""
}

func (s *Screen) saved(msg savedMsg) {
	s.outcome = ""
	switch {
	case msg.err == nil:
		s.shown.result.saved = s.shown.result.saved || s.shown.result.Runs == msg.runs
		s.outcome = s.theme.Good.Render("saved " + number.Plural(msg.runs, "run") + " in " + param.Printable(msg.path))
		if msg.lacks != nil {
			s.outcome += ": " + msg.lacks.Error()
		}
	case errors.Is(msg.err, fs.ErrExist):
		s.prompt = &prompt{path: msg.path}
	default:
		s.askAgain(saving, msg.path)
		s.Notice.Refuse(msg.err)
	}
}
