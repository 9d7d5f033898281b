// Package model runs learners in environments: one run, and a comparison in lockstep that can be
// rewound. Package trials repeats them.
package model

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"regretscope/learners"
	"regretscope/model/program"
	"regretscope/noise/channel"
	"regretscope/noise/memlimit"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/scenarios"
)

// Limits of a comparison.
const (
	MaxLearners = 16     // learners in a Session, which shows them side by side
	MaxSeries   = 10_000 // learners × grid points of an experiment
)

// A Config determines a run: the same Config gives the same run, bit for bit, however it is stepped.
type Config struct {
	Scenario *scenarios.Scenario
	Learners []learners.Spec
	Horizon  int     // T, in rounds, 1 to scenarios.MaxHorizon
	Epsilon  float64 // privacy parameter in [learners.MinEpsilon, +Inf]
	Channel  string  // for learners that take a channel, as channel.Parse reads it; empty: each learner's own
	Seed     uint64

	Programs *program.Host // starts programs; nil: programs are refused
}

// Check returns an error if the configuration cannot run as a session: one sentence about the first mistake.
func (c *Config) Check() error {
	if err := c.CheckUpTo(MaxLearners); err != nil {
		return err
	}
	return c.checkSession()
}

// CheckUpTo is Check without the limits of a session: of any number of learners from 1 to most.
func (c *Config) CheckUpTo(most int) error {
	if len(c.Learners) == 0 || len(c.Learners) > most {
		return fmt.Errorf("learners: %d chosen; must be from 1 to %d", len(c.Learners), most)
	}
	if err := scenarios.CheckHorizon(float64(c.Horizon)); err != nil {
		return param.Refuse("horizon", "horizon %d: %w", c.Horizon, err)
	}
	if err := c.Scenario.CheckRows(c.Horizon); err != nil {
		return param.Refuse("horizon", "horizon %w", err)
	}
	if err := learners.CheckEpsilon(c.Epsilon); err != nil {
		return param.Refuse("epsilon", "epsilon %v: %w", c.Epsilon, err)
	}
	for _, spec := range c.Learners {
		if spec.Plays().Process() != nil && c.Programs == nil {
			return fmt.Errorf("%s: %w", param.Printable(spec.ID), learners.ErrProgram)
		}
		if err := Suits(spec.Declaration, c.Scenario); err != nil {
			return fmt.Errorf("%s cannot play %s: %w", spec.ID, c.Scenario.Name, err)
		}
	}
	return c.checkChannels()
}

// Suits returns an error if a learner cannot play a scenario: the reason, as the end of a sentence.
func Suits(d *learners.Declaration, s *scenarios.Scenario) error {
	switch {
	case d.Feedback == learners.FullFeedback && s.Feedback != scenarios.Full:
		return errors.New("it needs full information")
	case d.Feedback == learners.SemiBanditFeedback && s.Kind != scenarios.MatroidKind:
		return errors.New("it needs a matroid")
	case d.Feedback == learners.BanditFeedback && s.Kind == scenarios.MatroidKind:
		return errors.New("it plays one arm a round, not a basis")
	}
	return nil
}

// Waits reports whether one of the learners is a person, for whom every round waits.
func (c *Config) Waits() bool {
	return slices.ContainsFunc(c.Learners, func(spec learners.Spec) bool { return spec.Plays().Waits() })
}

// WithoutPerson returns the configuration without a person among its learners.
func (c *Config) WithoutPerson() *Config {
	if !c.Waits() {
		return c
	}
	others := *c
	others.Learners = slices.DeleteFunc(slices.Clone(c.Learners), func(spec learners.Spec) bool { return spec.Plays().Waits() })
	return &others
}

// Again returns the configuration for a new run from round 1: a person's game has no plays yet.
func (c *Config) Again() *Config {
	again := *c
	again.Learners = param.Map(c.Learners, learners.Spec.Again)
	return &again
}

// End returns the last playable round: the horizon, or the newest round in which the person has chosen an arm.
func (c *Config) End() int {
	end := c.Horizon
	for _, spec := range c.Learners {
		end = min(end, spec.Plays().Playable(c.Horizon))
	}
	return end
}

// setting returns what learner i may know before round 1, except its stream.
func (c *Config) setting(i int) learners.Setting {
	spec, s := c.Learners[i], c.Scenario
	_, last := s.PhaseAt(c.Horizon)
	setting := learners.Setting{
		Arms:    s.Arms(),
		Horizon: c.Horizon,
		Epsilon: spec.Epsilon(c.Epsilon),
		Phases:  last + 1,
		Matroid: s.Matroid,
	}
	if c.takesChannel(i) {
		setting.Channels, _ = c.channels(i) // Check has seen that they are right
	}
	if spec.NeedsBest {
		setting.Best = func(t int) []int {
			phase, _ := s.PhaseAt(t)
			return phase.Best
		}
	}
	return setting
}

// Alone returns the configuration with spec as its only learner. It keeps the channel if spec takes one.
func (c *Config) Alone(spec learners.Spec) *Config {
	own := *c
	own.Learners = []learners.Spec{spec}
	if !own.takesChannel(0) {
		own.Channel = ""
	}
	return &own
}

// Values returns learner i's parameters, with defaults.
func (c *Config) Values(i int) param.Values { return c.Learners[i].Values(c.setting(i)) }

// Parameters returns learner i's parameters in the format of results, including its own seed.
func (c *Config) Parameters(i int) string {
	return c.Learners[i].Described(c.setting(i))
}

// PrivacyValue returns learner i's ε, or the value of the parameter that it has in place of ε.
func (c *Config) PrivacyValue(i int) float64 {
	spec := c.Learners[i]
	if spec.Tunes == "" {
		return spec.Epsilon(c.Epsilon)
	}
	return c.Values(i).Number(spec.Tunes)
}

// DefaultLearners returns the default learners of a scenario: the featured ones of its families, in order.
func DefaultLearners(s *scenarios.Scenario) []learners.Spec {
	families := familiesFor(s)
	var chosen []learners.Spec
	for _, d := range learners.All() {
		if d.Featured > 0 && slices.Contains(families, d.Family) && Suits(d, s) == nil {
			chosen = append(chosen, learners.Spec{Declaration: d})
		}
	}
	slices.SortStableFunc(chosen, func(a, b learners.Spec) int { return cmp.Compare(a.Featured, b.Featured) })
	return chosen
}

func familiesFor(s *scenarios.Scenario) []learners.Family {
	switch {
	case s.Kind == scenarios.MatroidKind:
		return []learners.Family{learners.Matroids}
	case s.Feedback == scenarios.Full:
		return []learners.Family{learners.Experts}
	case s.Kind == scenarios.Changing:
		return []learners.Family{learners.ChangingMeans}
	case s.Local:
		return []learners.Family{learners.LocalPrivacy}
	default:
		return []learners.Family{learners.PrivateBandit, learners.Bandit}
	}
}

// Sweep returns the configuration at each ε, or the configuration itself if there are none.
func (c *Config) Sweep(epsilons []float64) []*Config {
	if len(epsilons) == 0 {
		return []*Config{c}
	}
	points := make([]*Config, len(epsilons))
	for i, epsilon := range epsilons {
		point := *c
		point.Epsilon = epsilon
		points[i] = &point
	}
	return points
}

// Upper estimates of memory, in bytes.
const (
	runBytes      = 1 << 16 // a run with few arms, with the learner's releases
	armBytes      = 1 << 11 // a run's state for an arm
	sightingBytes = 16      // a round in a learner's window
	curveStates   = 32      // a curve's samples, in states of a run
)

// RunBytes returns the memory of a run of learner i.
func (c *Config) RunBytes(i int) int { return c.stateBytes() + c.window(i)*sightingBytes }

func (c *Config) stateBytes() int { return runBytes + c.Scenario.Arms()*armBytes }

// window returns the number of rounds that learner i remembers one by one.
func (c *Config) window(i int) int {
	if l, ok := c.Starter(i).Learner(0).(learners.Windowed); ok {
		return min(l.Window(), c.Horizon)
	}
	return 0
}

// sessionBytes returns the memory of a session with the given number of checkpoints: its states, which share windows.
// A few more copies of its runs exist: at the current round, at the near checkpoint, and while seeking.
func (c *Config) sessionBytes(checkpoints int) int {
	states := checkpoints + 3
	total := len(c.Learners) * (states + curveStates) * c.stateBytes()
	if rows := c.Scenario.Rows; rows != nil {
		total += rows.Bytes()
	}
	for i := range c.Learners {
		total += min(states*c.window(i), c.Horizon) * sightingBytes
	}
	return total
}

// checkpoints returns the number of checkpoints that memory allows, between the limits.
func (c *Config) checkpoints() int {
	most := maxCheckpoints
	for most > minCheckpoints && c.sessionBytes(most) > memlimit.Room() {
		most /= 2
	}
	return most
}

// checkSession refuses a comparison that has no room for the fewest checkpoints.
func (c *Config) checkSession() error {
	for _, spec := range c.Learners {
		if spec.Plays().Process() != nil && c.Horizon > program.MaxRounds {
			return param.Refuse("horizon",
				"horizon %d: %s can go back through at most %s rounds; regretscope run plays more", c.Horizon,
				param.Printable(spec.ID), number.Count(program.MaxRounds))
		}
	}
	if data := c.sessionBytes(minCheckpoints); data > memlimit.Room() {
		return fmt.Errorf("learners: %d learners on %s arms, with the history to go back, %s", len(c.Learners),
			number.Count(c.Scenario.Arms()), memlimit.Refusal(data))
	}
	return nil
}

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

// ChannelName returns the name of learner i's channel: "none" without one, "per arm" if the arms have different ones.
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

// A Group is a named set of learners.
type Group struct {
	Name string
	has  func(d *learners.Declaration) bool
}

// Groups lists all groups of learners.
var Groups = []Group{
	{"private", publishes}, // local if the scenario has channels
	{"central", publishes},
	{"local", isLocal},
	{"experts", func(d *learners.Declaration) bool { return d.Family == learners.Experts }},
	{"matroids", func(d *learners.Declaration) bool { return d.Family == learners.Matroids }},
	{"all", func(*learners.Declaration) bool { return true }},
}

func publishes(d *learners.Declaration) bool { return d.Privacy.Publishes() }

func isLocal(d *learners.Declaration) bool { return d.Privacy == learners.Local }

// FindGroup returns the group with a name, or nil.
func FindGroup(name string) *Group {
	if i := slices.IndexFunc(Groups, func(g Group) bool { return g.Name == name }); i >= 0 {
		return &Groups[i]
	}
	return nil
}

// Learners returns the group's learners with default parameters. local reports whether rewards come through channels.
func (g *Group) Learners(local bool) []learners.Spec {
	has := g.has
	if g.Name == "private" && local {
		has = isLocal
	}
	var all []learners.Spec
	for _, d := range learners.All() {
		if has(d) {
			all = append(all, learners.Spec{Declaration: d})
		}
	}
	return all
}

// Fits returns an error if a learner cannot play all configurations, whatever their other learners:
// the reason, as the end of a sentence.
func Fits(spec learners.Spec, configs []*Config) error {
	for _, c := range configs {
		if err := Suits(spec.Declaration, c.Scenario); err != nil {
			return err
		}
		if spec.Channel == "" {
			continue
		}
		if err := c.Alone(spec).checkChannels(); err != nil {
			return err
		}
	}
	return nil
}
