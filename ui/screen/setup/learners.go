package setup

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/param"
	"regretscope/noise/privacy"
	"regretscope/ui/kit"
	"regretscope/ui/kit/form"
)

// A slot is a chosen learner with the fields for its parameters.
type slot = form.Learner

// A row is a line of the list of learners: a learner, chosen or not, or the heading of those
// that cannot play for the same reason.
type row struct {
	*learners.Declaration                         // nil on a heading
	slot                  *slot                   // nil: not chosen
	reason                string                  // why it cannot play the scenario; empty: it can
	folded                []*learners.Declaration // the learners below a heading
}

// featuredFirst sorts learners for the list: within a family those first that its
// scenarios are shown with by default, because the list opens there.
func featuredFirst(all []*learners.Declaration) []*learners.Declaration {
	place := func(d *learners.Declaration) int { return cmp.Or(d.Featured, math.MaxInt) }
	return slices.SortedStableFunc(slices.Values(all), func(a, b *learners.Declaration) int {
		return cmp.Or(cmp.Compare(a.Family, b.Family), cmp.Compare(place(a), place(b)))
	})
}

func (r row) heading() bool { return r.Declaration == nil }

// listRows lists the learners that the filter lets through: those that can play
// the scenario, and below them the others by the reason why they cannot. Those
// chosen more than once are listed as often.
func (s *Screen) listRows() []row {
	var playable []row
	var reasons []string
	others := map[string][]row{}
	lets := s.filters[learnerSection].lets()
	for _, d := range s.offered() {
		if !lets(d.Name, d.ID, param.SpellOut(d.Paper), d.Family.String()) {
			continue
		}
		reason := s.reason(d)
		rows := s.rowsOf(d, reason)
		if reason == "" {
			playable = append(playable, rows...)
			continue
		}
		if others[reason] == nil {
			reasons = append(reasons, reason)
		}
		others[reason] = append(others[reason], rows...)
	}
	all := playable
	for _, reason := range reasons {
		heading := row{reason: reason}
		for _, r := range others[reason] {
			heading.folded = append(heading.folded, r.Declaration)
		}
		all = append(all, heading)
		if s.unfolded[reason] || s.filters[learnerSection].active() {
			all = append(all, others[reason]...)
		}
	}
	return all
}

// offered returns the learners of the catalog, the row that asks for a program, and the chosen
// programs.
func (s *Screen) offered() []*learners.Declaration {
	all := slices.Clone(s.catalog)
	if s.typedProgram != nil {
		all = append(all, s.typedProgram.row)
	}
	for _, chosen := range s.chosen {
		if chosen.Plays().Process() != nil && !slices.Contains(all, chosen.Declaration) {
			all = append(all, chosen.Declaration)
		}
	}
	return all
}

// rowsOf returns the rows of one learner, in the order in which it was chosen.
func (s *Screen) rowsOf(d *learners.Declaration, reason string) []row {
	var rows []row
	for _, chosen := range s.chosen {
		if chosen.Declaration == d {
			rows = append(rows, row{d, chosen, reason, nil})
		}
	}
	if rows == nil {
		rows = []row{{Declaration: d, reason: reason}}
	}
	return rows
}

// relist lists the learners again. The cursor stays on its row; where that is
// gone, it goes to another row of the same learner, or to the first row.
func (s *Screen) relist() {
	var at row
	if s.row < len(s.rows) {
		at = s.rows[s.row]
	}
	s.rows = s.listRows()
	s.row = slices.IndexFunc(s.rows, func(r row) bool {
		return r.Declaration == at.Declaration && r.slot == at.slot && (!r.heading() || r.reason == at.reason)
	})
	if s.row < 0 && at.Declaration != nil {
		s.row = slices.IndexFunc(s.rows, func(r row) bool { return r.Declaration == at.Declaration })
	}
	s.row = max(s.row, 0)
}

// at returns the row at the cursor; ok is false if the filter lets no row through.
func (s *Screen) at() (r row, ok bool) {
	if s.row >= len(s.rows) {
		return row{}, false
	}
	return s.rows[s.row], true
}

// reason is why a learner cannot play the present scenario; empty if it can,
// and while there is no scenario.
func (s *Screen) reason(d *learners.Declaration) string {
	if s.built.scenario != nil {
		if err := model.Suits(d, s.built.scenario); err != nil {
			return err.Error()
		}
	}
	return ""
}

// playing returns the chosen learners that can play the scenario. The others are
// set aside, and come back with a scenario that they can play.
func (s *Screen) playing() []*slot {
	return slices.DeleteFunc(slices.Clone(s.chosen), func(c *slot) bool { return s.reason(c.Declaration) != "" })
}

// bringComparison puts the scenario's own comparison in place of the learners,
// unless they were chosen by hand and one of them can play it.
func (s *Screen) bringComparison() {
	if s.built.scenario == nil || s.built.scenario == s.compared {
		return
	}
	s.compared = s.built.scenario
	if form.Written(s.chosen) != s.brought {
		s.byHand = s.chosen
	}
	if slices.ContainsFunc(s.byHand, func(c *slot) bool { return s.reason(c.Declaration) == "" }) {
		s.chosen = s.byHand
		return
	}
	own := form.NewLearners(model.DefaultLearners(s.built.scenario))
	own = slices.DeleteFunc(own, func(c *slot) bool { return !slices.Contains(s.catalog, c.Declaration) })
	if s.brought = form.Written(own); s.brought != form.Written(s.chosen) {
		s.chosen = own
		s.toFirstChosen()
	}
}

// toFirstChosen lists the learners again, with the cursor on the first chosen one.
func (s *Screen) toFirstChosen() {
	s.rows = s.listRows()
	s.row = 0
	if len(s.chosen) > 0 {
		s.row = max(s.rowOf(s.chosen[0]), 0)
	}
}

// toggle chooses the learner at the cursor or takes it away; on a heading it
// shows or hides the learners below it.
func (s *Screen) toggle(string) error {
	switch r, ok := s.at(); {
	case !ok:
	case r.heading():
		s.unfolded[r.reason] = !s.unfolded[r.reason]
	case r.slot != nil:
		s.chosen = slices.DeleteFunc(slices.Clone(s.chosen), func(c *slot) bool { return c == r.slot })
	case s.isTyped(r):
		_, err := s.askProgram("")
		return err
	default:
		if err := s.mayAdd(r); err != nil {
			return err
		}
		s.chosen = append(s.chosen, form.NewLearner(learners.Spec{Declaration: r.Declaration}))
	}
	return nil
}

// duplicate chooses the learner at the cursor once more, with the same
// parameters, and goes to the first of the copy's fields: to change one is what
// a copy is for.
func (s *Screen) duplicate(string) error {
	r, _ := s.at()
	if err := s.mayAdd(r); err != nil {
		return err
	}
	added := r.slot.Copy()
	s.chosen = append(s.chosen, added)
	s.refresh()
	s.row = s.rowOf(added)
	s.into(added.Fields)
	return nil
}

func (s *Screen) rowOf(added *slot) int {
	return slices.IndexFunc(s.rows, func(r row) bool { return r.slot == added })
}

// into goes to the first of some fields, if the form has them.
func (s *Screen) into(fields []*form.Field) {
	if s.canFocus(fields) {
		s.form.FocusOn(fields[0])
		s.goTo(parameterSection)
	}
}

func (s *Screen) canFocus(fields []*form.Field) bool {
	return len(fields) > 0 && s.form.Has(fields[0])
}

// mayAdd says why no more of a row's learner can be chosen, if so.
func (s *Screen) mayAdd(r row) error {
	switch n := len(s.playing()); {
	case r.reason != "":
		return fmt.Errorf("%s cannot play %s: %s", r.Name, s.built.scenario.Name, r.reason)
	case n >= model.MaxLearners:
		return fmt.Errorf("%d learners are chosen already, and the run screen shows up to %d: "+
			"remove one first", n, model.MaxLearners)
	}
	return nil
}

// A filter reduces a list to the items that contain all of its words.
type filter struct {
	line   form.Line
	typing bool // keys go into the line
}

func (f *filter) active() bool { return strings.TrimSpace(f.line.Text()) != "" }

func (f *filter) clear() { f.line.SetText(""); f.typing = false }

// lets returns a function that reports whether an item with some texts stays in the list.
func (f *filter) lets() func(texts ...string) bool {
	words := strings.Fields(strings.ToLower(f.line.Text()))
	return func(texts ...string) bool {
		item := strings.ToLower(strings.Join(texts, "\n"))
		return !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(item, word) })
	}
}

// filter returns the filter of the focused section; nil if it has none.
func (s *Screen) filter() *filter {
	if s.section == parameterSection {
		return nil
	}
	return &s.filters[s.section]
}

func (s *Screen) filtering() bool {
	f := s.filter()
	return f != nil && f.typing && !s.sharing && !s.browsing
}

// listed returns the places in s.entries of the scenarios that pass the filter.
func (s *Screen) listed() []int {
	var all []int
	lets := s.filters[scenarioSection].lets()
	for i, e := range s.entries {
		if lets(e.Title, e.Name, param.SpellOut(e.Paper), e.Family) {
			all = append(all, i)
		}
	}
	return all
}

// find lets the user type a filter, or sets it to a given text.
func (s *Screen) find(text string) error {
	f := s.filter()
	if f.typing = text == ""; !f.typing {
		f.line.SetText(text)
		s.followFilter()
	}
	return nil
}

// followFilter moves the cursor to the first item that passes the filter, unless its item
// passes.
func (s *Screen) followFilter() {
	if s.section == learnerSection {
		s.rows, s.row = s.listRows(), 0
		return
	}
	if listed := s.listed(); len(listed) > 0 && !slices.Contains(listed, s.entry) {
		s.entry = listed[0]
	}
}

// moveBy moves the cursor of the focused section, stopping at the ends.
func (s *Screen) moveBy(by int) {
	within := func(at, n int) int { return max(min(at+by, n-1), 0) }
	switch {
	case s.sharing:
		s.offset = within(s.offset, len(s.shareLines()))
	case s.browsing:
		families := s.families()
		s.lineup = families[within(s.family(), len(families))][0]
	case s.section == parameterSection:
		s.form.Move(by)
	case s.section == learnerSection:
		s.row = within(s.row, len(s.rows))
	default:
		if listed := s.listed(); len(listed) > 0 {
			s.entry = listed[within(slices.Index(listed, s.entry), len(listed))]
		}
	}
}

// namedCommands returns those that need no cursor: their argument says what is meant,
// in the words of the command line.
func (s *Screen) namedCommands() []kit.Command {
	named := func(name, argument, does string, run func(string) error) kit.Command {
		return kit.Command{Name: name, Argument: argument, Help: does, Try: run}
	}
	return kit.InGroup(naming, []kit.Command{
		{
			Name: "program", Argument: "COMMAND",
			Help:  "your own program…: choose the program that this command line starts",
			Start: s.programNamed,
		},
		named("scenario", "NAME", "choose a scenario, in the notation of --scenario", s.scenarioNamed),
		named("learner", "ID", "choose a learner, in the notation of --learner", s.learnerNamed),
		named("remove", "ID", "remove a learner", s.removeNamed),
		named("epsilon", "X", "set the privacy parameter of the run", set(s.run.epsilon)),
		named("equal", "rho|mu X", "set each private learner’s ε, or its own parameter, "+
			"for an equal ρ or μ of the costliest round", s.equal),
		named("horizon", "N", "set the number of rounds", set(s.run.horizon)),
		named("seed", "N", "set the seed", set(s.run.seed)),
		named("channel", "ID", "set the local channel (see --channel)", set(s.run.channel)),
	})
}

// equal returns all private learners the same ρ or μ, exactly.
func (s *Screen) equal(text string) error {
	name, number, _ := strings.Cut(text, " ")
	notion, _ := privacy.ParseNotion(name)
	value, err := param.ParseNumber(strings.TrimSpace(number))
	switch {
	case notion != privacy.Rho && notion != privacy.Mu:
		return fmt.Errorf("equal %s: must be rho or mu, and its value", param.Printable(text))
	case err != nil:
		return fmt.Errorf("equal %s: %s must be a positive number", param.Printable(text), notion)
	}
	config, err := s.Config()
	if err != nil {
		return err
	}
	chosen, err := config.Equal(privacy.Measure{Notion: notion}, value)
	if err != nil {
		return err
	}
	for i, slot := range s.playing() {
		filled := form.NewLearner(chosen[i])
		for k, f := range slot.Fields {
			f.SetText(filled.Fields[k].Text())
		}
	}
	return nil
}

// set returns a field a value, unless the field refuses it.
func set(f *form.Field) func(string) error {
	return func(text string) error {
		before := f.Text()
		f.SetText(text)
		err := f.Err()
		if err != nil {
			f.SetText(before)
		}
		return err
	}
}

func (s *Screen) scenarioNamed(text string) error {
	found, err := findEntry(s.entries, text)
	if err != nil {
		return err
	}
	s.filters[scenarioSection].clear()
	s.entry = found
	s.refresh()
	return s.built.err
}

// learnerNamed chooses a learner of the catalog as --learner does.
func (s *Screen) learnerNamed(text string) error {
	spec, err := learners.ParseSpec(text)
	if errors.Is(err, learners.ErrProgram) {
		return fmt.Errorf("learner %s: is a program: write program in place of learner", param.Printable(text))
	}
	return s.choose(spec, err)
}

// choose adds a learner, or says why it was not read.
func (s *Screen) choose(spec learners.Spec, err error) error {
	if err != nil {
		return fmt.Errorf("learner %w", err)
	}
	if err := s.mayAdd(row{Declaration: spec.Declaration, reason: s.reason(spec.Declaration)}); err != nil {
		return err
	}
	s.chosen = append(s.chosen, form.NewLearner(spec))
	return nil
}

// removeNamed takes the chosen learner away that is written so.
func (s *Screen) removeNamed(text string) error {
	var names []string
	for i, slot := range s.chosen {
		spec, _ := slot.Spec()
		names = append(names, spec.String())
		if spec.String() == text {
			s.chosen = slices.Delete(slices.Clone(s.chosen), i, i+1)
			return nil
		}
	}
	return fmt.Errorf("remove %s: this learner is not chosen%s", text, param.DidYouMean(text, names))
}

// A typedProgram asks for the command line of a program of the user's own, as the last row
// of the list of learners.
type typedProgram struct {
	row   *learners.Declaration
	field *form.Field
	open  bool // the field is in the form
}

func newTypedProgram() *typedProgram {
	return &typedProgram{
		row: &learners.Declaration{
			ID: "programs", Name: "your own program…", Brief: "any language, by a command line",
			Summary: "A program of yours that chooses arms: space asks for its command line, such as " +
				"./mine.py or python3 mine/dp.py,alpha=2. It runs with your rights.",
			Family: learners.Programs, Privacy: learners.Unknown,
		},
		field: &form.Field{
			Name: "command", Meaning: "a command line, as for --learner: ./mine.py,alpha=2",
			Check: func(text string) error { _, err := parseProgram(text); return err },
		},
	}
}

func parseProgram(text string) (learners.Spec, error) {
	spec, err := learners.ParseTyped(text)
	if id, _, _ := param.CutName(text); !learners.IsProgram(id) {
		return spec, fmt.Errorf("%s: a program has a / or a space, or ends in .py", param.Printable(id))
	}
	return spec, err
}

func (s *Screen) isTyped(r row) bool {
	return s.typedProgram != nil && r.Declaration == s.typedProgram.row
}

// askProgram opens the field for a command line; it may be run by a person only.
func (s *Screen) askProgram(string) (tea.Cmd, error) {
	s.typedProgram.open = true
	s.refresh()
	s.into([]*form.Field{s.typedProgram.field})
	return nil, nil
}

func (s *Screen) programCommands() []kit.Command {
	field := s.typedProgram.field
	add := kit.Command{
		Name: "add-program", Key: "enter", Short: "choose this program", Help: "choose this program",
		Refusal: kit.Unless(field.Text() != "", "type the command line that starts it"),
		Start: func(string) (tea.Cmd, error) {
			if _, err := s.programNamed(field.Text()); err != nil {
				return nil, err
			}
			s.closeProgram()
			s.refresh()
			s.row = s.rowOf(s.chosen[len(s.chosen)-1])
			return nil, nil
		},
	}
	return []kit.Command{
		add,
		{Name: "leave", Key: "esc", Short: "learners", Help: "back to the learners", Group: moving, Do: s.closeProgram},
	}
}

func (s *Screen) closeProgram() {
	s.typedProgram.open = false
	s.typedProgram.field.SetText("")
	s.goTo(learnerSection)
}

// programNamed chooses what a person has typed as --learner does.
func (s *Screen) programNamed(text string) (tea.Cmd, error) {
	if s.programs == nil {
		return nil, errors.New("programs cannot be started here")
	}
	return nil, s.choose(parseProgram(text))
}
