package model

import (
	"cmp"
	"fmt"
	"slices"

	"regretscope/learners"
	"regretscope/noise/channel"
)

// channels returns the local channels of learner i, one an arm: the one that was
// chosen, else the scenario's, else the learner's own.
func (c *Config) channels(i int) ([]channel.Channel, error) {
	spec, s := c.Learners[i], c.Scenario
	epsilon := spec.Epsilon(c.Epsilon)
	channels := make([]channel.Channel, s.Arms())
	for j := range channels {
		text := spec.Channel
		if len(s.Channels) > 0 {
			text = s.Channels[j]
		}
		parsed, err := channel.Parse(cmp.Or(c.Channel, text), epsilon)
		if err != nil {
			return nil, c.refuseChannel(err)
		}
		if spec.Accepts != nil {
			if err := spec.Accepts(parsed); err != nil {
				return nil, c.refuseChannel(fmt.Errorf("%s cannot use the channel %s: %w", spec.ID, parsed, err))
			}
		}
		channels[j] = parsed
	}
	return channels, nil
}

// refuseChannel makes an error that of the channel, if one was chosen.
func (c *Config) refuseChannel(err error) error {
	if c.Channel == "" {
		return err
	}
	return refuse("channel", "%w", err)
}

// takesChannel reports whether learner i's rewards are privatized. A program takes any
// channel that there is.
func (c *Config) takesChannel(i int) bool {
	spec := c.Learners[i]
	return spec.Channel != "" || spec.Plays().Process() != nil && (c.Channel != "" || len(c.Scenario.Channels) > 0)
}

func (c *Config) checkChannels() error {
	taken := false
	for i := range c.Learners {
		if !c.takesChannel(i) {
			continue
		}
		taken = true
		if _, err := c.channels(i); err != nil {
			return err
		}
	}
	if c.Channel != "" && !taken {
		return refuse("channel", "channel %s: none of the learners takes a channel", c.Channel)
	}
	return nil
}

// noChannel stands where a learner meets its rewards as they are.
const noChannel = "none"

// ChannelName says which channel learner i's feedback goes through: "none" for learners
// that take no channel, "per arm" where the arms have different ones.
func (c *Config) ChannelName(i int) string {
	if !c.takesChannel(i) {
		return noChannel
	}
	channels, err := c.channels(i)
	if err != nil {
		return err.Error()
	}
	name := channels[0].String()
	if slices.ContainsFunc(channels, func(ch channel.Channel) bool { return ch.String() != name }) {
		return "per arm"
	}
	return name
}

// Warnings are what can make a result misleading: channels
// that make a worse arm look better to a learner that ranks arms by their raw
// reports. One sentence each.
func (c *Config) Warnings() []string {
	var warnings []string
	for i, spec := range c.Learners {
		if !spec.TrustsReports {
			continue
		}
		channels, err := c.channels(i)
		if err != nil {
			continue
		}
		for number, phase := range c.Scenario.Phases {
			reversals, ok := channel.KeepsBest(func(j int) channel.Channel { return channels[j] }, phase.Arms)
			if ok {
				continue
			}
			where := ""
			if len(c.Scenario.Phases) > 1 {
				where = fmt.Sprintf(" in phase %d", number+1)
			}
			more := ""
			if len(reversals) > 1 {
				more = fmt.Sprintf(", and so do %d others", len(reversals)-1)
			}
			warnings = append(warnings, fmt.Sprintf("%s through %s does not learn the best arm%s: %s%s",
				spec.Label(), channels[reversals[0].Arm], where, reversals[0], more))
			break
		}
	}
	return warnings
}

// A Window is what a learner that judges arms by their newest rounds has in
// view: its content for every arm.
type Window struct {
	Size   int       // w in rounds; 0: all rounds since the newest restart, or all
	Counts []int     // rounds that played the arm
	Means  []float64 // of the arm's reports in them; NaN without any
}

func (r *Run) window() *Window {
	windowed, ok := r.learner.(learners.Windowed)
	if !ok {
		return nil
	}
	w := &Window{Size: windowed.Window()}
	for j := range r.pulls {
		count, mean := windowed.InWindow(j)
		w.Counts, w.Means = append(w.Counts, count), append(w.Means, mean)
	}
	return w
}

// restarted reports whether the learner started again in the newest round.
func (r *Run) restarted() bool {
	restarter, ok := r.learner.(learners.Restarter)
	return ok && r.round > 0 && restarter.Restarted()
}
