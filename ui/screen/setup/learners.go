package setup

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/ui/kit"
)

// A row is a learner, chosen or not, or the heading of those that cannot play for one reason.
type row struct {
	*learners.Declaration                         // nil on a heading
	slot                  *slot                   // nil: not chosen
	reason                string                  // why it cannot play the scenario; empty: it can
	folded                []*learners.Declaration // the learners below a heading
}

// learnerList is the list of learners, chosen or not, for a scenario.
type learnerList struct {
	list
	catalog  []*learners.Declaration
	typed    *learners.Declaration // its row asks for a program; nil: no program may be started
	scenario *scenarios.Scenario   // nil: unknown, which any learner can play
	chosen   []*slot               // in the order in which they were chosen
	rows     []row
	unfolded map[string]bool // headings of rows whose learners are shown, by reason

	compared *scenarios.Scenario // the scenario whose comparison was shown, or could have been
	brought  string              // that comparison, as written
	byHand   []*slot             // the learners that were last chosen otherwise
}

func typedProgram() *learners.Declaration {
	return &learners.Declaration{
		ID: "programs",
		Listing: learners.Listing{
			Name:  "your own program…",
			Brief: "any language, by a command line",
			Summary: "A program of yours that chooses arms: space asks for its command line, such as " +
				"./mine.py or python3 mine/dp.py,alpha=2. It runs with your rights.",
			Family: learners.Programs,
		},
		Guarantee: learners.Guarantee{Privacy: learners.Unknown},
	}
}

func (l *learnerList) show(c *model.Config) {
	waits := func(spec learners.Spec) bool { return spec.Plays().Waits() }
	algorithms := slices.DeleteFunc(slices.Clone(c.Learners), waits)
	l.chosen, l.byHand, l.unfolded = param.Map(algorithms, newSlot), nil, map[string]bool{}
	l.scenario, l.compared = c.Scenario, c.Scenario
	l.brought = textOf(param.Map(model.DefaultLearners(c.Scenario), newSlot))
	l.clear()
	l.toFirstChosen()
}

// follow lists the learners for a scenario, and replaces them if it brings its own comparison.
func (l *learnerList) follow(s *scenarios.Scenario) {
	l.scenario = s
	l.bringComparison()
	l.relist()
}

// featuredFirst begins each family with the default learners of scenarios: the list opens there.
func featuredFirst(all []*learners.Declaration) []*learners.Declaration {
	place := func(d *learners.Declaration) int { return cmp.Or(d.Featured, math.MaxInt) }
	return slices.SortedStableFunc(slices.Values(all), func(a, b *learners.Declaration) int {
		return cmp.Or(cmp.Compare(a.Family, b.Family), cmp.Compare(place(a), place(b)))
	})
}

func (r row) heading() bool { return r.Declaration == nil }

// listRows returns the rows of the learners that pass the filter: those that can play the scenario, and below them
// the others, by the reason why they cannot. A learner that was chosen several times has a row for each.
func (l *learnerList) listRows() []row {
	var playable []row
	var reasons []string
	others := map[string][]row{}
	lets := l.lets()
	for _, d := range l.offered() {
		if !lets(d.Name, d.ID, param.SpellOut(d.Paper), d.Family.String()) {
			continue
		}
		reason := l.reason(d)
		rows := l.rowsOf(d, reason)
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
		folded := param.Map(others[reason], func(r row) *learners.Declaration { return r.Declaration })
		all = append(all, row{reason: reason, folded: folded})
		if l.unfolded[reason] || l.active() {
			all = append(all, others[reason]...)
		}
	}
	return all
}

// offered returns the catalog, the row that asks for a program, and the chosen programs.
func (l *learnerList) offered() []*learners.Declaration {
	all := slices.Clone(l.catalog)
	if l.typed != nil {
		all = append(all, l.typed)
	}
	for _, chosen := range l.chosen {
		if chosen.Plays().Process() != nil && !slices.Contains(all, chosen.Declaration) {
			all = append(all, chosen.Declaration)
		}
	}
	return all
}

// rowsOf returns the rows of one learner, in the order in which it was chosen.
func (l *learnerList) rowsOf(d *learners.Declaration, reason string) []row {
	var rows []row
	for _, chosen := range l.chosen {
		if chosen.Declaration == d {
			rows = append(rows, row{d, chosen, reason, nil})
		}
	}
	if rows == nil {
		rows = []row{{Declaration: d, reason: reason}}
	}
	return rows
}

// relist keeps the cursor on its row, or else on another one of the same learner, or on the first.
func (l *learnerList) relist() {
	var at row
	if l.at < len(l.rows) {
		at = l.rows[l.at]
	}
	l.rows = l.listRows()
	l.at = slices.IndexFunc(l.rows, func(r row) bool {
		return r.Declaration == at.Declaration && r.slot == at.slot && (!r.heading() || r.reason == at.reason)
	})
	if l.at < 0 && at.Declaration != nil {
		l.at = slices.IndexFunc(l.rows, func(r row) bool { return r.Declaration == at.Declaration })
	}
	l.at = max(l.at, 0)
}

// current returns the row at the cursor; ok is false if the filter lets no row through.
func (l *learnerList) current() (r row, ok bool) {
	if l.at >= len(l.rows) {
		return row{}, false
	}
	return l.rows[l.at], true
}

// reason returns why a learner cannot play the present scenario; empty if nothing is known against it.
func (l *learnerList) reason(d *learners.Declaration) string {
	if l.scenario != nil {
		if err := model.Suits(d, l.scenario); err != nil {
			return err.Error()
		}
	}
	return ""
}

// playing returns the chosen learners that can play the scenario. The others come back with a
// scenario that they can play.
func (l *learnerList) playing() []*slot {
	return slices.DeleteFunc(slices.Clone(l.chosen), func(c *slot) bool { return l.reason(c.Declaration) != "" })
}

// bringComparison chooses the scenario's own learners, unless one that was chosen by hand can play it.
func (l *learnerList) bringComparison() {
	if l.scenario == nil || l.scenario == l.compared {
		return
	}
	l.compared = l.scenario
	if textOf(l.chosen) != l.brought {
		l.byHand = l.chosen
	}
	if slices.ContainsFunc(l.byHand, func(c *slot) bool { return l.reason(c.Declaration) == "" }) {
		l.chosen = l.byHand
		return
	}
	own := param.Map(model.DefaultLearners(l.scenario), newSlot)
	own = slices.DeleteFunc(own, func(c *slot) bool { return !slices.Contains(l.catalog, c.Declaration) })
	if l.brought = textOf(own); l.brought != textOf(l.chosen) {
		l.chosen = own
		l.toFirstChosen()
	}
}

// toFirstChosen lists the learners again, with the cursor on the first chosen one.
func (l *learnerList) toFirstChosen() {
	l.rows = l.listRows()
	l.at = 0
	if len(l.chosen) > 0 {
		l.at = max(l.rowOf(l.chosen[0]), 0)
	}
}

// toggle chooses or removes the learner at the cursor; it unfolds or folds a heading.
func (l *learnerList) toggle(string) error {
	switch r, ok := l.current(); {
	case !ok:
	case r.heading():
		l.unfolded[r.reason] = !l.unfolded[r.reason]
	case r.slot != nil:
		l.chosen = slices.DeleteFunc(slices.Clone(l.chosen), func(c *slot) bool { return c == r.slot })
	default:
		return l.add(learners.Spec{Declaration: r.Declaration})
	}
	return nil
}

// add chooses a learner, unless it cannot be chosen once more.
func (l *learnerList) add(spec learners.Spec) error {
	switch n := len(l.playing()); {
	case l.reason(spec.Declaration) != "":
		return fmt.Errorf("%s cannot play %s: %s", spec.Name, l.scenario.Name, l.reason(spec.Declaration))
	case n >= model.MaxLearners:
		return fmt.Errorf("%d learners are chosen already, and the run screen shows up to %d: "+
			"remove one first", n, model.MaxLearners)
	}
	l.chosen = append(l.chosen, newSlot(spec))
	return nil
}

// duplicate chooses the learner at the cursor once more, with the same parameters, right or wrong.
func (l *learnerList) duplicate() (added *slot, err error) {
	r, _ := l.current()
	if err := l.add(learners.Spec{Declaration: r.Declaration}); err != nil {
		return nil, err
	}
	added = r.slot.Copy()
	l.chosen[len(l.chosen)-1] = added
	l.toNewest()
	return added, nil
}

// toNewest lists the learners again, with the cursor on the learner chosen last.
func (l *learnerList) toNewest() {
	l.relist()
	l.at = max(l.rowOf(l.chosen[len(l.chosen)-1]), 0)
}

func (l *learnerList) remove(text string) error {
	var names []string
	for i, slot := range l.chosen {
		spec, _ := slot.Spec()
		names = append(names, spec.String())
		if spec.String() == text {
			l.chosen = slices.Delete(slices.Clone(l.chosen), i, i+1)
			return nil
		}
	}
	return fmt.Errorf("remove %s: this learner is not chosen%s", text, param.DidYouMean(text, names))
}

func (l *learnerList) rowOf(chosen *slot) int {
	return slices.IndexFunc(l.rows, func(r row) bool { return r.slot == chosen })
}

func (l *learnerList) isTyped(r row) bool { return l.typed != nil && r.Declaration == l.typed }

// labels returns the names of the playing learners, each in the color of its line.
func (l *learnerList) labels() []string {
	labels := labels(l.playing())
	for i := range labels {
		labels[i] = l.theme.Series(i).Style.Render(labels[i])
	}
	return labels
}

func (l *learnerList) view(focused bool, width, height int) (lines []string, above, below int) {
	playing := l.playing()
	names := labels(playing)
	items := param.Map(l.rows, func(r row) item { return l.item(r, playing, names) })
	return l.list.view(items, l.detail(width), look{nameWidth, height / 3, focused}, width, height)
}

// item returns a row: a learner, or the heading of those that cannot
// play for one reason. A chosen learner has its place in the comparison, in the color of its line.
func (l *learnerList) item(r row, playing []*slot, names []string) item {
	if r.heading() {
		mark := " + "
		if l.unfolded[r.reason] {
			mark = " − "
		}
		return item{
			Mark: l.theme.Faint.Render(mark), Name: number.Count(len(r.folded)) + " cannot play",
			Brief: r.reason, Style: l.theme.Faint,
		}
	}
	it := item{
		Mark: "[ ]", Name: r.Name, Brief: cmp.Or(r.Brief, r.Summary),
		Paper: r.Paper, Style: l.theme.Text,
	}
	if r.reason == "" {
		it.Heading = r.Family.String()
	}
	switch {
	case l.isTyped(r):
		it.Mark = " ○ "
	case r.reason != "" && r.slot != nil:
		it.Mark, it.Brief, it.Style = l.theme.Faint.Render("[–]"), "set aside while it cannot play", l.theme.Faint
	case r.reason != "":
		it.Mark, it.Style = l.theme.Faint.Render(" – "), l.theme.Faint
	case r.slot != nil:
		place := slices.Index(playing, r.slot)
		it.Style = l.theme.Series(place).Style
		it.Mark, it.Name = it.Style.Render(fmt.Sprintf("[%d]", place+1)), names[place]
	}
	return it
}

// detail describes the learner at the cursor, or names the learners below a heading.
func (l *learnerList) detail(width int) []string {
	r, ok := l.current()
	switch {
	case !ok:
		return nil
	case r.heading():
		names := param.Map(r.folded, func(d *learners.Declaration) string { return d.Name })
		text := fmt.Sprintf("None of these learners can play %s: %s", l.scenario.Name, r.reason)
		return append(kit.Styled(text, width, 0, l.theme.Text),
			kit.Styled(strings.Join(slices.Compact(names), ", "), width, 0, l.theme.Faint)...)
	}
	lines := l.headline(r.Name, param.SpellOut(r.Paper), width)
	if r.reason != "" {
		text := fmt.Sprintf("✗ cannot play %s: %s", l.scenario.Name, r.reason)
		lines = append(lines, kit.Styled(text, width, 2, l.theme.Warn)...)
	}
	lines = append(lines, kit.Styled(r.Summary, width, 0, l.theme.Text)...)
	if r.Privacy != learners.Unknown {
		lines = append(lines, kit.Styled(promise(r.Declaration), width, 2, l.theme.Text)...)
	}
	for _, line := range r.Pseudocode {
		code := strings.TrimLeft(line.Text, " ")
		depth := len(line.Text) - len(code)
		text := fmt.Sprintf("%2d  %s", line.Number, line.Text)
		lines = append(lines, kit.Styled(text, width, 4+depth+2, l.theme.Faint)...)
	}
	return lines
}

// promise returns the paper's claim about a learner's privacy, and its requirements.
func promise(d *learners.Declaration) string {
	parts := []string{"no claim of privacy"}
	switch {
	case d.Privacy == learners.NotPrivate:
		parts[0] = "not private"
	case d.Claim != "":
		parts[0] = d.Claim
	}
	if d.KnowsHorizon {
		parts = append(parts, "knows T")
	}
	if d.Channel != "" {
		parts = append(parts, "channel "+d.Channel+" unless another is chosen")
	}
	for _, p := range d.Parameters {
		parts = append(parts, p.Name+" = "+p.Default+p.Derived)
	}
	return strings.Join(parts, " · ")
}
