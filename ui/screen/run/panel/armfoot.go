package panel

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"regretscope/ui/kit"
)

// mostDetails are the lines that one arm's details may take.
const mostDetails = 4

// foot is what stands below the arms: how far the running epoch is, or all that
// there is to know of the chosen arm.
func (a *Arms) foot() []string {
	if a.state.Arm >= 0 && a.state.Arm < len(a.state.view().Pulls) {
		return a.details(a.state.Arm)
	}
	if line := a.progress(); line != "" {
		return []string{line}
	}
	return nil
}

// details are what there is to know of an arm, in a few lines.
func (a *Arms) details(j int) []string {
	lines := kit.Wrap(strings.Join(a.state.about().Details(j), " · "), a.width, 2)
	if most := min(mostDetails, max(a.height/2, 1)); len(lines) > most {
		lines = lines[:most]
		lines[most-1] = kit.FitLine(lines[most-1]+" …", a.width)
	}
	for i := range lines {
		lines[i] = a.theme.Selected.Render(lines[i])
	}
	return lines
}

// progress is how far the running epoch is, or where the played arms are if
// some are out of sight.
func (a *Arms) progress() string {
	view := a.state.view()
	if len(view.Play) == 0 {
		return a.theme.Faint.Render("nothing has been played yet")
	}
	name := a.state.Shot.Config.Scenario.Label(view.Play[0])
	if out := a.outOfSight(); out > 0 && len(view.Play) == 1 {
		return a.theme.Faint.Render("plays "+a.state.noun()+" ") + a.theme.Strong.Render(name) + a.theme.Faint.Render(", out of sight")
	} else if out > 0 {
		return a.theme.Faint.Render(fmt.Sprintf("plays %d "+a.state.noun()+"s, %d of them out of sight", len(view.Play), out))
	}
	if view.Restarted {
		return a.theme.Accent.Render("a change was found in this round: all before is forgotten")
	}
	if view.EpochLength == 0 {
		return ""
	}
	length := kit.Count(view.EpochLength)
	of := " " + kit.Right(kit.Count(view.EpochDone), len(length)) + " / " + length
	lead := "epoch of " + a.state.noun() + " " + name + " "
	if len(view.Play) > 1 {
		lead = "epoch "
	}
	width := min(max(a.width-ansi.StringWidth(lead)-len(of)-2, 4), 24)
	done, rest := kit.Gauge(float64(view.EpochDone)/float64(view.EpochLength), width)
	return a.theme.Faint.Render(lead+"▕") + a.theme.Accent.Render(done) + a.theme.Faint.Render(rest+"▏"+of)
}

// outOfSight counts the played arms that no visible row is of.
func (a *Arms) outOfSight() int {
	room := max(a.height-armsHead-1, 1) // the foot is one line where no arm is chosen
	order := a.sorted()
	from, n := a.Window(len(order), room)
	out := 0
	for _, j := range a.state.view().Play {
		if !slices.Contains(order[from:from+n], j) {
			out++
		}
	}
	return out
}
