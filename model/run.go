package model

import (
	"math"
	"math/bits"
	"slices"
	"sync/atomic"

	"regretscope/learners"
	"regretscope/model/program"
	"regretscope/noise"
	"regretscope/noise/channel"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
)

// A Run is one learner in one environment after some number of rounds. It is a pure function of
// (scenario, learner and parameters, horizon, seed, round): clones, and new runs advanced to
// the same round, are equal. A Run belongs to one goroutine.
type Run struct {
	learner  learners.Learner
	releaser learners.Releaser // the learner, if it makes releases; else nil
	fallible learners.Fallible // the learner, if it can fail; else nil
	rewards  *scenarios.Rewards
	replayed func(t int) []float64 // replaces rewards in a replay; else nil
	phase    *scenarios.Phase
	ledger   *noise.Ledger
	full     bool // the learner sees all arms' rewards
	privacy  learners.Privacy
	channels []channel.Channel // by arm; nil without local privacy
	coins    []uint64          // keys of the arms' local noise
	coin     noise.Cell
	all      []int // all arms, in order
	bits     bool
	// inOrder: rewards come from a table in order, and regret is that of the rewards themselves
	inOrder bool
	// ahead finishes the current round and up to n−1 further certain ones; nil in round-by-round play
	ahead func(n int) int

	round     int
	pulls     []int
	regret    noise.Sum // up to countedTo
	earned    noise.Sum // expected rewards of the plays up to countedTo
	countedTo int       // the round before the current play or phase began
	gain      float64   // expected reward of the current play
	loss      float64   // expected regret per round of the current play
	play      []int     // of the newest round
	truth     []float64 // the newest round's rewards behind the feedback
	feedback  []float64 // what the learner saw: the rewards or their reports
	changes   uint64    // hash of changes of the play
	seen      uint64    // hash of the feedback
	released  int       // the newest round with a release; −1 before the first
	changed   int       // the newest round with a new play
	timeline  *timeline // of releases and restarts; nil if not shown
}

// Advance plays n ≥ 0 further rounds.
func (r *Run) Advance(n int) { r.AdvanceUnless(nil, n) }

// AdvanceUnless plays n ≥ 0 further rounds, or stops after the round in which stop becomes true; a nil stop never
// does. It also stops before a round in which the learner fails, which Err reports.
func (r *Run) AdvanceUnless(stop *atomic.Bool, n int) {
	for n > 0 && (stop == nil || !stop.Load()) {
		if !r.choose() {
			return
		}
		if n > 1 && r.ahead != nil {
			n -= r.ahead(n)
		} else {
			r.observe()
			n--
		}
		yield()
	}
}

// startAhead sets ahead in a run whose learner supports it; nil in a plain build.
var startAhead func(r *Run)

// AdvanceExplained plays n ≥ 1 further rounds and returns the learner's explanation of its last
// play; ok is false if it has none.
func (r *Run) AdvanceExplained(n int) (e learners.Explanation, ok bool) {
	r.Advance(n - 1)
	if asked, can := r.learner.(interface{ AskWhy() }); can {
		asked.AskWhy()
	}
	if !r.choose() {
		return e, false
	}
	if explainer, can := r.learner.(learners.Explainer); can {
		e, ok = explainer.Explain(), true
	}
	r.observe()
	return e, ok
}

// Err returns why the learner could not choose the next round, or nil.
func (r *Run) Err() error {
	if r.fallible == nil {
		return nil
	}
	return r.fallible.Err()
}

// Clone returns an independent copy at the same round.
func (r *Run) Clone() *Run {
	c := *r
	c.learner = r.learner.Clone()
	c.releaser, _ = c.learner.(learners.Releaser)
	c.fallible, _ = c.learner.(learners.Fallible)
	rewards := *r.rewards // the shared keys never change
	c.rewards = &rewards
	c.ledger, c.timeline = r.ledger.Clone(), r.timeline.clone()
	c.pulls, c.play = slices.Clone(r.pulls), slices.Clone(r.play)
	c.truth, c.feedback = slices.Clone(r.truth), slices.Clone(r.feedback)
	if r.ahead != nil {
		startAhead(&c)
	}
	return &c
}

// Round returns the number of rounds played.
func (r *Run) Round() int { return r.round }

// Regret returns the pseudo-regret so far: Σ_t of the best expected reward minus that of the play. For tables in
// order it is the sum of the advantages of the best arm in hindsight, which may be negative.
func (r *Run) Regret() float64 {
	regret := r.regret.With(float64(r.round-r.countedTo) * r.loss).Value()
	if r.inOrder && math.Abs(regret) < 0x1p-51*r.earned.Value() { // rewards are rounded decimals
		return 0
	}
	return regret
}

// MeanReturn returns the mean expected reward per round so far (CHH §6); NaN before round 1.
func (r *Run) MeanReturn() float64 {
	return r.earned.With(float64(r.round-r.countedTo)*r.gain).Value() / float64(r.round)
}

// Pulls returns the number of plays of each arm. The slice is the run's own.
func (r *Run) Pulls() []int { return r.pulls }

// Play returns the newest round's play, arms from 0. The slice is the run's own.
func (r *Run) Play() []int { return r.play }

// Reward returns the reward of the i-th arm of the newest play.
func (r *Run) Reward(i int) float64 { return r.shown(r.truth, i) }

// Report returns what the learner saw of it: the reward, or its report through a local channel.
func (r *Run) Report(i int) float64 { return r.shown(r.feedback, i) }

// Feedback returns what the learner saw in the newest round: for each arm of the play, or for
// all arms with full information. The slice is the run's own.
func (r *Run) Feedback() []float64 { return r.feedback }

// Local reports whether the learner sees its rewards through a local channel.
func (r *Run) Local() bool { return r.channels != nil }

func (r *Run) shown(values []float64, i int) float64 {
	if r.full {
		return values[r.play[i]]
	}
	return values[i]
}

// Releases returns the newest round's releases, valid until the next round.
func (r *Run) Releases() []noise.Release {
	if l, ok := r.learner.(learners.Releaser); ok && r.replayed != nil {
		return l.Releases()
	}
	if r.releaser == nil || r.released != r.round {
		return nil
	}
	return r.releaser.Releases()
}

// Hash returns a fingerprint of every play and every piece of feedback so far.
func (r *Run) Hash() uint64 { return hashStep(r.changes, r.seen) }

// A Starter starts one learner of a configuration any number of times, with any seed. It never
// changes and is safe for concurrent use.
type Starter struct {
	Spec    learners.Spec
	Setting learners.Setting // without the stream
	values  param.Values
	config  *Config
	id      uint64 // the learner's, for its random numbers
	bits    bool
	all     []int         // all arms, in order
	task    *program.Task // nil for built-in learners
}

// Starter prepares learner i of a checked configuration.
func (c *Config) Starter(i int) *Starter {
	s := &Starter{Spec: c.Learners[i], Setting: c.setting(i), config: c}
	s.values, s.task = s.Spec.Values(s.Setting), c.task(i)
	s.id = noise.KeyOf(s.Spec.ID)
	s.bits = feedbackIsBits(c.Scenario, s.Setting.Channels)
	s.all = param.Indices(s.Setting.Arms)
	return s
}

func feedbackIsBits(s *scenarios.Scenario, channels []channel.Channel) bool {
	if channels != nil {
		return !slices.ContainsFunc(channels, func(ch channel.Channel) bool { return !ch.Bits() })
	}
	for i := range s.Phases {
		if slices.ContainsFunc(s.Phases[i].Arms, func(law arm.Distribution) bool { return !arm.Bits(law) }) {
			return false
		}
	}
	return true
}

// NewRun starts learner i of a checked configuration, before round 1.
func NewRun(c *Config, i int) *Run { return c.Starter(i).Run(c.Seed) }

// Learner returns the learner with the random numbers of a seed. Its stream depends on its id, so its draws depend
// neither on other learners nor on its position, and are the same at every setting.
func (s *Starter) Learner(seed uint64) learners.Learner {
	if s.task != nil {
		return s.config.Programs.NewLearner(s.task, s.laneSeed(seed))
	}
	setting := s.Setting
	setting.Stream = s.stream(seed)
	return s.Spec.Declaration.Start(setting, s.values)
}

func (s *Starter) stream(seed uint64) noise.Stream {
	return noise.NewStream(noise.Key(s.Spec.Seed(seed), noise.Learning, s.id))
}

// Certain reports whether no random number affected the plays of a run with this seed: the
// learner has drawn none, and the rewards that it has seen were not drawn.
func (s *Starter) Certain(r *Run, seed uint64) bool {
	l, draws := r.learner.(learners.Drawer)
	return (!draws || l.Drawn() == s.stream(seed)) &&
		(r.privacy == learners.DataFree || r.channels == nil && s.config.Scenario.Certain())
}

// Run starts the learner before round 1, on the rewards of a seed.
func (s *Starter) Run(seed uint64) *Run { return s.Replay(seed, nil) }

// Replay starts the learner before round 1 on given rewards of all arms in round t ≥ 0. Regret
// still uses the scenario's means, and the ledger stays empty. If given is nil, Replay is Run.
func (s *Starter) Replay(seed uint64, given func(t int) []float64) *Run {
	return s.run(s.Learner(seed), seed, given)
}

// run starts a run of l, which has not played.
func (s *Starter) run(l learners.Learner, seed uint64, given func(t int) []float64) *Run {
	scenario := s.config.Scenario
	r := &Run{
		learner:  l,
		rewards:  scenario.Rewards(seed),
		replayed: given,
		ledger:   noise.NewLedger(scenario.Arms(), scenario.PlaySize()),
		full:     s.Spec.Feedback == learners.FullFeedback || s.task != nil && scenario.Feedback == scenarios.Full,
		privacy:  s.Spec.Privacy,
		channels: s.Setting.Channels,
		pulls:    make([]int, scenario.Arms()),
		bits:     s.bits,
		all:      s.all,
		released: -1,
	}
	for j, ch := range r.channels {
		r.coins = append(r.coins, channel.Key(s.Spec.Seed(seed), j, ch))
	}
	if s.task != nil && r.channels != nil {
		r.privacy = learners.Local
	}
	r.fallible, _ = l.(learners.Fallible)
	if given == nil {
		r.releaser, _ = r.learner.(learners.Releaser)
		if startAhead != nil {
			startAhead(r)
		}
	}
	r.inOrder = given == nil && scenario.InOrder()
	r.phase = r.rewards.Seek(1)
	if initializer, ok := r.learner.(learners.Initializer); ok && initializer.Initializes() {
		before := make([]float64, scenario.Arms())
		if given != nil {
			copy(before, given(0))
		} else {
			for j := range before {
				before[j] = r.rewards.At(j, 0)
			}
		}
		initializer.Initialize(before)
		if r.releaser != nil {
			r.enterReleases()
		}
	}
	return r
}

// choose begins a round and reports whether the learner could choose a play.
func (r *Run) choose() bool {
	until := r.rewards.Until()
	newPhase := until > 0 && r.round+1 >= until
	if newPhase {
		r.phase = r.rewards.Seek(r.round + 1)
	}
	play := r.learner.Choose(r.round + 1)
	if r.fallible != nil && r.fallible.Err() != nil {
		return false
	}
	newPlay := !slices.Equal(play, r.play)
	if newPlay || newPhase {
		r.addRegret()
	}
	r.round++
	if newPlay {
		r.changed = r.round
		r.play = append(r.play[:0], play...)
		r.changes = hashStep(r.changes, uint64(r.round))
		for _, j := range play {
			r.changes = hashStep(r.changes, uint64(j))
		}
	}
	if (newPlay || newPhase) && !r.inOrder {
		r.gain = 0
		for _, j := range r.play {
			r.gain += r.phase.Means[j]
		}
		r.loss = r.lossOf(r.play...)
	}
	return true
}

// lossOf returns how much less than the best play a play earns. Plays with equal means in another
// order tie, so their sum needs every digit.
func (r *Run) lossOf(play ...int) float64 {
	var loss noise.Sum
	for _, j := range r.phase.Best {
		loss.Add(r.phase.Means[j])
	}
	for _, j := range play {
		loss.Add(-r.phase.Means[j])
	}
	return loss.Value()
}

// addRegret adds the regret since the current play began: the number of rounds times the loss
// of one, which does not depend on how the rounds were simulated.
func (r *Run) addRegret() {
	if r.inOrder {
		return
	}
	rounds := float64(r.round - r.countedTo)
	r.regret.Add(rounds * r.loss)
	r.earned.Add(rounds * r.gain)
	r.countedTo = r.round
}

// enter adds a round of a table, whose regret is the advantage of the best arm in hindsight.
func (r *Run) enter(t, arm int) {
	gain := r.rewards.At(arm, t)
	r.regret.Add(r.rewards.At(r.phase.Best[0], t))
	r.regret.Add(-gain)
	r.earned.Add(gain)
}

// observe finishes the round: it draws rewards, shows them to the learner, and counts everything.
func (r *Run) observe() {
	places := r.places()
	r.truth = r.truth[:0]
	if r.replayed != nil {
		rewards := r.replayed(r.round)
		for _, j := range places {
			r.truth = append(r.truth, rewards[j])
		}
	} else {
		for _, j := range places {
			r.truth = append(r.truth, r.rewards.At(j, r.round))
		}
	}
	r.feedback = append(r.feedback[:0], r.truth...)
	if r.channels != nil { // the played arms' rewards are reported through channels
		for i, j := range r.play {
			r.coin = noise.At(r.coins[j], r.round)
			r.feedback[i] = r.channels[j].Report(r.truth[i], &r.coin)
		}
	}
	for _, j := range r.play {
		r.pulls[j]++
	}
	for i := range r.feedback {
		r.seen += digest(r.feedback[i:i+1], r.round, i)
	}
	if r.inOrder {
		r.enter(r.round, r.play[0])
	}
	r.learner.Observe(r.round, r.feedback)
	r.noteEnd()
}

// places returns the arms that the learner sees.
func (r *Run) places() []int {
	if r.full {
		return r.all
	}
	return r.play
}

// noteEnd records the learner's releases and restart at the end of the newest round.
func (r *Run) noteEnd() {
	if r.releaser != nil {
		r.enterReleases()
	}
	if r.timeline != nil && r.restarted() {
		r.timeline.mark(r.round)
	}
}

func (r *Run) enterReleases() {
	releases := r.releaser.Releases()
	for i := range releases {
		r.ledger.Add(&releases[i])
		r.released = r.round
		if r.timeline != nil {
			r.timeline.mark(r.round)
		}
	}
}

// digest returns the contribution to a run's hash of the feedback at place i from round t on: a
// sum of every value times a number of its round and place.
func digest(values []float64, t, i int) uint64 {
	const golden = 0x9e3779b97f4a7c15
	sum, factor := uint64(0), (uint64(t)+uint64(i)<<40)*golden
	for _, x := range values {
		// Numbers such as 1 have their bits at the top.
		sum += bits.RotateLeft64(math.Float64bits(x), 12) * (factor | 1)
		factor += golden
	}
	return sum
}

// hashStep is one step of FNV-1a on whole words.
func hashStep(hash, word uint64) uint64 { return (hash ^ word) * 0x100000001b3 }
