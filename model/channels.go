package model

import (
	"cmp"
	"fmt"

	"regretscope/learners"
	"regretscope/noise/channel"
	"regretscope/noise/param"
)

// channels returns learner i's local channel for each arm: the configuration's, else the
// scenario's, else the learner's own.
func (c *Config) channels(i int) ([]channel.Channel, error) {
	spec := c.Learners[i]
	epsilon := spec.Epsilon(c.Epsilon)
	channels, own := make([]channel.Channel, c.Scenario.Arms()), c.Scenario.Channels
	before := ""
	for j := range channels {
		text := cmp.Or(c.Channel, spec.Channel)
		if c.Channel == "" && len(own) > 0 {
			text = own[j]
		}
		if j > 0 && text == before {
			channels[j] = channels[j-1]
			continue
		}
		before = text
		parsed, err := channel.Parse(text, epsilon)
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

// refuseChannel attributes an error to the channel field if that is set.
func (c *Config) refuseChannel(err error) error {
	if c.Channel == "" {
		return err
	}
	return param.Refuse("channel", "%w", err)
}

// takesChannel reports whether learner i's rewards are privatized. Programs take any channel.
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
		return param.Refuse("channel", "channel %s: none of the learners takes a channel", c.Channel)
	}
	return nil
}

// ChannelName returns the name of learner i's channel: "none" without one, "per arm" if the
// arms have different ones.
func (c *Config) ChannelName(i int) string {
	if !c.takesChannel(i) {
		return "none"
	}
	channels, err := c.channels(i)
	switch {
	case err != nil:
		return err.Error()
	case !channel.Alike(channels):
		return "per arm"
	}
	return channels[0].String()
}

// Warnings returns one sentence for each learner that ranks arms by raw reports and whose
// channel makes a worse arm look better.
func (c *Config) Warnings() []string {
	var warnings []string
	for i, spec := range c.Learners {
		if !spec.TrustsReports {
			continue
		}
		channels, err := c.channels(i)
		for number, phase := range c.Scenario.Phases {
			if err != nil || phase.From > c.Horizon {
				break
			}
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

// A Window is the content of the window of a learner that judges arms by their newest rounds.
type Window struct {
	Size   int       // w in rounds; 0: all rounds, or all since the newest restart
	Counts []int     // rounds in the window, by arm
	Means  []float64 // mean report in them, by arm; NaN without any
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

// restarted reports whether the learner restarted in the newest round.
func (r *Run) restarted() bool {
	restarter, ok := r.learner.(learners.Restarter)
	return ok && r.round > 0 && restarter.Restarted()
}
