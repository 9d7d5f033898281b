package privacy

import (
	"math"
	"reflect"
	"sync"
	"testing"

	"regretscope/noise"
	"regretscope/noise/selection"
)

var kinds = []selection.Noise{selection.Laplace, selection.Exponential, selection.Gumbel}

// A wanted value of a mechanism in a notion, at its argument.
type wanted struct {
	what     string // D, rho, delta, mu or epsilon
	at, want float64
}

func value(t *testing.T, m Mechanism, w wanted) Value {
	t.Helper()
	switch w.what {
	case "D":
		return m.Renyi(w.at)
	case "rho":
		return m.Rho()
	case "delta":
		return m.Delta(w.at)
	case "mu":
		return m.Mu()
	case "epsilon":
		return m.Epsilon()
	}
	t.Fatalf("no notion %q", w.what)
	return Value{}
}

func near(got, want, tolerance float64) bool {
	return got == want || math.Abs(got-want) <= tolerance*math.Max(1e-300, math.Abs(want))
}

// Values computed independently, each by two methods in 50 digits.
func TestSums(t *testing.T) {
	cases := map[string]struct {
		m      Mechanism
		values []wanted
	}{
		"laplace 1":  {LaplaceSum{1}, []wanted{{"epsilon", 0, 1}, {"D", 1.5, 0.51288351129451}, {"D", 2, 0.61912362999859}, {"D", 8, 0.91019880117745}, {"rho", 0, 0.36787944117144}, {"delta", 0, 0.39346934028737}, {"delta", .25, 0.31271072120903}, {"mu", 0, 1.0300639976244}}},
		"laplace 2":  {LaplaceSum{2}, []wanted{{"D", 1.5, 0.15597787848574}, {"D", 2, 0.20030389617362}, {"D", 8, 0.41026788176229}, {"rho", 0, 0.10653065971263}, {"delta", 0, 0.22119921692860}, {"delta", .25, 0.11750309741540}, {"mu", 0, 0.56176432321102}}},
		"laplace .3": {LaplaceSum{.3}, []wanted{{"D", 1.5, 2.7588174310597}, {"D", 2, 2.9278909249324}, {"D", 8, 3.2435320962730}, {"rho", 0, 2.3690073266806}, {"delta", 0, 0.81112439716244}, {"delta", .25, 0.78597590282255}, {"mu", 0, 2.6278252901711}}},
		"gauss 1":    {GaussianSum{1}, []wanted{{"delta", .5, 0.23842170813488}, {"mu", 0, 1}, {"rho", 0, .5}, {"epsilon", 0, math.Inf(1)}}},
		"gauss 2.5":  {GaussianSum{2.5}, []wanted{{"delta", .5, 0.025629802038637}, {"delta", 1, 0.0012998981331268}}},
		"rr .8 .7": {response(.8, .7), []wanted{
			{"D", 1, 0.58268530204324},
			{"D", 2, 0.94098334446453},
			{"D", 8, 1.2018094149991},
			{"rho", 0, 0.58268530204324},
			{"mu", 0, 1.3660217462810},
			{"delta", .3, 0.43002823848480},
		}},
		"rr .99 .5": {response(.99, .5), []wanted{
			{"D", 1, 1.6144630803609},
			{"D", 2, 3.2289261607217},
			{"D", 8, 3.8130019796339},
			{"rho", 0, 1.8202492614469},
			{"mu", 0, 2.3263478740408},
			{"delta", .3, 0.48650141192424},
		}},
		"channel": {BitChannel(1/(1+math.E), math.E/(1+math.E)), []wanted{{"epsilon", 0, 1}, {"rho", 0, 0.46211715726001}, {"mu", 0, 1.2320353853449}}},
		// AdaC-UCB at ρ = .1: a Gaussian sum of deviation 1/√(2ρ).
		"adac-ucb": {GaussianSum{1 / math.Sqrt(.2)}, []wanted{{"rho", 0, .1}, {"mu", 0, 0.44721359549996}, {"delta", 1, 0.0031850553783335}}},
		"tree":     {treeOf(1000, 1), []wanted{{"epsilon", 0, 1}, {"rho", 0, 0.048374180359596}, {"D", 2, 0.096442078403447}}},
		"4 gauss":  {Composition{{GaussianSum{2}, 4}}, []wanted{{"delta", 1, 0.12693673750664}}},
	}
	for name, c := range cases {
		for _, w := range c.values {
			tolerance := 1e-12 // of closed forms
			if _, bits := c.m.(Bit); bits && w.what == "rho" {
				tolerance = 1e-9 // of a search over α
			}
			if got := value(t, c.m, w); !near(got.Value, w.want, tolerance) || got.Status != Exact || got.Upper != got.Value {
				t.Errorf("%s: %s(%v) = %.14g (%s), want %.14g", name, w.what, w.at, got.Value, got.Status, w.want)
			}
		}
	}
}

func TestNoisyMax(t *testing.T) {
	exponential, laplace, gumbel := selection.Exponential, selection.Laplace, selection.Gumbel
	cases := []struct {
		m      NoisyMax
		values []wanted
	}{
		{NoisyMax{exponential, 1, 2}, []wanted{{"epsilon", 0, 2}, {"rho", 0, 0.97442245572497}, {"D", 1.5, 1.3029740713906}, {"D", 2, 1.5055673748222}, {"D", 8, 1.9057444134656}, {"delta", .25, 0.58313798032149}, {"delta", 1, 0.39346934028737}, {"mu", 0, 1.8009051932756}}},
		{NoisyMax{laplace, 1, 2}, []wanted{{"rho", 0, 0.43992884181624}, {"D", 1.5, 0.62595045699892}, {"D", 2, 0.77395123749891}, {"D", 8, 1.3146855520647}, {"delta", .25, 0.37634613056874}, {"delta", 1, 0.13413306890570}, {"mu", 0, 1.1900727346482}}},
		{NoisyMax{gumbel, 1, 2}, []wanted{{"rho", 0, 0.47447464707053}, {"D", 1.5, 0.68675201341226}, {"D", 2, 0.86756166096605}, {"D", 8, 1.5901795840342}, {"delta", .25, 0.39327371349938}, {"delta", 1, 0.17904988921682}, {"mu", 0, 1.2320353853449}}},
		{NoisyMax{exponential, 2, 2}, []wanted{{"rho", 0, 0.32965996833976}, {"D", 2, 0.57609226144729}, {"D", 8, 0.90574704730239}, {"delta", .25, 0.31271072120903}, {"mu", 0, 1.0300639976244}}},
		{NoisyMax{laplace, 2, 2}, []wanted{{"rho", 0, 0.11976401743344}, {"D", 2, 0.22839418010862}, {"D", 8, 0.53000122850832}, {"delta", .25, 0.14647979112457}, {"mu", 0, 0.61578712433605}}},
		{NoisyMax{gumbel, 2, 2}, []wanted{{"rho", 0, 0.12330156148224}, {"D", 2, 0.24022901391656}, {"D", 8, 0.63545939856441}, {"delta", .25, 0.15469833055310}, {"mu", 0, 0.62389259209851}}},
		{NoisyMax{exponential, .3, 2}, []wanted{{"rho", 0, 4.8566120163760}, {"D", 2, 6.1436574171991}, {"D", 8, 6.5724110792569}, {"delta", .25, 0.95957606962384}, {"delta", 1, 0.94118352835757}, {"mu", 0, 4.2012478225056}}},
		{NoisyMax{laplace, .3, 2}, []wanted{{"rho", 0, 3.2148653803326}, {"D", 2, 4.5223465780674}, {"D", 8, 5.4226750278958}, {"delta", .25, 0.89225024412787}, {"delta", 1, 0.84426644529718}, {"mu", 0, 3.3378660987951}}},
		{NoisyMax{gumbel, .3, 2}, []wanted{{"rho", 0, 3.7767682739061}, {"D", 2, 5.2829159549255}, {"D", 8, 6.2362541172718}, {"delta", .25, 0.92195955028190}, {"delta", 1, 0.88695520322350}, {"mu", 0, 3.6382758370425}}},
		// More than two candidates.
		{NoisyMax{exponential, 1, 10}, []wanted{{"rho", 0, 0.97442245572497}, {"delta", 1, 0.39346934028737}, {"mu", 0, 1.8009051932756}}},
		{NoisyMax{gumbel, 1, 50}, []wanted{{"rho", 0, 0.47447464707053}, {"mu", 0, 1.2320353853449}}},
		// 1|2 has a Kullback–Leibler divergence of .5395339, and 0.1% more at α = 1.102.
		{NoisyMax{laplace, 1, 3}, []wanted{{"rho", 0, 0.5400662360408}}},
		{NoisyMax{laplace, 1, 4}, []wanted{{"rho", 0, 0.59114607939431}}},
		{NoisyMax{laplace, 1, 5}, []wanted{{"rho", 0, 0.60320877767496}, {"delta", .5, 0.38478153954323}, {"mu", 0, 1.3880029620733}}},
		{NoisyMax{laplace, 1, 1000}, []wanted{{"rho", 0, 0.60320877767496}}},
		{NoisyMax{laplace, .3, 10}, []wanted{{"rho", 0, 4.1262486564405}}},
	}
	for _, c := range cases {
		for _, w := range c.values {
			got := value(t, c.m, w)
			if !near(got.Value, w.want, 1e-9) {
				t.Errorf("%+v: %s(%v) = %.14g, want %.14g", c.m, w.what, w.at, got.Value, w.want)
			}
			if (c.m.Arms == 2 || c.m.Noise == gumbel) && got.Status != Exact {
				t.Errorf("%+v: %s is %s", c.m, w.what, got.Status)
			}
			if known := got.Status == Exact; known != (got.Upper == got.Value) || !known && got.Status != Searched || got.Upper < got.Value {
				t.Errorf("%+v: %s is %s, at most %v", c.m, w.what, got.Status, got.Upper)
			}
		}
	}
}

// treeOf returns the cost of an observation in a node of each level of a tree.
func treeOf(horizon int, epsilon float64) Composition {
	tree := noise.NewTree(horizon, epsilon)
	return Composition{{LaplaceSum{tree.Scale()}, tree.Levels()}}
}

func TestGaussianTradeOff(t *testing.T) {
	for _, c := range []struct{ mu, x, want float64 }{
		{1, 0, 1}, {1, 1, 0}, {0, .3, .7}, {math.Inf(1), 0, 0}, {math.Inf(1), .5, 0}, {2, noise.NormalCDF(-1), noise.NormalCDF(-1)},
	} {
		if got := GaussianTradeOff(c.mu, c.x); !near(got, c.want, 1e-14) {
			t.Errorf("G_%v(%v) = %v, want %v", c.mu, c.x, got, c.want)
		}
	}
}

// For Laplace noise, all pairs of groups of up to 8 arms, and one arm against all others, in both orders.
func TestFamilies(t *testing.T) {
	for _, arms := range []int{2, 3, 8, 9, 50} {
		want := map[groups]bool{{selection.Laplace, 1, arms - 1}: true, {selection.Laplace, arms - 1, 1}: true}
		for a := 1; a < 8; a++ {
			for b := 1; a+b <= min(arms, 8); b++ {
				want[groups{selection.Laplace, a, b}] = true
			}
		}
		families := NoisyMax{selection.Laplace, 1, arms}.families()
		for _, g := range families {
			if !want[g] {
				t.Errorf("among %d: %+v", arms, g)
			}
		}
		if len(families) != len(want) {
			t.Errorf("among %d: %d families, want %d", arms, len(families), len(want))
		}
	}
}

// response is randomized response that repeats a 0 with probability p00 and a 1 with p11 (GAJ eq. 1).
func response(p00, p11 float64) Bit {
	return newBit(1-p00, p00, p11, 1-p11, max(p00, p11)-1+min(p00, p11))
}

func TestMeasures(t *testing.T) {
	sum := LaplaceSum{2}
	for name, c := range map[string]struct {
		notion Notion
		want   Value
	}{"ε": {Epsilon, sum.Epsilon()}, "ρ": {Rho, sum.Rho()}, "μ": {Mu, sum.Mu()}, "δ(0.25)": {Delta, sum.Delta(.25)}} {
		m := Measure{c.notion, .25}
		if got := m.Of(sum); got != c.want || m.String() != name || m.Pure() != (name == "ε") {
			t.Errorf("%v: %+v, want %s %+v", m, got, name, c.want)
		}
	}
	if zero := (Measure{}); !zero.Pure() || zero.String() != "ε" {
		t.Errorf("the zero measure is %v", zero)
	}
}

// A person with ten rounds moves a sum by ten: for Laplace and normal noise this equals the loss
// of single sums with a tenth of the noise, and is at most that of ten rounds.
func TestManyRounds(t *testing.T) {
	for _, c := range []struct {
		name     string
		one, ten Mechanism
		exactly  map[Notion]bool // reached
	}{
		{"Laplace noise", LaplaceSum{20}, LaplaceSum{2}, map[Notion]bool{Epsilon: true}},
		{"normal noise", GaussianSum{20}, GaussianSum{2}, map[Notion]bool{Rho: true, Mu: true}},
	} {
		for _, n := range []Notion{Epsilon, Rho, Mu} {
			m := Measure{Notion: n}
			most, known := m.Rounds(10, m.Of(c.one).Value)
			ten := m.Of(c.ten).Value
			if !known || ten > most*(1+1e-12) || c.exactly[n] && !near(ten, most, 1e-12) {
				t.Errorf("ten rounds lose %v, at most %v", ten, most)
			}
		}
	}
	if _, known := (Measure{Notion: Delta, At: 1}).Rounds(10, .1); known {
		t.Error("δ of ten rounds is known from that of one")
	}
}

// Bayes' rule for randomized response, which attains the largest ratio that ε allows, and the formula by definition.
func TestBelief(t *testing.T) {
	for _, prior := range []float64{1e-9, .01, .1, .5, .9, .999} {
		for _, epsilon := range []float64{0, 1e-6, .1, 1, 3, 20} {
			kept := math.Exp(epsilon) / (1 + math.Exp(epsilon))
			got, bayes := Belief(prior, epsilon), prior*kept/(prior*kept+(1-prior)*(1-kept))
			defined := prior * math.Exp(epsilon) / (1 + prior*math.Expm1(epsilon))
			if !near(got, bayes, 1e-6) || !near(got, defined, 1e-12) || got < prior*(1-1e-15) {
				t.Errorf("%v at ε=%v: %v, by Bayes' rule %v, as defined %v", prior, epsilon, got, bayes, defined)
			}
		}
	}
	for _, c := range []struct{ prior, epsilon, want float64 }{
		{0, math.Inf(1), 0}, {0, 1, 0}, {1, 1, 1}, {.3, math.Inf(1), 1}, {.3, 1e4, 1}, {.3, 0, .3},
	} {
		if got := Belief(c.prior, c.epsilon); math.Abs(got-c.want) > 1e-15 {
			t.Errorf("%v at ε = %v: %v, want %v", c.prior, c.epsilon, got, c.want)
		}
	}
}

// A release determines its mechanism.
func TestMechanismsOfReleases(t *testing.T) {
	for _, c := range []struct {
		made noise.Perturbation
		want Mechanism
	}{
		{noise.NoisySum(noise.LaplaceNoise, 4), LaplaceSum{4}},
		{noise.Perturbation{Noise: noise.GaussianNoise, Scale: 4, Sensitivity: 2}, GaussianSum{2}},
		{noise.NoisySum(noise.DiscreteLaplaceNoise, 4), DiscreteLaplaceSum(4)},
		{noise.NoisySum(noise.BinomialNoise, 80), BinomialSum{80}},
		{noise.Perturbation{Noise: "exponential", Scale: 2, Sensitivity: 2, Candidates: 3}, NoisyMax{Noise: selection.Exponential, Scale: 2, Arms: 3}},
		{noise.Perturbation{Noise: "Gumbel", Scale: 2, Sensitivity: 2, Candidates: 2}, NoisyMax{Noise: selection.Gumbel, Scale: 2, Arms: 2}},
	} {
		if got, err := Of(c.made); err != nil || got != c.want {
			t.Errorf("%+v: %#v, %v", c.made, got, err)
		}
	}
	for _, candidates := range []int{0, 2} {
		if m, err := Of(noise.Perturbation{Noise: "Cauchy", Candidates: candidates}); err == nil {
			t.Errorf("%v: Cauchy noise is taken for %#v", candidates, m)
		}
	}
}

func TestMechanismsOfEvents(t *testing.T) {
	laplace, normal := noise.NoisySum(noise.LaplaceNoise, 4), noise.NoisySum(noise.GaussianNoise, 2)
	for _, c := range []struct {
		event noise.Event
		want  Mechanism
	}{
		{noise.Event{}, Disjoint{}},
		{noise.Event{Terms: []noise.EventTerm{{Perturbation: laplace, Times: 1}}}, LaplaceSum{4}},
		{noise.Event{Terms: []noise.EventTerm{{Perturbation: laplace, Times: 3}}}, Composition{{LaplaceSum{4}, 3}}},
		{noise.Event{Terms: []noise.EventTerm{{Perturbation: laplace, Times: 3}, {Perturbation: normal, Times: 1}}}, Composition{{LaplaceSum{4}, 3}, {GaussianSum{2}, 1}}},
		{noise.Event{Terms: []noise.EventTerm{{Perturbation: normal, Times: 1}}, Bound: true}, AtMost{GaussianSum{2}}},
	} {
		if got, err := OfEvent(c.event); err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%+v: %#v, %v", c.event, got, err)
		}
	}
	if m, err := OfEvent(noise.Event{Terms: []noise.EventTerm{{Perturbation: noise.Perturbation{Noise: "Cauchy"}, Times: 1}}}); err == nil {
		t.Errorf("Cauchy noise is taken for %#v", m)
	}
}

type counted struct {
	LaplaceSum
	lock  sync.Mutex
	asked map[string]int
}

func (c *counted) count(what string) {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.asked[what]++
}

func (c *counted) Rho() Value            { c.count("ρ"); return c.LaplaceSum.Rho() }
func (c *counted) Mu() Value             { c.count("μ"); return c.LaplaceSum.Mu() }
func (c *counted) Delta(e float64) Value { c.count("δ"); return c.LaplaceSum.Delta(e) }

// A Remembered mechanism has the values of the original and computes each once, from any number of goroutines.
func TestRemembered(t *testing.T) {
	c := &counted{LaplaceSum: LaplaceSum{2}, asked: map[string]int{}}
	m := Remember(c)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 3 {
				if m.Rho() != c.LaplaceSum.Rho() || m.Mu() != c.LaplaceSum.Mu() || m.Delta(.1) != c.LaplaceSum.Delta(.1) || m.Delta(.2) != c.LaplaceSum.Delta(.2) {
					t.Error("another value than that of the mechanism")
				}
			}
		})
	}
	group.Wait()
	if c.asked["ρ"] != 1 || c.asked["μ"] != 1 || c.asked["δ"] != 2 {
		t.Errorf("asked %v times", c.asked)
	}
}
