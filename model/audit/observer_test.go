package audit

import (
	"math"
	"reflect"
	"testing"

	"regretscope/noise/number"
)

// With known probabilities an observer's errors are those of the likelier universe: 1/(1 + e^ε)
// for randomized response. Its counts come within 5 standard deviations of that; those of a
// channel at 1.3ε do not.
func TestObserverOfReports(t *testing.T) {
	const samples, epsilon = 4000, 1.
	w := twin(t, reporter("linear"), epsilon)
	w.Sample(samples)
	o := w.Snapshot().Observer
	wrong := func(epsilon float64) float64 { return 1 / (1 + math.Exp(epsilon)) }
	if o.Runs != samples || len(o.Says) != 1 {
		t.Fatalf("%+v", o)
	}
	for side := range 2 {
		if math.Abs(o.Exact[side]-wrong(epsilon)) > 1e-12 {
			t.Errorf("error %d: exactly %v, want %v", side+1, o.Exact[side], wrong(epsilon))
		}
		if z, far := deviations(o.Wrong[side], samples, wrong(epsilon)), deviations(o.Wrong[side], samples, wrong(1.3*epsilon)); z > 5 || far < 5 {
			t.Errorf("error %d: %d of %d, %.1f deviations from the exact chance, %.1f from that of 1.3ε", side+1, o.Wrong[side], samples, z, far)
		}
	}
}

// With unknown probabilities an observer counts errors on samples that did not determine its
// choice: for a learner that uses no rewards both errors add up to 1 on average. An observer
// that counts the samples of its choice seems to know something.
func TestObserverDoesNotCountWhatItChoseBy(t *testing.T) {
	const twins, samples = 400, 60
	honest, cheating := 0.0, 0.0
	for seed := range uint64(twins) {
		a := auditOf(t, parseSpec("random"), 1, 100, .9)
		w := &Twin{
			shown: TwinShot{Config: a.Config}, replay: newReplay(a.Config, 0), tally: map[string][2]int{}, chosen: map[string][2]int{},
		}
		w.shown.Config.Seed = seed
		w.watches = distinguisher{from: 2, to: 2}
		// The same universe twice, with different noises.
		for n := range samples {
			for side := range 2 {
				arm := int(w.seed(2*n+side) >> 20 % 5)
				count(w.tally, playOf(arm), side)
				if n%2 == 0 {
					count(w.chosen, playOf(arm), side)
				}
			}
		}
		w.shown.Samples = samples
		o := w.observer()
		if o.Runs != samples/2 {
			t.Fatalf("%+v", o)
		}
		first, second := o.Errors()
		honest += first + second
		w.tally = map[string][2]int{}
		for transcript, counts := range w.chosen {
			w.tally[transcript] = [2]int{2 * counts[0], 2 * counts[1]} // leaves the samples of the choice
		}
		first, second = func() (float64, float64) { o := w.observer(); return o.Errors() }()
		cheating += first + second
	}
	// An error sum has a standard deviation of at most √(2·¼/30).
	deviation := math.Sqrt(.5/(samples/2)) * math.Sqrt(twins)
	if z := math.Abs(honest-twins) / deviation; z > 5 {
		t.Errorf("errors add up to %v of %d: %.1f deviations", honest, twins, z)
	}
	if z := math.Abs(cheating-twins) / deviation; z < 5 {
		t.Errorf("an observer that counts what it chose by has errors of %v of %d, only %.1f deviations from 1", cheating, twins, z)
	}
}

// A pick by report-noisy-max: the errors are sums over the arms that are likelier in the
// other universe, whatever the samples.
func TestObserverOfPicks(t *testing.T) {
	w := twin(t, parseSpec("rnm-ftnl,noise=laplace,scale=1"), 1)
	before := w.Snapshot().Observer
	w.Sample(100)
	after := w.Snapshot().Observer
	want := [2]float64{}
	for _, exact := range w.expected {
		if exact[1] > exact[0] {
			want[0] += exact[0]
		} else {
			want[1] += exact[1]
		}
	}
	off := max(math.Abs(before.Exact[0]-want[0]), math.Abs(before.Exact[1]-want[1]))
	if off > 1e-12 || before.Exact != after.Exact || !reflect.DeepEqual(before.Says, after.Says) || before.Runs != 0 || after.Runs != 100 {
		t.Errorf("%+v, then %+v, want %v", before, after, want)
	}
	if first, second := before.Errors(); !math.IsNaN(first) || !math.IsNaN(second) {
		t.Errorf("errors %s and %s before the first run", number.Format(first), number.Format(second))
	}
}
