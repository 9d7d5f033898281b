package run

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
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

// table declares the commands of panels, learners, and arms.
func (p *panels) table() []kit.Command {
	focus, page := p.run.Focus, 10 // lines
	turn := func(by int) func() { return func() { focus.turn(by) } }
	next := func(by int) func() { return func() { p.turn(by) } }
	scroll := func(by int) func() { return func() { p.all[p.at].Scroll(by) } }
	only := func() string { return kit.OnlyLearner(len(p.run.shown.Config.Learners)) }
	alone := func() string {
		return kit.TextUnless(!p.run.BackRow.On(), "there is one panel for the back row: M shows all")
	}
	return kit.InGroup("Learners, panels, arms", []kit.Command{
		{
			Name: "next-panel", Key: "tab", Short: "panel", Help: "focus the panel after this one", Class: kit.InGame,
			Bar: p.byGrid(11, 12), When: alone, Act: kit.Do(next(+1)),
		},
		{
			Name: "previous-panel", Help: "focus the panel before this one", Class: kit.InGame,
			When: alone, Act: kit.Do(next(-1)),
		},
		{
			Name: "next-learner", Key: "f", Short: "learner", Help: "show the next learner in the panels", Class: kit.AfterGame,
			Bar: p.byGrid(12, 11), When: only, Act: kit.Do(turn(+1)),
		},
		{
			Name: "previous-learner", Help: "show the learner before it in the panels", Class: kit.AfterGame,
			When: only, Act: kit.Do(turn(-1)),
		},
		{
			Name: panelNames[chartPanel], Synonym: "panel-1", Key: "1", Help: "panel 1: curves of every learner", Class: kit.InGame,
			Act: kit.Do(p.toChart),
		},
		{
			Name: panelNames[armsPanel], Synonym: "panel-2", Argument: "[K]", Key: "2", Class: kit.InGame,
			Help: "panel 2: pulls, means, and estimates of each arm; K: play with K arms to this round",
			Act:  kit.With(p.toArms), Text: func() []string { return p.text(armsPanel) },
		},
		{
			Name: panelNames[privacyPanel], Synonym: "panel-3", Key: "3", Help: "panel 3: releases and their privacy losses", Class: kit.InGame,
			Act: kit.Do(p.to(privacyPanel)), Text: func() []string { return p.text(privacyPanel) },
		},
		{
			Name: panelNames[whyPanel], Synonym: "panel-4 arm", Argument: "[ARM]", Key: "4", Class: kit.InGame,
			Help: "panel 4: why the learner plays its arm, or would not play another",
			Act:  kit.Try(p.toArm), Text: func() []string { return p.text(whyPanel) },
		},
		{
			Name: panelNames[reportsPanel], Synonym: "panel-5", Key: "5", Help: "panel 5: what a local channel reports", Class: kit.InGame,
			When: func() string {
				return kit.TextUnless(reportsPanel < p.visible(), "this learner has no reports: it has no local channel")
			},
			Act: kit.Do(p.to(reportsPanel)), Text: func() []string { return p.text(reportsPanel) },
		},
		{Name: "learner", Argument: "N", Help: "go to a learner by its number", Class: kit.AfterGame, Act: kit.Try(focus.toLearner)},
		{
			Name: "zoom", Argument: "[one|why|all]", Key: "z", Short: "zoom", Class: kit.InGame,
			Help: "this panel alone, or all again; why: the chart and why", Act: kit.Try(p.zoom),
		},
		{
			Name: "order", Help: "arms by number or by pulls", Class: kit.InGame,
			Act: kit.Do(func() { p.all[armsPanel].(*panel.Arms).ToggleOrder() }),
		},
		{
			Name: "hide", Argument: "[truth|others|nothing]", Key: "h", Short: "hide",
			Help: "hide true values, or show them; others: other learners, too", Bar: during(p.run, beginning, 15), Act: kit.Try(focus.hideNext),
		},
		{
			Name: "reveal", Key: "R", Short: "reveal", Help: "show everything that is hidden",
			When: func() string { return kit.TextUnless(focus.Hides(), "nothing is hidden: h hides true values") },
			Act:  kit.Do(focus.ShowAll),
		},
		{Name: "up", Key: "↑ k", Help: "scroll up; previous arm, or line of pseudocode", Class: kit.InGame, Act: kit.Do(scroll(-1))},
		{Name: "down", Key: "↓ j", Help: "scroll down; next arm, or line of pseudocode", Class: kit.InGame, Act: kit.Do(scroll(+1))},
		{Name: "page-up", Help: "scroll up by ten lines", Class: kit.InGame, Act: kit.Do(scroll(-page))},
		{Name: "page-down", Help: "scroll down by ten lines", Class: kit.InGame, Act: kit.Do(scroll(+page))},
		{
			Name: "leave", Key: "esc", Help: "end the search, else show all panels, else select no arm", Class: kit.InGame,
			Leads: kit.Unknown, Act: kit.Run(p.run.leave),
			Now: func(c *kit.Command) { c.Short = kit.TextUnless(!p.run.Zoomed(), "all panels") },
		},
	})
}

// byGrid gives two commands of panels and learners their places: panels stand first if not all are visible.
func (p *panels) byGrid(position, inGrid int) func() int {
	return func() int {
		if p.run.layout.Grid {
			return inGrid
		}
		return position
	}
}

// to returns a function that focuses a panel, aside from the view for the back row.
func (p *panels) to(i int) func() {
	return func() {
		p.run.BackRow.leave()
		p.at = i
	}
}

// toChart focuses the chart, in the view for the back row if that was left.
func (p *panels) toChart() {
	p.at = chartPanel
	p.run.BackRow.reopen()
}

// toArms focuses the panel of the arms, or plays the scenario with another number of arms.
func (p *panels) toArms(k string) (tea.Cmd, error) {
	switch {
	case k == "":
		p.to(armsPanel)()
		return nil, nil
	case p.run.recount == nil:
		return nil, errors.New("arms: takes no argument")
	}
	return p.run.recount(k)
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
	p.run.layout = arrange(layoutArgs{
		Width: p.run.Width, Height: p.run.Height + 1, Panels: shown, // the foot is the root's
		Focused: p.at, Show: p.show, Rows: rows, Releases: p.run.Focus.privacyLine() != "",
		Asks: p.run.Focus.arm >= 0, Game: p.run.you.game() != nil, Verdict: len(p.run.you.verdict()),
	})
	if p.run.BackRow.On() {
		p.run.BackRow.arrange()
		return
	}
	for i, q := range p.all[:shown] {
		q.SetSize(p.run.layout.Panels[i].Inside())
	}
}

// turn moves the focus to another panel. If the chart is always visible, it moves among the others.
func (p *panels) turn(by int) {
	n := p.visible()
	if p.run.layout.Grid || p.show == onePanel {
		p.at = (p.at + by + n) % n
		return
	}
	p.at = (max(p.at, 1)-1+by+n-1)%(n-1) + 1
}

// zoom shows the named panels; without a name it toggles between one and all.
func (p *panels) zoom(which string) error {
	sets := map[string]panelSet{"": onePanel, "one": onePanel, "why": chartAndWhy, "all": allPanels}
	set, ok := sets[which]
	if !ok {
		return fmt.Errorf("zoom %s: must be one, why or all", which)
	}
	if set != chartAndWhy {
		p.run.BackRow.leave()
	}
	switch {
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
		j, err := index("arm", text, p.run.shown.Config.Scenario.Arms())
		if err != nil {
			return err
		}
		p.run.Focus.arm = j
	}
	p.to(whyPanel)()
	return nil
}

// visible returns the number of panels for the focused learner.
func (p *panels) visible() int {
	if p.run.shown.Shot != nil && p.run.Focus.view().Channels != nil { // it sees reports instead of rewards
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
	for i, place := range p.run.layout.Panels {
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

func (p *panels) mouse(msg tea.MouseMsg) {
	for i, place := range p.run.layout.Panels {
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
	width, height := p.run.layout.Panels[i].Inside()
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
