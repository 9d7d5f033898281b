package setup

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"regretscope/model/choice"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
	"regretscope/ui/kit"
	"regretscope/ui/kit/form"
	"regretscope/ui/kit/theme"
)

// scenarioList is the list of scenarios, with what was built of the chosen one.
type scenarioList struct {
	list
	entries []*scenarioEntry
	chosen  *scenarioEntry
	built   built
	reading kit.Task[*scenarios.Scenario]
}

// built is a scenario, an error, or neither while the files of the entry have not been read.
type built struct {
	entry    *scenarioEntry
	source   choice.Source
	scenario *scenarios.Scenario
	err      error
}

// show chooses a scenario that exists already.
func (l *scenarioList) show(s *scenarios.Scenario) {
	l.chosen = fillEntry(l.entries, choice.SourceOf(s))
	l.clear()
	l.reading.Drop()
	l.built = built{entry: l.chosen, source: l.chosen.Source(), scenario: s}
}

// find chooses a scenario in the notation of --scenario.
func (l *scenarioList) find(text string) error {
	found, err := findEntry(l.entries, text)
	if err == nil {
		l.clear()
		l.chosen = found
	}
	return err
}

func (l *scenarioList) listed() []*scenarioEntry {
	lets := l.lets()
	return slices.DeleteFunc(slices.Clone(l.entries), func(e *scenarioEntry) bool {
		return !lets(e.Title, e.Name, param.SpellOut(e.Paper), e.Family)
	})
}

// move chooses another scenario that passes the filter, the first if the chosen one does not.
func (l *scenarioList) move(by int) {
	listed := l.listed()
	if at := slices.Index(listed, l.chosen); at >= 0 {
		l.chosen = listed[kit.MovedBy(at, by, len(listed))]
	} else if len(listed) > 0 {
		l.chosen = listed[0]
	}
}

// rebuild builds the scenario, unless its files have to be read or a field is wrong.
func (l *scenarioList) rebuild() {
	e := l.chosen
	l.reading.Drop()
	l.built = built{entry: e, source: e.Source()}
	for _, f := range e.Fields {
		f.Refuse(nil)
	}
	if wrong := form.Wrong(e.Fields); wrong != nil {
		l.built.err = wrong.Err()
	} else if !e.Reads {
		l.built.scenario, l.built.err = e.Build(l.built.source)
	}
}

// unread reports whether the scenario still has to be read from files.
func (l *scenarioList) unread() bool { return l.built.scenario == nil && l.built.err == nil }

// read starts loading the scenario unless it is loaded or being loaded.
func (l *scenarioList) read() tea.Cmd {
	if !l.unread() || l.reading.Running() {
		return nil
	}
	from, build := l.built.source, l.chosen.Build
	return l.reading.Start(func(context.Context, func(int, int)) (*scenarios.Scenario, error) { return build(from) })
}

// onRead takes what was read. The last field names the file or folder, and refuses it.
func (l *scenarioList) onRead(read *kit.Result[*scenarios.Scenario]) {
	l.built.scenario, l.built.err = read.Value, read.Err
	if fields := l.chosen.Fields; read.Err != nil && len(fields) > 0 {
		fields[len(fields)-1].Refuse(read.Err)
	}
}

// subject returns what the chosen scenario is called in the manual.
func (l *scenarioList) subject() string {
	switch {
	case l.chosen.Preset != nil:
		return "scenario " + l.chosen.Name
	case !l.chosen.Reads:
		return "arm"
	}
	return ""
}

// words describe the chosen environment as a whole.
func (l *scenarioList) words() []string {
	sc := l.built.scenario
	if sc == nil {
		return nil
	}
	kind := string(sc.Kind)
	if n := len(sc.Phases); n > 1 {
		kind += fmt.Sprintf(", %d phases", n)
	}
	return []string{kind, fmt.Sprintf("%s feedback", sc.Feedback), fmt.Sprintf("K %d", sc.Arms())}
}

func (l *scenarioList) view(focused bool, width, height int) (lines []string, above, below int) {
	l.at = slices.Index(l.listed(), l.chosen)
	items := param.Map(l.listed(), func(e *scenarioEntry) item {
		it := item{Mark: "○", Name: e.Title, Brief: e.Name, Paper: e.Paper, Style: l.theme.Text}
		if width < oneLine {
			it.Brief, it.Paper = "", e.Name
		}
		if e == l.chosen {
			it.Mark = l.theme.Accent.Render("●")
		}
		return it
	})
	return l.list.view(items, l.detail(width, height), look{titleWidth, height / 2, focused}, width, height)
}

// detail describes the chosen scenario: its summary, its source, and its arms.
func (l *scenarioList) detail(width, height int) []string {
	e, sc := l.chosen, l.built.scenario
	lines := l.headline(e.Title, strings.Trim(e.Name+" · "+param.SpellOut(e.Paper), " ·"), width)
	switch {
	case l.built.err != nil:
		return append(lines, kit.Styled("✗ "+param.Printable(l.built.err.Error()), width, 2, l.theme.Bad)...)
	case sc == nil:
		return append(lines, l.theme.Faint.Render("not read yet"))
	}
	text := sc.Summary
	switch {
	case e.Preset != nil:
	case e.Reads: // a file has its own name
		text = sc.Name + ": " + text
	default:
		text = e.Summary
	}
	lines = append(lines, kit.Styled(param.Printable(text), width, 0, l.theme.Text)...)
	lines = append(lines, kit.Styled(strings.Join(l.words(), " · "), width, 0, l.theme.Faint)...)
	if points := sc.Breakpoints(); len(points) > 0 {
		const most = 10
		rounds := strings.Trim(fmt.Sprint(points[:min(len(points), most)]), "[]")
		if len(points) > most {
			rounds += " " + theme.Ellipsis
		}
		lines = append(lines, kit.Styled("means change at rounds "+rounds, width, 2, l.theme.Faint)...)
	}
	return append(lines, l.arms(sc, width, height)...)
}

// arms draws the arms' means in the first phase as bars, the best marked.
func (l *scenarioList) arms(sc *scenarios.Scenario, width, most int) []string {
	phase, gaps := &sc.Phases[0], sc.Gaps()
	shown := min(len(phase.Arms), most)
	labels, laws, longest := 1, make([]string, shown), 0
	for j, law := range phase.Arms[:shown] {
		labels = min(max(labels, ansi.StringWidth(param.Printable(sc.Label(j)))), width/4)
		if name := law.String(); !strings.HasPrefix(name, "bernoulli") { // the mean determines it
			laws[j] = " " + name
			longest = max(longest, len(laws[j]))
		}
	}
	room := width - labels - 13 // for the star, the mean, and blanks
	// With little room, the name of a distribution says more than its gap.
	gapWidth := 8
	if longest > 0 && room-gapWidth-longest < 8 {
		gapWidth = 0
	}
	bar := min(24, max(5, room-gapWidth-longest))
	lines := make([]string, shown)
	for j := range lines {
		mark, gap := " ", ""
		if phase.IsBest(j) {
			mark = l.theme.Good.Render(theme.BestGlyph)
		} else if sc.PlaySize() == 1 && gapWidth > 0 {
			gap = "Δ " + number.Mean(gaps[j])
		}
		lines[j] = fmt.Sprintf("%s %s %s μ %s %s", kit.FitLine(param.Printable(sc.Label(j)), labels), mark,
			l.theme.Accent.Render(kit.Bar(phase.Means[j], bar)), number.Mean(phase.Means[j]),
			l.theme.Faint.Render(kit.FitLine(gap, gapWidth)+laws[j]))
	}
	return lines
}

// A scenarioEntry is one scenario to choose: a preset, the user's own arms, a table, or a file.
type scenarioEntry struct {
	Title, Name    string // for people, and in commands
	Paper, Summary string
	Family         string            // of the scenario: its kind and feedback, for the filter
	Preset         *scenarios.Preset // of a preset
	Fields         []*form.Field
	Source         func() choice.Source // the values of its fields
	Asks           bool                 // the first field says what to run
	Reads          bool                 // build reads files, so Update must not call it
	Build          func(choice.Source) (*scenarios.Scenario, error)
}

func presetEntry(p *scenarios.Preset) *scenarioEntry {
	e := &scenarioEntry{
		Title: p.Title, Name: p.Name, Paper: p.Paper, Summary: p.Summary, Preset: p, Reads: p.NeedsData,
		Family: fmt.Sprintf("%s %s feedback", p.Kind, p.Feedback),
	}
	for i := range p.Parameters {
		e.Fields = append(e.Fields, form.FromParameter(&p.Parameters[i]))
	}
	folder := &form.Field{Name: "data", Meaning: "the folder or zip file with the data as published"}
	if p.NeedsData {
		e.Fields = append(e.Fields, folder)
	}
	e.Source = func() choice.Source {
		parts := []string{p.Name}
		for i := range p.Parameters {
			if text := e.Fields[i].Text(); text != "" {
				parts = append(parts, p.Parameters[i].Name+"="+text)
			}
		}
		return choice.Source{Scenario: strings.Join(parts, ","), Data: folder.Text()}
	}
	e.Build = func(source choice.Source) (*scenarios.Scenario, error) {
		if p.NeedsData && source.Data == "" {
			return nil, fmt.Errorf("data: name the folder that %s is in", p.Name)
		}
		_, parameters, err := param.SplitAssignments(source.Scenario)
		if err != nil {
			return nil, err
		}
		return p.Make(parameters, source.Data)
	}
	return e
}

func armsEntry() *scenarioEntry {
	arms := &form.Field{
		Name: "arms",
		Meaning: "separated by spaces, each a Bernoulli mean or a distribution: " +
			"bernoulli(μ), beta(a,b), uniform(a,b), discrete(x:p, …), constant(x), as in 0.9 0.8 beta(4,1)",
		Check: func(text string) error { _, err := arm.ParseList(text); return err },
	}
	feedback := &form.Field{
		Name: "feedback", Default: string(scenarios.Bandit), Meaning: "feedback of a round",
		Choices: []form.Choice{
			{Word: string(scenarios.Bandit), Note: "the reward of the arm that it pulled"},
			{Word: string(scenarios.Full), Note: "the rewards of all arms"},
		},
	}
	return &scenarioEntry{
		Title: "arms of your own", Name: "--arms", Summary: "any distributions on [0,1]", Asks: true,
		Fields: []*form.Field{arms, feedback},
		Source: func() choice.Source {
			return choice.Source{Arms: arms.Text(), Feedback: scenarios.Feedback(feedback.Value())}
		},
		Build: func(source choice.Source) (*scenarios.Scenario, error) {
			if source.Arms == "" {
				return nil, errors.New("arms: type at least two, as in 0.9 0.8")
			}
			return source.Open(nil)
		},
	}
}

func fileEntry(open func(string) (*scenarios.Scenario, error)) *scenarioEntry {
	path := &form.Field{Name: "file", Meaning: "a scenario file (TOML), or a table of rewards (.csv or .csv.gz) with one row " +
		"per round; read when you leave the field"}
	return &scenarioEntry{
		Title: "a file of your own", Name: "--scenario", Summary: "a scenario, or a table of rewards", Asks: true,
		Fields: []*form.Field{path}, Reads: true,
		Source: func() choice.Source { return choice.Source{Scenario: path.Text()} },
		Build: func(source choice.Source) (*scenarios.Scenario, error) {
			switch {
			case open == nil:
				return nil, errors.New("scenario files cannot be opened here")
			case source.Scenario == "":
				return nil, errors.New("file: name a scenario file or a table")
			}
			return open(source.Scenario)
		},
	}
}

func fillEntry(all []*scenarioEntry, source choice.Source) *scenarioEntry {
	file, arms := all[len(all)-1], all[len(all)-2]
	if source.Arms != "" {
		arms.Fields[0].SetText(source.Arms)
		arms.Fields[1].SetText(string(source.Feedback))
		return arms
	}
	name, assignments, err := param.SplitAssignments(source.Scenario)
	at := slices.IndexFunc(all, func(e *scenarioEntry) bool { return e.Preset != nil && e.Preset.Name == name })
	if err != nil || at < 0 {
		file.Fields[0].SetText(source.Scenario)
		return file
	}
	set := param.Set{}
	for _, a := range assignments {
		set[a[0]] = a[1]
	}
	set["data"] = source.Data
	for _, f := range all[at].Fields {
		f.SetText(set[f.Name]) // empty if there is none
	}
	return all[at]
}

// findEntry fills the entry of a text, written as for --scenario; --arms and a list are the user's own arms.
func findEntry(all []*scenarioEntry, text string) (*scenarioEntry, error) {
	if own := all[len(all)-2]; strings.HasPrefix(text, own.Name) {
		own.Fields[0].SetText(strings.TrimSpace(strings.TrimPrefix(text, own.Name)))
		return own, nil
	}
	name, _, _ := strings.Cut(text, ",")
	_, assignments, err := param.SplitAssignments(text)
	var names []string
	for _, e := range all {
		if e.Preset == nil {
			continue
		}
		names = append(names, e.Preset.Name)
		for _, a := range assignments {
			if _, unknown := e.Preset.Parameters.Find(a[0]); e.Preset.Name == name && err == nil {
				err = unknown
			}
		}
	}
	if !slices.Contains(names, name) && !strings.HasSuffix(text, ".toml") && !strings.Contains(text, "/") {
		return nil, fmt.Errorf("scenario %s: no such scenario%s", name, param.DidYouMean(name, names))
	}
	if err != nil && slices.Contains(names, name) {
		return nil, fmt.Errorf("scenario %s: %w", name, err)
	}
	return fillEntry(all, choice.Source{Scenario: text}), nil
}
