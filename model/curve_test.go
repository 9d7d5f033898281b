package model

import (
	"math"
	"testing"
)

func TestEstimatedReturn(t *testing.T) {
	nan := math.NaN()
	for _, test := range []struct {
		round     int
		pulls     []int
		estimates []float64
		want      float64
	}{
		{4, []int{1, 3}, []float64{.5, .25}, (.5 + 3*.25) / 4},
		{4, []int{1, 3}, []float64{-7, 9}, 3. / 4}, // noise is cut off
		{4, []int{1, 3}, []float64{nan, .25}, .25}, // forgotten: as the others
		{4, []int{0, 4}, []float64{nan, .25}, .25}, // never pulled
		{4, []int{4, 4}, []float64{.5, .25}, .75},  // a basis of two arms
		{4, []int{1, 3}, []float64{nan, nan}, nan}, // nothing is estimated
		{0, []int{0, 0}, []float64{nan, nan}, nan}, // before round 1
		{0, []int{0, 0}, []float64{.5, .5}, nan},   // observed before round 1
	} {
		s := Sample{Round: test.round, Pulls: test.pulls, Estimates: test.estimates}
		if got := s.EstimatedReturn(); got != test.want && !(math.IsNaN(got) && math.IsNaN(test.want)) {
			t.Errorf("%+v: %v", test, got)
		}
	}
}
