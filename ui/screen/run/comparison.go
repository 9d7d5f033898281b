package run

import (
	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/ui/screen/run/drive"
	"regretscope/ui/screen/run/panel"
)

// A comparison is the run as the screen shows it. Its driver also plays the values of an open dial, which its state
// does not contain.
type comparison struct {
	driver *drive.Driver
	audits audits
	dial   *dial   // nil: closed, and the other values are removed
	change *change // nil: none is under way
}

// A change of learners that is under way.
type change struct {
	config  *model.Config // with the new learners
	learner int           // the learner to focus on then
	text    string        // what has happened then
	copied  string        // the spec that the new learner copies, or ""
}

// State returns the state of the run, at the dial's value.
func (c *comparison) State() drive.State {
	s := c.driver.State()
	if c.dial != nil {
		s.Config, s.Target = c.dial.narrow(s.Config), c.dial.narrow(s.Target)
		s.Shot, _ = c.dial.see(s.Shot)
	}
	return s
}

// fan returns the learner of the dial at the other values; nil without them.
func (c *comparison) fan() *panel.Fan {
	_, fan := c.dial.see(c.driver.State().Shot)
	return fan
}

// widened reports whether the values of the dial are played.
func (c *comparison) widened() bool { return c.dial != nil && c.driver.State().Config == c.dial.wide }

// play continues with other learners, and audits new ones.
func (c *comparison) play(config *model.Config) tea.Cmd {
	return tea.Batch(c.driver.Change(config), c.audits.make(config))
}

// replace continues with other learners, without the dial.
func (c *comparison) replace(change *change) tea.Cmd {
	c.change = change
	if c.dial != nil {
		c.dial.closing = true
	}
	return c.play(change.config)
}

// openDial opens a dial for a learner, at a value as it was typed.
func (c *comparison) openDial(learner int, value string) (tea.Cmd, error) {
	d, err := newDial(c.State().Config, learner, value)
	if err != nil {
		return nil, err
	}
	c.dial = d
	return c.play(d.wide), nil
}

// closeDial removes the other values.
func (c *comparison) closeDial() tea.Cmd {
	if !c.dial.open() {
		return nil
	}
	c.dial.closing = true
	return c.driver.Change(c.dial.main)
}

// settle drops a dial whose other values are removed. It returns the change that has just been completed, or nil.
func (c *comparison) settle() *change {
	now := c.driver.State()
	if d := c.dial; d != nil && !now.Changing {
		d.closing = d.closing || now.Config != d.wide
		if d.closing && (now.Shot == nil || now.Shot.Config != d.wide) {
			c.dial = nil
		}
	}
	change := c.change
	completed := change != nil && now.Shot != nil && now.Shot.Config == change.config
	if completed || change != nil && !now.Changing && now.Config != change.config {
		c.change = nil
	}
	if !completed {
		return nil
	}
	return change
}

// goTo goes to the next or the previous round with an event of a learner.
func (c *comparison) goTo(event model.Event, learner int, name string, forward bool) tea.Cmd {
	if c.widened() && learner == c.dial.learner {
		learner = c.dial.settings[c.dial.at].played
	}
	if forward {
		return c.driver.Next(event, learner, name)
	}
	return c.driver.Previous(event, learner, name)
}
