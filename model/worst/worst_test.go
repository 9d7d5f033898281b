package worst

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"
	"time"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/trials"
	"regretscope/noise/param"
)

func problem(t *testing.T, family string, arms, horizon int, epsilon float64, ids ...string) *Problem {
	t.Helper()
	c, full := &model.Config{Horizon: horizon, Epsilon: epsilon, Seed: 1}, false
	for _, id := range ids {
		spec := param.Must(learners.ParseSpec(id))
		c.Learners, full = append(c.Learners, spec), full || spec.Feedback == learners.FullFeedback
	}
	p := &Problem{Config: c, Family: param.Must(NewFamily(family, arms, horizon, full)), Runs: 400}
	if len(ids) > 1 {
		p.Objective = Difference
	}
	c.Scenario = p.Family.Middle(epsilon).Scenario
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	return p
}

func (p *Problem) found(t *testing.T) *Answer {
	return param.Must(p.Search(t.Context(), func(string, trials.Progress) {}))
}

const gumbel = "rnm-ftnl,noise=gumbel,scale=2"

// softmax returns ε R(∞)/ln K of RNM-FTNL with Gumbel noise of scale 2/ε on fixed losses 0 and gaps:
// an epoch of 2λ rounds after one of λ plays arm j with probability proportional to
// e^(−λ ε Δ_j/2).
func softmax(gaps []float64, epsilon float64) float64 {
	total, all := 0., float64(len(gaps)+1)
	for _, gap := range gaps {
		total += gap / all // round 1
	}
	for rounds := 1.; rounds < 1e12; rounds *= 2 {
		weights, loss := 1., 0.
		for _, gap := range gaps {
			weight := math.Exp(-rounds * epsilon * gap / 2)
			weights += weight
			loss += gap * weight
		}
		total += 2 * rounds * loss / weights
	}
	return epsilon * total / math.Log(all)
}

// The search over one gap finds the largest exact regret, which a dense scan of the softmax formula confirms.
func TestLargestGap(t *testing.T) {
	const epsilon = .01
	for arms, want := range map[int]float64{2: 5.77077, 4: 5.77141, 8: 5.77419, 16: 5.78166, 64: 5.81990} {
		p := problem(t, "gap", arms, 1e10, epsilon, gumbel)
		a := p.found(t)
		got := epsilon * a.Finds[0].Value / math.Log(float64(arms))
		scanned := 0.
		for x := -3.; x <= 0; x += .001 {
			scanned = max(scanned, softmax(slices.Repeat([]float64{math.Pow(10, x)}, arms-1), epsilon))
		}
		if !a.Exact || !a.Found || math.Abs(got-want) > 5e-6 || math.Abs(got-scanned) > 5e-6 {
			t.Errorf("%d arms: %v at %v, want %v; a scan finds %v", arms, got, a.Finds[0].Values, want, scanned)
		}
	}
}

// Over free gaps, the search finds the equal ones at which the literature's random starts stick below.
func TestFreeGaps(t *testing.T) {
	const epsilon = .01
	for arms, want := range map[int]float64{8: 5.7741, 16: 5.7816} {
		a := problem(t, "losses", arms, 1e10, epsilon, gumbel).found(t)
		got := epsilon * a.Finds[0].Value / math.Log(float64(arms))
		if again := softmax(a.Finds[0].Values, epsilon); got < want || math.Abs(got-again) > 1e-6 {
			t.Errorf("%d arms: %v at %v, want at least %v; the formula gives %v", arms, got, a.Finds[0].Values, want, again)
		}
	}
}

// Lazy-DP-TS does not always have less regret than Anytime-Lazy-UCB, as its paper says. If it had,
// this would fail with probability 2.5% for each seed, of which it is one. Runs that neither the
// search nor the measurement saw confirm the find.
func TestFindsACounterexample(t *testing.T) {
	p := problem(t, "gap", 2, effort.horizon, .1, "lazy-dp-ts", "anytime-lazy-ucb")
	p.Tries, p.Runs = 30, 100
	a := p.found(t)
	if m := a.Measured; !a.Found || m.Interval.Low <= 0 || m.N != 100 || a.Tried != 30 {
		t.Fatalf("found %v: %+v", a.Found, m)
	}
	c := *p.Config
	c.Scenario, c.Seed = a.Finds[0].Scenario, 99
	e := &trials.Experiment{Points: []*model.Config{&c}, Runs: 200, At: []int{effort.horizon}}
	r := param.Must(e.Run(t.Context(), nil))
	difference := float64(r.Rows[0].RegretMean - r.Rows[1].RegretMean)
	if deviation := math.Hypot(r.Rows[0].StandardError(), r.Rows[1].StandardError()); difference < 4*deviation ||
		math.Abs(difference-a.Measured.Mean) > 4*math.Hypot(deviation, a.Measured.Error) {
		t.Errorf("measured %v ± %v, then %v ± %v", a.Measured.Mean, a.Measured.Error, difference, deviation)
	}
}

// A learner does not exceed itself with other random numbers of its own, in at least effort.least
// of effort.searches searches; the interval of the find contains 0 as often.
func TestALearnerAgainstItself(t *testing.T) {
	nothing, contain := 0, 0
	for seed := range effort.searches {
		p := problem(t, "gap", 2, 200, .5, "lazy-dp-ts,seed=1", "lazy-dp-ts,seed=2")
		p.Config.Seed, p.Tries, p.Runs = uint64(seed), 16, 64
		a := p.found(t)
		if !a.Found {
			nothing++
		}
		if a.Measured.Interval.Contains(0) || a.Measured.Equal {
			contain++
		}
	}
	t.Logf("nothing found in %d of %d searches, %d intervals contain 0", nothing, effort.searches, contain)
	if nothing < effort.least || contain < effort.least {
		t.Errorf("at least %d of each are expected", effort.least)
	}
}

// The answer depends on neither the number of workers nor the time.
func TestWorkersChangeNothing(t *testing.T) {
	var answers []*Answer
	for _, workers := range []int{1, 3} {
		p := problem(t, "switch", 3, 300, .5, "sw-ucb", "ucb1")
		p.Tries, p.Runs, p.Workers, p.Limit = 20, 40, workers, time.Hour
		answers = append(answers, p.found(t))
	}
	if a, b := answers[0], answers[1]; !reflect.DeepEqual(a.Measured, b.Measured) || fmt.Sprint(values(a)) != fmt.Sprint(values(b)) {
		t.Errorf("%+v\n%+v", answers[0], answers[1])
	}
}

func values(a *Answer) (all []any) {
	for _, f := range a.Finds {
		all = append(all, f.Value, f.Values, f.Runs)
	}
	return all
}

// Every scenario of a family is within the printed ranges, and its text describes it completely.
func TestFamilies(t *testing.T) {
	f := param.Must(NewFamily("gap", 2, 100, false))
	if i := f.instance([]float64{-3, -1}, 1); !f.AtBounds(i) || i.Scenario.Phases[0].Means[1] != leastMean {
		t.Errorf("a mean of %v is not at the boundary", i.Scenario.Phases[0].Means)
	}
	for _, c := range []struct {
		name string
		full bool
	}{{"gap", false}, {"gap", true}, {"means", false}, {"means", true}, {"losses", true}, {"switch", false}} {
		f := param.Must(NewFamily(c.name, 3, 12345, c.full))
		for _, share := range []float64{0, .3, .9, 1} {
			x := param.Map(f.Axes, func(a Axis) float64 { return a.at(share) })
			i := f.instance(x, 1)
			if atEnd := share == 0 || share == 1; f.AtBounds(i) != atEnd {
				t.Errorf("%v at %v: at the boundary %v", c, i.Values, !atEnd)
			}
			for _, phase := range i.Scenario.Phases {
				lowest, highest := slices.Min(phase.Means), slices.Max(phase.Means)
				fixed := c.full && c.name != "means"
				if !fixed && (lowest < .01 || highest > .99) || fixed && (lowest < 0 || highest != 1) {
					t.Errorf("%v at %v: means %v", c, i.Values, phase.Means)
				}
			}
			if c.name == "gap" && !c.full {
				means, gap := i.Scenario.Phases[0].Means, i.Values[1]
				if means[0] != i.Values[0] || math.Abs(means[0]-means[1]-gap) > 1e-12 || means[1] != means[2] {
					t.Errorf("mean and gap %v: means %v", i.Values, means)
				}
			}
			if c.name == "switch" {
				phases, want := i.Scenario.Phases, 1+12344/int(i.Values[2])
				if len(phases) != want || phases[1].From != 1+int(i.Values[2]) {
					t.Errorf("length %v: %d phases, want %d", i.Values[2], len(i.Scenario.Phases), want)
				}
			}
		}
	}
}

// As a multiple of the floor, regret is theory.Times of the experiment's means, and scenarios
// without a floor are passed over.
func TestTimesTheFloor(t *testing.T) {
	p := problem(t, "gap", 2, 400, 1, "ucb1")
	p.Tries, p.Runs, p.Objective = 20, 40, Floor
	a := p.found(t)
	c := *p.Config
	c.Scenario, c.Seed = a.Finds[0].Scenario, a.Seed
	r := param.Must((&trials.Experiment{Points: []*model.Config{&c}, Runs: 40, At: []int{20, 400}}).Run(t.Context(), nil))
	means := c.Scenario.Phases[0].Means
	gap := means[0] - means[1]
	kl := means[1]*math.Log(means[1]/means[0]) + (1-means[1])*math.Log((1-means[1])/(1-means[0]))
	want := float64(r.Rows[1].RegretMean-r.Rows[0].RegretMean) / (gap / kl * math.Log(20))
	if math.Abs(a.Measured.Mean-want) > 1e-9*want || a.Found != (a.Measured.Interval.Low > 1) {
		t.Errorf("%+v, want a mean of %v", a.Measured, want)
	}
	p = problem(t, "gap", 2, 400, 1, "hedge")
	p.Objective, p.Tries = Floor, 10_000
	if _, err := p.Search(t.Context(), func(string, trials.Progress) {}); err == nil {
		t.Error("a search without floors has an answer")
	}
}

// A search that ends early keeps what it has, from the runs that all scenarios have finished.
func TestEndsEarly(t *testing.T) {
	p := problem(t, "gap", 2, 300, .5, "lazy-dp-ts", "ucb1")
	p.Tries, p.Runs = 20, 64
	for _, last := range []int{200, 500} {
		ctx, cancel := context.WithCancel(t.Context())
		done := 0
		a, err := p.Search(ctx, func(string, trials.Progress) {
			if done++; done == last {
				cancel()
			}
		})
		if !errors.Is(err, context.Canceled) || a == nil || a.Measured != nil || a.Found || a.Tried < 10 ||
			len(a.Finds) == 0 || a.Finds[0].Runs == 0 {
			t.Errorf("after %d runs: %v, %+v", last, err, a)
		}
	}
	p.Limit = time.Nanosecond
	if a, err := p.Search(t.Context(), func(string, trials.Progress) {}); a != nil || !errors.Is(err, trials.ErrTimeLimit) {
		t.Errorf("without time: %v, %+v", err, a)
	}
}
