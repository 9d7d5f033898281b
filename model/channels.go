package model

import (
	"cmp"
	"fmt"
	"slices"

	"regretscope/learners"
	"regretscope/noise/channel"
	"regretscope/noise/param"
	"regretscope/scenarios"
)

// channels returns learner i's local channel for each arm in a phase: the configuration's, else the
// phase's, else the scenario's, else the learner's own.
func (c *Config) channels(i int, p *scenarios.Phase) ([]channel.Channel, error) {
	spec := c.Learners[i]
	epsilon := spec.Epsilon(c.Epsilon)
	channels, own := make([]channel.Channel, len(p.Arms)), c.Scenario.ChannelsOf(p)
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

// allChannels returns learner i's channels in round 1, and their changes up to the horizon.
func (c *Config) allChannels(i int) (first []channel.Channel, changes []learners.ChannelChange, err error) {
	s := c.Scenario
	first, err = c.channels(i, &s.Phases[0])
	now := first
	for k := 1; k < len(s.Phases) && s.Phases[k].From <= c.Horizon && err == nil; k++ {
		p := &s.Phases[k]
		if slices.Equal(s.ChannelsOf(p), s.ChannelsOf(&s.Phases[k-1])) {
			continue
		}
		var next []channel.Channel
		if next, err = c.channels(i, p); err == nil && !slices.EqualFunc(now, next, channel.Equal) {
			changes, now = append(changes, learners.ChannelChange{From: p.From, Channels: next}), next
		}
	}
	return first, changes, err
}

// ChannelsAt returns learner i's channels by round; they are nil without local privacy.
func (c *Config) ChannelsAt(i int) func(t int) []channel.Channel { return c.setting(i).ChannelsAt }

// refuseChanges returns an error if learner i cannot play with channels that change.
func (c *Config) refuseChanges(i int) error {
	spec, why := c.Learners[i], ""
	switch {
	case spec.Plays().Process() != nil:
		why = "a program knows only the channels of round 1"
	case spec.TrustsReports:
		why = "it compares reports of different rounds as they are"
	default:
		return nil
	}
	return fmt.Errorf("%s cannot use channels that change with a phase: %s", param.Printable(spec.ID), why)
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
	return spec.Channel != "" || spec.Plays().Process() != nil && (c.Channel != "" || c.Scenario.HasChannels())
}

func (c *Config) checkChannels() error {
	taken := false
	for i := range c.Learners {
		if !c.takesChannel(i) {
			continue
		}
		taken = true
		_, changes, err := c.allChannels(i)
		if err == nil && len(changes) > 0 {
			err = c.refuseChanges(i)
		}
		if err != nil {
			return err
		}
	}
	if c.Channel != "" && !taken {
		return param.Refuse("channel", "channel %s: none of the learners takes a channel", c.Channel)
	}
	return nil
}

// ChannelName returns the name of learner i's channel: "none" without one, "per phase" if channels
// change, "per arm" if the arms have different ones.
func (c *Config) ChannelName(i int) string {
	if !c.takesChannel(i) {
		return "none"
	}
	channels, changes, err := c.allChannels(i)
	switch {
	case err != nil:
		return err.Error()
	case len(changes) > 0:
		return "per phase"
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
		for number, phase := range c.Scenario.Phases {
			channels, err := c.channels(i, &phase)
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

// setChannels sets the arms' channels, which may be none.
func (r *Run) setChannels(channels []channel.Channel) {
	r.channels, r.coins = channels, nil // clones share the slices
	for j, ch := range channels {
		r.coins = append(r.coins, channel.Key(r.coinSeed, j, ch))
	}
}

// changeChannels replaces the channels if the next round begins a phase with others.
func (r *Run) changeChannels() {
	if len(r.later) == 0 || r.later[0].From != r.round+1 {
		return
	}
	r.earlier = r.reportsSoFar()
	r.setChannels(r.later[0].Channels)
	r.later = r.later[1:]
	r.learner.(learners.Corrector).Through(r.channels) // checkChannels refuses others
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
