package privacy

import (
	"reflect"
	"testing"

	"regretscope/noise"
	"regretscope/noise/selection"
)

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
