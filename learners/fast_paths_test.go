//go:build !plain

package learners

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"regretscope/noise"
	"regretscope/noise/channel"
	"regretscope/noise/param"
	"regretscope/scenarios/matroid"
)

// payments are rewards of arm j in round t, by name.
var payments = map[string]func(j, arms, t int) float64{
	"spaced": func(j, arms, t int) float64 {
		cell := noise.At(uint64(j), t)
		return cell.Bernoulli(.75 - .5*float64(j)/float64(arms))
	},
	"equal":    func(j, _, t int) float64 { c := noise.At(uint64(j), t); return c.Bernoulli(.3) },
	"ones":     func(int, int, int) float64 { return 1 },
	"zeros":    func(int, int, int) float64 { return 0 },
	"one arm":  func(j, _, _ int) float64 { return float64(max(1-j, 0)) },
	"turning":  func(j, _, t int) float64 { return float64((t>>9 + j) % 2) },
	"constant": func(j, arms, _ int) float64 { return .3 + .4*float64(j)/float64(arms) },
	"tied": func(j, _, t int) float64 {
		c := noise.At(uint64(j), t)
		return []float64{.1, .2, .2, .9, .9, .9, .9, .9, .9, .9}[int(10*c.Float64())]
	},
	"in turn":    func(j, _, t int) float64 { return []float64{.1, .2, .3, .6, .7}[(7*t+3*j)%5] },
	"continuous": func(j, arms, t int) float64 { c := noise.At(uint64(j), t); return c.Float64() / float64(1+j*3/arms) },
}

func setting(arms int, epsilon float64, seed uint64) Setting {
	return Setting{Arms: arms, Horizon: 5000, Epsilon: epsilon, Phases: 1, Stream: noise.NewStream(noise.Key(seed, noise.Learning))}
}

type pairing struct {
	fast, plain Learner
	arms        int
	full        bool
	channels    []channel.Channel
	pay         func(j, arms, t int) float64
	rng         *rand.Rand
	ahead       int // rounds taken instead of chosen
	// hasty changes forecasts, if set.
	hasty func(Forecast) Forecast
}

// play plays rounds first to last with the same rewards: the plain learner's one by one, the
// fast path's as many at once as are certain, or fewer. It returns the first difference. It
// sometimes clones the fast path, and lets both suppose.
func (p *pairing) play(first, last int) error {
	for t := first; t <= last; {
		play := slices.Clone(p.fast.Choose(t))
		if p.rng.IntN(40) == 0 {
			p.fast = p.fast.Clone()
		}
		n, turn := 1, [][]int{play}
		var b Block
		losses := math.Inf(1)
		ahead, looks := p.fast.(Ahead)
		if looks && p.rng.IntN(4) > 0 {
			f := ahead.Certain(t)
			if p.hasty != nil {
				f = p.hasty(f)
			}
			if f.Rounds < 1 || !(f.Losses >= 0) {
				return fmt.Errorf("round %d: certain of %+v", t, f)
			}
			n, losses = min(f.Rounds, 1+p.rng.IntN(600), last-t+1), f.Losses
			if f.Turn != nil {
				turn = turn[:0]
				for _, j := range f.Turn {
					turn = append(turn, []int{j})
				}
			}
		}
		var newest []float64
		for lost := 0.0; b.Rounds < n && lost <= losses; b.Rounds++ {
			now, want := t+b.Rounds, turn[b.Rounds%len(turn)]
			if got := p.plain.Choose(now); !slices.Equal(got, want) {
				return fmt.Errorf("round %d, the %dth of %d: the fast path plays %v, the plain learner %v", now, b.Rounds+1, n, want, got)
			}
			if b.Rounds == 0 && p.rng.IntN(20) == 0 {
				if got, want := explained(p.fast), explained(p.plain); got != want {
					return fmt.Errorf("round %d: explained by %v, plainly by %v", now, got, want)
				}
			}
			newest = p.feedback(newest[:0], now, want)
			p.plain.Observe(now, newest)
			if b.Values == nil {
				b.Values, b.Sums = make([][]float64, len(newest)), make([]float64, len(newest))
			}
			for i, x := range newest {
				b.Values[i] = append(b.Values[i], x)
				b.Sums[i] += x
			}
			for i, j := range want {
				if p.full {
					i = j
				}
				lost += 1 - newest[i]
			}
		}
		if len(turn) > 1 {
			b.Sums = nil
		}
		b.Bits = !slices.ContainsFunc(b.Values, func(x []float64) bool {
			return slices.ContainsFunc(x, func(x float64) bool { return x != 0 && x != 1 })
		})
		if b.Rounds == 1 && p.rng.IntN(2) == 0 || !looks {
			p.fast.Observe(t, newest)
		} else {
			ahead, _ = p.fast.(Ahead)
			ahead.Take(t, &b)
			p.ahead += b.Rounds - 1
		}
		t += b.Rounds
		if p.rng.IntN(100) == 0 {
			p.suppose()
		}
		if got, want := stateOf(p.fast, p.arms), stateOf(p.plain, p.arms); got != want {
			return fmt.Errorf("after round %d: %s, plainly %s", t-1, got, want)
		}
	}
	return nil
}

// feedback appends the feedback of a play in round t.
func (p *pairing) feedback(dst []float64, t int, play []int) []float64 {
	if p.full {
		for j := range p.arms {
			dst = append(dst, p.pay(j, p.arms, t))
		}
		return dst
	}
	for _, j := range play {
		x := p.pay(j, p.arms, t)
		if p.channels != nil {
			coin := noise.At(channel.Key(1, j, p.channels[j]), t)
			x = p.channels[j].Report(x, &coin)
		}
		dst = append(dst, x)
	}
	return dst
}

// suppose makes both suppose the same.
func (p *pairing) suppose() {
	arm, more := p.rng.IntN(p.arms), 4*p.rng.Float64()-2
	for _, l := range []Learner{p.fast, p.plain} {
		if s, ok := l.(Supposer); ok {
			s.Suppose(arm, more)
		}
	}
}

func explained(l Learner) string { return fmt.Sprintf("%+v", l.(Explainer).Explain()) }

// stateOf formats a learner's visible state; %v distinguishes all floats.
func stateOf(l Learner, arms int) string {
	state := ""
	if r, ok := l.(Releaser); ok {
		state += fmt.Sprintf("pending %d, releases %+v, ", r.Pending(), r.Releases())
	}
	if e, ok := l.(Epochal); ok {
		done, length := e.Epoch()
		state += fmt.Sprintf("epoch %d/%d, ", done, length)
	}
	if e, ok := l.(Estimator); ok {
		for j := range arms {
			state += fmt.Sprintf("%v ", e.Estimate(j))
		}
	}
	return state
}

// someMatroids returns matroids of all kinds, with loops and bridges.
func someMatroids(t *testing.T) map[string]matroid.Matroid {
	t.Helper()
	uniform, pairs := param.Must(matroid.NewUniform(7, 3)), param.Must(matroid.NewUniform(5, 2))
	blocks := param.Must(matroid.NewPartition(6, [][]int{{1, 2, 3}, {4}, {5, 6}}, []int{1, 0, 1}))
	graph := param.Must(matroid.NewGraphic([][]string{{"a", "b"}, {"b", "c"}, {"a", "c"}, {"c", "c"}, {"c", "d"}, {"a", "d"}, {"d", "e"}}))
	var edges [][]string
	for from := range "abcdefg" {
		for to := range from {
			edges = append(edges, []string{"abcdefg"[from : from+1], "abcdefg"[to : to+1]})
		}
	}
	complete := param.Must(matroid.NewGraphic(edges))
	vectors := param.Must(matroid.NewLinear([][]float64{{1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 0, 0}, {0, 0, 1}, {2, 0, 0}, {1, 1, 1}}))
	return map[string]matroid.Matroid{"vectors": vectors, "complete graph": complete, "uniform": uniform, "pairs": pairs, "partition with a loop": blocks, "graph with a loop and a bridge": graph}
}

// settingsOf returns the settings for a learner with a fast path, by name.
func settingsOf(t *testing.T, d *Declaration, arms int, epsilon float64, seed uint64) map[string]Setting {
	t.Helper()
	s := setting(arms, epsilon, seed)
	all := map[string]Setting{}
	switch {
	case d.Feedback == SemiBanditFeedback:
		for name, m := range someMatroids(t) {
			s.Arms, s.Matroid = m.Size(), m
			all[name] = s
		}
	case d.Privacy == Local:
		for _, text := range []string{"linear", "rr,p00=0.9,p11=0.6", "rr,p00=0.2,p11=0.3"} {
			ch := param.Must(channel.Parse(text, min(epsilon, 8)))
			s.Channels = slices.Repeat([]channel.Channel{ch}, arms)
			all[text] = s
		}
	default:
		s.Best = func(int) []int { return []int{0} }
		all["rewards"] = s
	}
	return all
}

func pairingOf(t *testing.T, learner string, s Setting, pay string) *pairing {
	t.Helper()
	spec := param.Must(ParseSpec(learner))
	plain := spec.New(s, spec.Values(s))
	return &pairing{
		fast: spec.Start(s), plain: plain, arms: s.Arms, full: spec.Feedback == FullFeedback,
		channels: s.Channels, pay: payments[pay], rng: rand.New(rand.NewPCG(1, uint64(s.Arms))),
	}
}

func pick[T any](rng *rand.Rand, values ...T) T { return values[rng.IntN(len(values))] }

// fastVariants are learners with parameters that their fast paths use.
var fastVariants = []string{"kl-ucb,c=3", "rnm-ftnl,resample=1", "dpucb-mat,init=paper", "dpts-mat,init=paper", "cts,init=paper", "sw-klucb-cf,w=40", "adac-ucb,rho=2", "dp-imed,alpha=1.3", "dp-se,anytime=1"}

// Fast paths play, release, estimate and explain exactly as the plain learners do, even if arms with
// equal means pay several values without noise, so their sums differ only by rounding.
func TestFastPathsAreThePlainLearners(t *testing.T) {
	ids := slices.Clone(fastVariants)
	for _, d := range All() {
		if d.FastPath != nil {
			ids = append(ids, d.ID)
		}
	}
	someArms := []int{2, 3, 5, 5, 5}
	kinds := map[string]struct {
		tries    int
		arms     []int
		epsilons []float64
		payments []string
	}{
		"anything": {
			tries: 4, arms: append([]int{1, 17, 101}, someArms...), epsilons: []float64{.01, .5, 4, math.Inf(1)},
			payments: slices.Sorted(maps.Keys(payments)),
		},
		"ties": {
			tries: 3, arms: someArms, epsilons: []float64{4, 1e6, 1e30, math.Inf(1), math.Inf(1)},
			payments: []string{"tied", "in turn"},
		},
	}
	for _, id := range ids {
		t.Run(id, func(t *testing.T) {
			spec := param.Must(ParseSpec(id))
			for kind, k := range kinds {
				t.Run(kind, func(t *testing.T) {
					t.Parallel()
					ahead, looks, rng := 0, false, rand.New(rand.NewPCG(2, 1))
					for range k.tries * Effort {
						arms, epsilon := pick(rng, k.arms...), pick(rng, k.epsilons...)
						settings := settingsOf(t, spec.Declaration, arms, epsilon, rng.Uint64())
						name := pick(rng, slices.Sorted(maps.Keys(settings))...)
						pay := pick(rng, k.payments...)
						p := pairingOf(t, id, settings[name], pay)
						if err := p.play(1, 12_000/(arms+3)); err != nil {
							t.Fatalf("%d arms, ε = %v, %s, %s: %v", arms, epsilon, name, pay, err)
						}
						ahead += p.ahead
						_, looks = p.fast.(Ahead)
					}
					if looks && kind == "anything" && ahead < 4*k.tries*Effort {
						t.Errorf("only %d rounds were taken ahead", ahead)
					}
				})
			}
		})
	}
}

// A fast path has every method of its plain learner.
func TestFastPathsHaveTheMethodsOfPlainLearners(t *testing.T) {
	for _, d := range All() {
		if d.FastPath == nil {
			continue
		}
		for _, s := range settingsOf(t, d, 3, 1, 1) {
			p := pairingOf(t, d.ID, s, "ones")
			plain, fast := reflect.TypeOf(p.plain), reflect.TypeOf(p.fast)
			for i := range plain.NumMethod() {
				method := plain.Method(i).Name
				if _, ok := fast.MethodByName(method); !ok {
					t.Errorf("%s: the fast path has no %s", d.ID, method)
				}
			}
		}
	}
}

// Forecasts of too many rounds, or too many losses, must be noticed.
func TestHastyFastPathsShow(t *testing.T) {
	hasty := map[string]func(Forecast) Forecast{
		"rounds": func(f Forecast) Forecast { f.Rounds = 2*f.Rounds + 2; return f },
		"losses": func(f Forecast) Forecast { f.Rounds, f.Losses = 2*f.Rounds+2, 2*f.Losses+2; return f },
	}
	for _, d := range All() {
		s := settingsOf(t, d, 5, 2, 3)
		if d.FastPath == nil || d.ID == "optimal" {
			continue
		}
		for _, s := range s {
			if _, looks := pairingOf(t, d.ID, s, "spaced").fast.(Ahead); !looks {
				continue
			}
			for name, hasty := range hasty {
				p := pairingOf(t, d.ID, s, "spaced")
				p.hasty = hasty
				if p.play(1, 30_000) == nil {
					t.Errorf("%s: too many %s do not show", d.ID, name)
				}
			}
		}
	}
}

// A bound raised by tangents stays above the exact bound, including a margin for rounding, and
// within a thousandth of its width.
func TestRaisedBoundsStayAbove(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for trial := range 300 {
		n := math.Trunc(math.Pow(10, 8*rng.Float64()))
		mean := math.Trunc((n+1)*rng.Float64()) / n
		if trial%5 == 0 {
			mean = float64(trial / 5 % 2) // 0 and 1
		}
		level := 2 + 10*rng.Float64()
		limit := klUpper(mean, level/n) + klSlack(level/n)
		for range 3000 {
			rise := 2e-3 * rng.Float64()
			limit = klRaise(mean, limit, rise/n)
			level += rise
			exact := klUpper(mean, level/n)
			if limit < exact+klSlack(level/n)/2 || limit > exact+(exact-mean)/1000+8*slack {
				t.Fatalf("mean %v of %v at level %v: raised to %v, exactly %v", mean, n, level, limit, exact)
			}
		}
	}
}
