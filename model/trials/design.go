package trials

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"math"
	"os"
	"reflect"
	"slices"

	"gonum.org/v1/gonum/stat"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/program"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/noise/privacy"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
)

// A Design is everything that an experiment measures: its configuration and the series of its
// units. With the finished units it determines the Result, so files of records begin with it.
type Design struct {
	Version string   `json:"version"`
	Commit  string   `json:"commit,omitempty"` // of the simulating program; empty if unknown
	Setup   Setup    `json:"config"`
	Series  []Series `json:"series"`
}

// A Setup is the full configuration of an experiment.
type Setup struct {
	Points   []Point  // of the grid; one without a sweep
	Learners []string // as --learner takes them
	Channel  string   // as --channel takes it; empty: each learner's own
	Seed     uint64
	Runs     int   // requested
	At       []int // of the first point
	// Precision is the relative half width of every mean's interval, for which runs are
	// doubled; 0: Runs replications.
	Precision float64
}

// Sweep reports whether there are several grid points.
func (s *Setup) Sweep() bool { return len(s.Points) > 1 }

// setupJSON is a Setup in JSON: the first point beside the rest, and in a sweep again with the others.
type setupJSON struct {
	Scenario  Environment  `json:"scenario"`
	Learners  []string     `json:"learners"`
	Channel   string       `json:"channel"`
	Epsilon   number.Float `json:"epsilon"`
	Horizon   int          `json:"horizon"`
	Seed      uint64       `json:"seed"`
	Runs      int          `json:"runs"`
	At        []int        `json:"at"`
	Points    []Point      `json:"points,omitempty"`
	Precision float64      `json:"precision,omitempty"`
}

// MarshalJSON returns the setup in JSON.
func (s Setup) MarshalJSON() ([]byte, error) {
	first := s.Points[0]
	j := setupJSON{first.Scenario, s.Learners, s.Channel, first.Epsilon, first.Horizon, s.Seed, s.Runs, s.At, nil, s.Precision}
	if s.Sweep() {
		j.Points = s.Points
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false) // the encoder of the whole decides
	err := encoder.Encode(j)
	return text.Bytes(), err
}

// UnmarshalJSON reads a setup from JSON.
func (s *Setup) UnmarshalJSON(text []byte) error {
	var j setupJSON
	err := json.Unmarshal(text, &j)
	*s = Setup{j.Points, j.Learners, j.Channel, j.Seed, j.Runs, j.At, j.Precision}
	if len(s.Points) == 0 {
		s.Points = []Point{{j.Scenario, j.Epsilon, j.Horizon}}
	}
	return err
}

// Names returns the learners' display names.
func (s *Setup) Names() []string {
	names := slices.Clone(s.Learners)
	for i, text := range names {
		if spec, err := learners.ParseSpec(text); err == nil {
			names[i] = spec.Label()
		}
	}
	return names
}

// UsesEpsilon reports whether a learner uses the ε of the run. Programs may.
func (s *Setup) UsesEpsilon() bool {
	return slices.ContainsFunc(s.Learners, func(text string) bool {
		spec, err := learners.ParseSpec(text)
		return err != nil || spec.Privacy.TakesEpsilon() && !spec.Sets("epsilon")
	})
}

// A Point is one grid point of a sweep.
type Point struct {
	Scenario Environment  `json:"scenario"`
	Epsilon  number.Float `json:"epsilon"`
	Horizon  int          `json:"horizon"`
}

// A Series is one learner at one grid point, with what its replications share.
type Series struct {
	Point    int          `json:"point"` // from 0
	Scenario string       `json:"scenario"`
	Learner  string       `json:"learner"` // id
	Choice   string       `json:"choice"`  // as --learner takes it
	Epsilon  number.Float `json:"epsilon"`
	Params   string       `json:"params"` // every parameter, defaults included: key=value;…
	Channel  string       `json:"channel"`
	Horizon  int          `json:"horizon"`
	Arms     int          `json:"arms"`
	At       []int        `json:"t"` // the reported rounds
	// For programs: the number of runs in a batch, and the SHA-256 of each file named on the command line.
	Lanes int               `json:"lanes,omitempty"`
	Files map[string]string `json:"files,omitempty"`
	// Repeatable reports whether a program depends on its seed alone; nil for built-in
	// learners, and if a failure came first.
	Repeatable *bool `json:"repeatable,omitempty"`
	// Exact is the exact expected regret at each of At; empty if unknown.
	Exact []number.Float `json:"regret_exact,omitempty"`
	// Floor is the learner's floor; nil for programs.
	Floor *Floor `json:"floor,omitempty"`
	// Audited is the learner's loss up to the horizon, or the loss that a program claims; nil if it is unknown.
	Audited *Audited `json:"audited,omitempty"`

	failed error // of the first program that did not start
}

// Batch returns the number of consecutive runs that are simulated together.
func (s *Series) Batch() int { return max(s.Lanes, 1) }

// Design returns the design of a checked experiment. Exact expectations among hundreds of arms
// take seconds; once ctx is canceled, they and the audits are left out.
func (e *Experiment) Design(ctx context.Context) *Design {
	first := e.Points[0]
	d := &Design{
		Version: Version, Commit: Commit(),
		Setup: Setup{
			Channel: first.Channel, Seed: first.Seed, Runs: e.Runs, At: e.Reported(0), Precision: e.Precision,
			Learners: param.Map(first.Learners, learners.Spec.String),
		},
	}
	var failed error
	for p, c := range e.Points {
		d.Setup.Points = append(d.Setup.Points, Point{environment(c.Scenario), number.Float(c.Epsilon), c.Horizon})
		for i := range c.Learners {
			s := e.series(ctx, p, i, failed)
			d.Series, failed = append(d.Series, s), s.failed
		}
	}
	return d
}

// series describes a series. If a program has failed to start, no other one is asked.
func (e *Experiment) series(ctx context.Context, point, learner int, failed error) Series {
	c := e.Points[point]
	spec := c.Learners[learner]
	s := Series{
		Point: point, Scenario: c.Scenario.Name, Learner: spec.ID, Choice: spec.String(),
		Epsilon: number.Float(spec.Epsilon(c.Epsilon)), Params: c.Parameters(learner), Channel: c.ChannelName(learner),
		Horizon: c.Horizon, Arms: c.Scenario.Arms(), At: e.Reported(point), failed: failed,
	}
	if spec.Plays().Process() != nil {
		describeProgram(ctx, c, learner, &s)
		return s
	}
	if ctx.Err() != nil {
		return s
	}
	s.Audited, s.Floor = audited(c, learner), floorOf(c, learner, s.At, 0)
	shown := *c // later rounds need not be computed
	shown.Horizon = s.At[len(s.At)-1]
	if exact, ok := shown.ExpectedRegret(ctx, learner); ok {
		s.Exact = param.Map(s.At, func(t int) number.Float { return number.Float(exact.At(t)) })
	}
	return s
}

// Hash identifies everything that the measurements depend on: designs with the same hash give
// the same units, whatever the number of runs and the build of this version.
func (d *Design) Hash() string {
	own := *d
	own.Commit, own.Setup.Runs, own.Setup.Precision = "", 0, 0
	own.Setup.Points = slices.Clone(own.Setup.Points)
	for i := range own.Setup.Points {
		own.Setup.Points[i].Scenario.Written = "" // the phases have the arms
	}
	own.Series = slices.Clone(d.Series)
	for i := range own.Series {
		// derived from the rest, with processor-dependent last bits
		own.Series[i].Exact, own.Series[i].Audited, own.Series[i].Floor = nil, nil, nil
		own.Series[i].Repeatable = nil
	}
	text, err := json.Marshal(&own)
	if err != nil {
		panic(err) // every value of a Design has a JSON form
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// Difference names the first difference between two designs with different hashes, with both
// values. The number of runs and the commit do not count.
func (d *Design) Difference(other *Design) string {
	for _, part := range []struct {
		name   string
		of     func(*Design) any
		silent bool // the values are too long
	}{
		{"version", func(d *Design) any { return d.Version }, false},
		{"seed", func(d *Design) any { return d.Setup.Seed }, false},
		{"learners", func(d *Design) any { return d.Setup.Learners }, false},
		{"horizon", func(d *Design) any { return d.Setup.Points[0].Horizon }, false},
		{"epsilon", func(d *Design) any { return d.Setup.Points[0].Epsilon }, false},
		{"channel", func(d *Design) any { return d.Setup.Channel }, false},
		{"at", func(d *Design) any { return d.Setup.At }, false},
		{"scenario", func(d *Design) any { return d.Setup.Points[0].Scenario.Name }, false},
		{"contents of the scenario", func(d *Design) any { return d.Setup.Points[0].Scenario }, true},
		{"grid points", func(d *Design) any { return d.Setup.Points }, true},
		{
			"files of a program",
			func(d *Design) any { return param.Map(d.Series, func(s Series) any { return s.Files }) }, true,
		},
		{"parameters", func(d *Design) any { return d.Series }, true},
	} {
		mine, _ := json.Marshal(part.of(d))
		theirs, _ := json.Marshal(part.of(other))
		switch {
		case slices.Equal(mine, theirs):
		case part.silent:
			return "the " + part.name + " differ"
		default:
			return part.name + " is " + string(mine) + " there and " + string(theirs) + " here"
		}
	}
	return ""
}

// firsts returns, for every series, the first series with the same plays in every run: itself,
// unless the learner has no ε or sets its own.
func (d *Design) firsts() []int {
	type play struct {
		choice, params, channel, scenario string
		horizon, learner                  int
		epsilon                           number.Float
	}
	all, seen, points := make([]int, len(d.Series)), map[play]int{}, d.Setup.Points
	for i := range all {
		s := &d.Series[i]
		own := play{s.Choice, s.Params, s.Channel, s.Scenario, s.Horizon, i % len(d.Setup.Learners), 0}
		if TakesEpsilon(s.Learner) {
			own.epsilon = s.Epsilon
		}
		first, again := seen[own]
		if again && reflect.DeepEqual(points[d.Series[first].Point].Scenario, points[s.Point].Scenario) {
			all[i] = first
			continue
		}
		seen[own], all[i] = i, i
	}
	return all
}

// TakesEpsilon reports whether the privacy parameter affects a learner.
func TakesEpsilon(id string) bool {
	d, err := learners.Find(id)
	return err != nil || d.Privacy.TakesEpsilon() // programs receive it
}

// describeProgram adds what identifies a program to its series, and whether it depends on its seed alone.
func describeProgram(ctx context.Context, c *model.Config, i int, s *Series) {
	s.Lanes, s.Files = c.Starter(i).Lanes(), map[string]string{}
	for _, word := range c.Learners[i].Plays().Process() {
		if sum, ok := hashOf(ctx, word); ok {
			s.Files[word] = sum
		}
	}
	if ctx.Err() != nil {
		return
	}
	if s.failed == nil {
		var ready *program.Ready
		if ready, s.failed = c.Starter(i).Ready(ctx); s.failed == nil {
			s.Audited = claimedBy(ready)
		}
	}
	s.Floor = floorOf(c, i, s.At, s.Audited.by(privacy.Epsilon))
	if s.failed != nil {
		return
	}
	if same, err := c.Repeatable(ctx, i); err == nil {
		s.Repeatable = &same
	}
}

// claimedBy returns the loss that a program claims, by which it is ranked; nil if it claims none in one number.
func claimedBy(ready *program.Ready) *Audited {
	none, all := number.Float(math.NaN()), number.Float(math.Inf(1))
	switch claim := ready.Claim; {
	case claim == nil && ready.Private == program.NotPrivate:
		return &Audited{Epsilon: all, Mu: all, Rho: all, Claimed: true}
	case claim == nil || ready.Private != program.Central || claim.Delta > 0:
		return nil
	case claim.Epsilon > 0:
		return &Audited{Epsilon: number.Float(claim.Epsilon), Mu: none, Rho: none, Claimed: true}
	case claim.Rho > 0:
		return &Audited{Epsilon: none, Mu: none, Rho: number.Float(claim.Rho), Claimed: true}
	default:
		return &Audited{Epsilon: none, Mu: number.Float(claim.Mu), Rho: none, Claimed: true}
	}
}

// maxHashed is the maximum size of a file whose hash identifies a program.
const maxHashed = 64 << 20

// hashOf returns the SHA-256 of a regular file; ok is false if there is none, if it is too
// large, or if ctx ends first.
func hashOf(ctx context.Context, path string) (sum string, ok bool) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxHashed {
		return "", false
	}
	file, err := os.Open(path)
	if err != nil {
		return "", false
	}
	defer file.Close()
	hash, text := sha256.New(), io.LimitReader(file, info.Size()) // files in /proc may be endless
	for err == nil && ctx.Err() == nil {
		_, err = io.CopyN(hash, text, 1<<20)
	}
	return hex.EncodeToString(hash.Sum(nil)), err == io.EOF
}

// An Environment is a full description of a scenario: its rewards, plays and default channels.
type Environment struct {
	Name     string             `json:"name"`
	Written  string             `json:"arms,omitempty"` // as --arms took it; empty for other scenarios
	Kind     scenarios.Kind     `json:"kind"`
	Feedback scenarios.Feedback `json:"feedback"`
	Labels   []string           `json:"labels,omitempty"`
	Channels []string           `json:"channels,omitempty"` // one per arm, as --channel takes them
	Matroid  *Structure         `json:"matroid,omitempty"`
	Phases   []Phase            `json:"phases"`
	Table    *Table             `json:"table,omitempty"`

	// SharedDraws reports whether all arms of a round use the same random numbers, so that the
	// laws below are marginals.
	SharedDraws bool `json:"shared_draws,omitempty"`
}

// Title returns what tells the environment from others in a grid: the arms as written, or its name.
func (e *Environment) Title() string { return cmp.Or(e.Written, e.Name) }

// A Table is the source of an environment's rewards.
type Table struct {
	Rows  int    `json:"rows"`
	Order string `json:"order"`  // "as it is", where regret is against the best arm in hindsight, or "drawn"
	Sum   string `json:"sha256"` // of the arms' names and rewards

	Indexed bool `json:"indexed,omitempty"` // its first column has no name and is left out
}

// A Structure is a description of a matroid.
type Structure struct {
	Kind string   `json:"kind"`
	Rank int      `json:"rank"`
	Arms []string `json:"arms"` // each arm's vector, edge, block or sets
}

// A Phase is a description of one phase of an environment.
type Phase struct {
	From  int       `json:"from"`
	Arms  []string  `json:"arms"`
	Means []float64 `json:"means"`
}

// UniformRegret returns the expected regret of playing every arm with the same probability, up to
// a round; ok is false where a play has several arms, for tables, and if no arm is better.
func (e *Environment) UniformRegret(round int) (regret float64, ok bool) {
	if e.Matroid != nil || e.Table != nil {
		return 0, false
	}
	for i, p := range e.Phases {
		if len(p.Means) == 0 {
			return 0, false // unknown
		}
		until := round
		if i+1 < len(e.Phases) {
			until = min(round, e.Phases[i+1].From-1)
		}
		regret += float64(max(0, until-p.From+1)) * (slices.Max(p.Means) - stat.Mean(p.Means, nil))
	}
	return regret, regret > 0
}

func environment(s *scenarios.Scenario) Environment {
	e := Environment{
		Name: s.Name, Written: s.Written, Kind: s.Kind, Feedback: s.Feedback,
		Labels: s.Labels, Channels: s.Channels, SharedDraws: s.SharedDraws,
	}
	if m := s.Matroid; m != nil {
		e.Matroid = &Structure{Kind: m.Kind(), Rank: m.Rank(), Arms: param.Map(param.Indices(m.Size()), m.Describe)}
	}
	if s.Rows != nil {
		e.Table = &Table{s.Rows.Table.Rows, s.Rows.Order(), s.Rows.Sum, s.Rows.Indexed}
	}
	for i := range s.Phases {
		p := &s.Phases[i]
		e.Phases = append(e.Phases, Phase{
			From: p.From, Means: p.Means, Arms: param.Map(p.Arms, arm.Distribution.String),
		})
	}
	return e
}
