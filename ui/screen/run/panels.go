package run

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
	"regretscope/ui/screen/run/panel"
)

// panels holds the panels between header and timeline, and which of them are visible.
type panels struct {
	run  *Screen
	all  []panel.Panel // the chart first; the last one only for local privacy
	at   int           // the focused panel, which scrolls
	show panelSet      // the visible panels, while the focused one is among them
}

func (p *panels) commands() []kit.Command {
	focus, page := p.run.Focus, 10 // lines
	turn := func(by int) func() { return func() { focus.turn(by) } }
	next := func(by int) func() { return func() { p.turn(by) } }
	scroll := func(by int) func() { return func() { p.all[p.at].Scroll(by) } }
	only := kit.OnlyLearner(len(p.run.shown.config.Learners))
	alone := kit.TextUnless(!p.run.BackRow.On(), "there is one panel for the back row: M shows all")
	list := append([]kit.Command{
		{Name: "next-panel", Key: "tab", Short: "panel", Help: "focus the panel after this one", Refusal: alone, Act: kit.Do(next(+1))},
		{Name: "previous-panel", Help: "focus the panel before this one", Refusal: alone, Act: kit.Do(next(-1))},
		{Name: "next-learner", Key: "f", Short: "learner", Help: "show the next learner in the panels", Refusal: only, Act: kit.Do(turn(+1))},
		{Name: "previous-learner", Help: "show the learner before it in the panels", Refusal: only, Act: kit.Do(turn(-1))},
	}, p.numbered()...)
	return kit.InGroup("Learners, panels, arms", append(
		list,
		kit.Command{Name: "learner", Argument: "N", Help: "go to a learner by its number", Act: kit.Try(focus.toLearner)},
		kit.Command{
			Name: "zoom", Argument: "[one|why|all]", Key: "z", Short: "zoom",
			Help: "this panel alone, or all again; why: the chart and why", Act: kit.Try(p.zoom),
		},
		kit.Command{Name: "order", Help: "arms by number or by pulls", Act: kit.Do(p.all[armsPanel].(*panel.Arms).ToggleOrder)},
		kit.Command{
			Name: "hide", Argument: "[truth|others|nothing]", Key: "h", Short: "hide",
			Help: "hide true values, other learners too, or nothing", Act: kit.Try(focus.hideNext),
		},
		kit.Command{
			Name: "reveal", Key: "R", Short: "reveal", Help: "show everything that is hidden",
			Refusal: kit.TextUnless(focus.Hides(), "nothing is hidden: h hides true values"), Act: kit.Do(focus.ShowAll),
		},
		kit.Command{Name: "up", Key: "↑ k", Help: "scroll up; previous arm, or line of pseudocode", Act: kit.Do(scroll(-1))},
		kit.Command{Name: "down", Key: "↓ j", Help: "scroll down; next arm, or line of pseudocode", Act: kit.Do(scroll(+1))},
		kit.Command{Name: "page-up", Help: "scroll up by ten lines", Act: kit.Do(scroll(-page))},
		kit.Command{Name: "page-down", Help: "scroll down by ten lines", Act: kit.Do(scroll(+page))},
		kit.Command{
			Name: "leave", Key: "esc", Short: kit.TextUnless(!p.run.Zoomed(), "all panels"),
			Help: "end the search, else show all panels, else select no arm", Act: kit.Run(p.run.leave),
		},
	))
}

// arrange passes the present state and size to the panels.
func (p *panels) arrange(state panel.State) {
	shown := p.visible()
	p.at = min(p.at, shown-1)
	if !p.show.Has(p.at) {
		p.show = allPanels
	}
	rows := make([]int, len(p.all))
	for i, q := range p.all {
		q.SetState(state)
		rows[i] = q.Rows()
	}
	p.run.places = arrange(layoutArgs{
		Width: p.run.Width, Height: p.run.Height + 1, Panels: shown, // the foot is the root's
		Focus: p.at, Show: p.show, Rows: rows, Releases: p.run.privacyLine() != "",
		Asks: p.run.Focus.arm >= 0, Game: p.run.Pulls(),
	})
	if p.run.BackRow.On() {
		p.run.BackRow.arrange()
		return
	}
	for i, q := range p.all[:shown] {
		q.SetSize(p.run.places.Panels[i].Inside())
	}
}

// turn moves the focus to another panel. If the chart is always visible, it moves among the others.
func (p *panels) turn(by int) {
	n := p.visible()
	if p.run.places.Grid || p.show == onePanel {
		p.at = (p.at + by + n) % n
		return
	}
	p.at = (max(p.at, 1)-1+by+n-1)%(n-1) + 1
}

// zoom shows the named panels; without a name it toggles between one and all.
func (p *panels) zoom(which string) error {
	sets := map[string]panelSet{"": onePanel, "one": onePanel, "why": chartAndWhy, "all": allPanels}
	set, ok := sets[which]
	switch {
	case !ok:
		return fmt.Errorf("zoom %s: must be one, why or all", which)
	case set == chartAndWhy:
		p.at = 0
	case which == "" && p.show != allPanels:
		set = allPanels
	}
	p.show = set
	return nil
}

// toArm shows why an arm is or is not played, by default the one in focus.
func (p *panels) toArm(text string) error {
	if text = strings.TrimPrefix(text, "not "); text != "" {
		j, err := place("arm", text, p.run.shown.config.Scenario.Arms())
		if err != nil {
			return err
		}
		p.run.Focus.arm = j
	}
	p.at = whyPanel
	return nil
}

// visible returns the number of panels for the focused learner.
func (p *panels) visible() int {
	if p.run.shown.shot != nil && p.run.Focus.view().Channels != nil { // it sees reports instead of rewards
		return len(p.all)
	}
	return len(p.all) - 1
}

func (p *panels) draw(height int) kit.Block {
	type part struct {
		place kit.Rect
		block kit.Block
	}
	var parts []part
	for i, place := range p.run.places.Panels {
		if place.Empty() {
			continue
		}
		shown := p.all[i]
		lines := shown.View() // first: drawing determines the title
		frame := kit.Frame{
			Title:  fmt.Sprintf("%d %s", i+1, shown.Title()),
			Remark: shown.Remark(), Focused: i == p.at,
		}
		parts = append(parts, part{place, frame.Draw(p.run.theme, lines, place.Width, place.Height)})
	}
	slices.SortFunc(parts, func(a, b part) int { return cmp.Compare(a.place.X, b.place.X) })
	lines := make(kit.Block, height)
	for i := range lines {
		var text strings.Builder
		for _, p := range parts {
			if y := i + 1 - p.place.Y; y >= 0 && y < p.place.Height {
				text.WriteString(p.block[y])
			}
		}
		lines[i] = text.String()
	}
	return lines
}

// panelNames are the commands that focus a panel, with what it shows.
var panelNames = [...][2]string{
	{"chart", "panel 1: curves of every learner"},
	{"arms", "panel 2: pulls, means, and estimates of each arm"},
	{"privacy", "panel 3: releases and their privacy losses"},
	{"why", "panel 4: why the learner plays its arm, or would not play another"},
	{"reports", "panel 5: what a local channel reports"},
}

func (p *panels) numbered() []kit.Command {
	list := make([]kit.Command, len(p.all))
	for i := range list {
		name, number := panelNames[i], strconv.Itoa(i+1)
		list[i] = kit.Command{
			Name: name[0], Synonym: "panel-" + number, Key: number, Help: name[1],
			Act: kit.Do(func() { p.at = i }), Text: func() []string { return p.text(i) },
		}
		if i >= p.visible() {
			list[i].Refusal = "this learner has no reports: it has no local channel"
		}
	}
	list[chartPanel].Text = nil
	list[chartPanel].Act = kit.Do(func() {
		p.at = chartPanel
		p.run.BackRow.reopen()
	})
	why := &list[whyPanel]
	why.Synonym += " arm"
	why.Argument, why.Act = "[ARM]", kit.Try(p.toArm)
	return list
}

func (p *panels) mouse(msg tea.MouseMsg) {
	for i, place := range p.run.places.Panels {
		if !place.Contains(msg.X, msg.Y) {
			continue
		}
		switch by := kit.Wheel(msg); {
		case by != 0:
			p.all[i].Scroll(by)
		case kit.Clicked(msg):
			p.at = i
			p.all[i].Click(msg.X-place.X-kit.FrameWidth/2, msg.Y-place.Y-kit.FrameHeight/2)
		}
	}
}

// text returns the text of a panel, with as many lines as it needs.
func (p *panels) text(i int) []string {
	shown := p.all[i]
	if i >= p.visible() {
		return []string{"This learner has no such panel: it has no local channel."}
	}
	width, height := p.run.places.Panels[i].Inside()
	shown.SetSize(max(width, 100), 200)
	lines := []string{shown.Title()}
	if facts, ok := shown.(interface{ Sentences() []string }); ok {
		lines = append(lines, facts.Sentences()...)
	} else {
		lines = append(lines, shown.View()...)
	}
	shown.SetSize(width, height)
	return lines
}
