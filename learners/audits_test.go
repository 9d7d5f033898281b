package learners

import (
	"fmt"
	"math"
	"testing"

	"regretscope/noise"
	"regretscope/noise/channel"
	"regretscope/noise/param"
	"regretscope/noise/privacy"
	"regretscope/scenarios/matroid"
)

// Count the tree nodes that contain an observation by feeding a tree. Each node costs its share
// of ε; the arm with the most possible pulls has the largest loss.
func TestTreesWithinHorizonsByCounting(t *testing.T) {
	for arms := 1; arms <= 5; arms++ {
		for horizon := 1; horizon <= 70; horizon++ {
			for _, choice := range []string{"dp-ucb-tree", "dp-ucb-tree,split=arms"} {
				spec := param.Must(ParseSpec(choice))
				s := Setting{Arms: arms, Horizon: horizon, Epsilon: .7, Phases: 1}
				r, _ := spec.Audit(s)
				share := s.Epsilon
				if choice != "dp-ucb-tree" {
					share /= float64(arms)
				}
				tree := noise.NewTree(horizon, share)
				// The largest number of pulls of one arm: first pulls of the others take the rest of the horizon.
				pulls := max(1, horizon-arms+1)
				stream, cost := noise.NewStream(1), make([]float64, pulls+1)
				worst := 0.0
				for n := 1; n <= pulls; n++ {
					tree.Add(1, &stream)
					node := tree.Newest()
					for i := node.First; i <= node.Last; i++ {
						cost[i] += tree.NodeEpsilon()
						worst = max(worst, cost[i])
					}
				}
				if math.Abs(worst-r.Within) > 1e-12 {
					t.Fatalf("%s, K = %d, T = %d: by counting %v, the audit says %v", choice, arms, horizon, worst, r.Within)
				}
				if math.Abs(r.Epsilon-share) > 1e-12 || r.Within > r.Epsilon*(1+1e-12) {
					t.Fatalf("%s, K = %d, T = %d: ε is %v, want %v", choice, arms, horizon, r.Epsilon, share)
				}
			}
		}
	}
}

func TestDPSEReleasesNothingBeforeItsFirstEpochEnds(t *testing.T) {
	spec := param.Must(ParseSpec("dp-se"))
	within := func(arms, horizon int) float64 {
		r, _ := spec.Audit(Setting{Arms: arms, Horizon: horizon, Epsilon: .5, Phases: 1})
		return r.Within
	}
	// R_1 = 2242 at K = 5 and T = 10^6.
	if got := within(5, 1_000_000); got != .5 {
		t.Errorf("%v by round 10^6", got)
	}
	if got := within(5, 1000); got != 0 {
		t.Errorf("%v by round 1000", got)
	}
	if got := within(1, 1_000_000); got != 0 {
		t.Errorf("%v with a single arm", got)
	}
}

func TestExactAudits(t *testing.T) {
	uniform := param.Must(matroid.NewUniform(7, 3))
	inf := math.Inf(1)
	cases := []struct {
		choice        string
		epsilon       float64
		claimed, want float64 // NaN if nothing is claimed
	}{
		{choice: "rnm-ftnl,noise=laplace,scale=1", epsilon: 1, claimed: 1, want: 2},
		{choice: "rnm-ftnl,noise=laplace,scale=2", epsilon: 1, claimed: 1, want: 1},
		{choice: "rnm-ftnl,noise=exponential,scale=1", epsilon: 1, claimed: 1, want: 2},
		{choice: "rnm-ftnl,noise=exponential,scale=2", epsilon: .3, claimed: .3, want: .3},
		{choice: "rnm-ftnl,noise=gumbel,scale=1", epsilon: .3, claimed: .3, want: .6},
		{choice: "rnm-ftnl,noise=gumbel,scale=2,resample=1", epsilon: 1, claimed: 1, want: 1},
		{choice: "rnm-ftnl", epsilon: inf, claimed: inf, want: inf},
		{choice: "ftnl", epsilon: 1, claimed: 1, want: 2. / 7},
		{choice: "dpucb-mat,init=paper", epsilon: 2, claimed: 2, want: 14. / 3},
		{choice: "dpucb-mat", epsilon: 2, claimed: 2, want: 2},
		{choice: "dpts-mat,init=paper", epsilon: .3, claimed: .3, want: .7},
		{choice: "dpts-mat", epsilon: .3, claimed: .3, want: .3},
		{choice: "dp-ucb-tree,split=arms", epsilon: .7, claimed: .7, want: .1},
		{choice: "lazy-dp-ts", epsilon: inf, claimed: inf, want: inf},
		{choice: "ucb1", epsilon: 1, claimed: math.NaN(), want: inf},
		{choice: "hedge", epsilon: 1, claimed: math.NaN(), want: inf},
		{choice: "optimal", epsilon: 1, claimed: 0, want: 0},
	}
	for _, c := range cases {
		spec := param.Must(ParseSpec(c.choice))
		s := Setting{Arms: 7, Horizon: 100_000, Epsilon: c.epsilon, Phases: 1, Matroid: uniform}
		r, known := spec.Audit(s)
		if !known {
			t.Fatalf("%s: no audit", c.choice)
		}
		if r.Epsilon != c.want && !(math.Abs(r.Epsilon-c.want) <= 1e-12) {
			t.Errorf("%s at ε = %v: %v, want %v", c.choice, c.epsilon, r.Epsilon, c.want)
		}
		claimed, ok := spec.Claimed(s)
		if ok == math.IsNaN(c.claimed) || ok && claimed != c.claimed {
			t.Errorf("%s claims %v (%v), want %v", c.choice, claimed, ok, c.claimed)
		}
		if r.WorstPair.Why == "" || len(r.WorstPair.Before) != 7 || len(r.WorstPair.After) != 7 ||
			len(r.WorstPair.Base) != 7 || r.WorstPair.Epoch < 1 {
			t.Errorf("%s: worst pair %+v", c.choice, r.WorstPair)
		}
	}
}

// At every ε that is allowed, a learner's exact loss is the same multiple of its claim as at ε = ½, in ε or in the
// notion of the claim. TestExactAudits has these multiples, and those of other parameters.
func TestAuditsAtEveryEpsilon(t *testing.T) {
	uniform := param.Must(matroid.NewUniform(7, 3))
	choices := []string{"rnm-ftnl,noise=exponential", "rnm-ftnl,noise=gumbel,scale=.7", "dpucb-mat,init=paper", "dp-ucb-tree,split=arms"}
	for _, d := range All() {
		choices = append(choices, d.ID)
	}
	for _, choice := range choices {
		spec := param.Must(ParseSpec(choice))
		d := spec.Declaration
		multiple := func(epsilon float64) float64 {
			s := Setting{Arms: 7, Horizon: 1000, Epsilon: epsilon, Phases: 1, Matroid: uniform}
			for _, text := range []string{"laplace", "linear", "rr"} {
				if c := param.Must(channel.Parse(text, min(epsilon, channel.MaxEpsilon))); d.ClaimsFor == nil || d.ClaimsFor(c, epsilon) {
					s.Channels = []channel.Channel{c}
				}
			}
			r, known := spec.Audit(s)
			var promised Promise
			if spec.Promises != nil {
				promised = spec.Promises(s, spec.Values(s))
			}
			switch claimed, ok := spec.Claimed(s); {
			case !known:
				t.Fatal(choice, "has no audit")
			case promised.Notion == privacy.Delta:
				// The least number of bits: δ is below the claim by less than a bit is worth.
				if x := promised.Of(r.Mechanism).Value / promised.Value; !(x > .4 && x <= 1+1e-12) {
					return x
				}
				return 1
			case promised.Notion != "":
				return promised.Of(r.Mechanism).Value / promised.Value
			case ok && claimed > 0:
				return r.Epsilon / claimed
			}
			return r.Epsilon
		}
		want := multiple(.5)
		for _, epsilon := range []float64{1e-9, 1e-5, 2, 36.8, 700, 709.8, 745.2, 1000, 1e5, 1e12, 1e300} {
			if d.Privacy == Local && epsilon > channel.MaxEpsilon {
				break
			}
			if got := multiple(epsilon); got != want && !(math.Abs(got-want) <= 1e-12*want) {
				t.Errorf("%s at ε = %v: %v of its claim, at ½ %v", choice, epsilon, got, want)
			}
		}
	}
}

// If arms have different channels, the costliest one decides.
func TestLocalAuditsTakeTheDearestChannel(t *testing.T) {
	local := Spec{Declaration: &Declaration{
		ID:        "x",
		Guarantee: Guarantee{Privacy: Local},
	}}
	s := Setting{Arms: 3, Horizon: 10, Epsilon: 1, Channels: channels("linear(0.5)", "rr(0.2,0.1)", "linear(1)")}
	// rr(.2,.1): ln max(.9/.2, .8/.1).
	r, known := local.Audit(s)
	if !known || math.Abs(r.Epsilon-math.Log(8)) > 1e-12 || r.WorstPair.Action != 1 {
		t.Errorf("%+v, %v; want ln 8 from arm 1", r, known)
	}
	if claimed, ok := local.Claimed(s); !ok || claimed != 1 {
		t.Errorf("claimed %v, %v", claimed, ok)
	}
	s.Channels = channels("linear", "none", "linear")
	if r, _ := local.Audit(s); !math.IsInf(r.Epsilon, 1) {
		t.Errorf("an arm without a channel: %v", r.Epsilon)
	}
	if _, ok := local.Claimed(s); ok {
		t.Error("no channel, and yet a claim")
	}
}

// A claim for the channel of its paper covers no other, however small ε is.
func TestClaimsForOneChannel(t *testing.T) {
	for _, epsilon := range []float64{1e-9, 1e-5, 1, 30} {
		for name, want := range map[string]bool{
			fmt.Sprintf("linear(%v)", epsilon): true, fmt.Sprintf("linear(%v)", 1.01*epsilon): false,
			fmt.Sprintf("quadratic(%v,0)", epsilon): false,
		} {
			s := Setting{Arms: 2, Horizon: 10, Epsilon: epsilon, Channels: channels(name, name)}
			if _, covered := param.Must(ParseTyped("sw-klucb-cf")).Claimed(s); covered != want {
				t.Errorf("ε = %v, %s: covered %v", epsilon, name, covered)
			}
		}
	}
}

// A single possible play depends on no reward.
func TestASinglePlayTellsNothing(t *testing.T) {
	for _, d := range All() {
		setting := Setting{Arms: 1, Horizon: 100, Epsilon: 1, Phases: 1}
		if d.Family == Matroids {
			setting.Arms, setting.Matroid = 4, param.Must(matroid.NewUniform(4, 4))
		}
		if d.Privacy != NotPrivate {
			continue
		}
		if found, known := (Spec{Declaration: d}).Audit(setting); !known || found.Epsilon != 0 || found.Within != 0 {
			t.Errorf("%s: ε = %v, %v within the horizon, want 0", d.ID, found.Epsilon, found.Within)
		}
	}
}
