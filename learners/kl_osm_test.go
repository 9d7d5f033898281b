package learners_test

import (
	"math"
	"testing"

	"regretscope/learners"
)

func TestKLOSM(t *testing.T) {
	index := func(x known) float64 {
		log := math.Log(x.t)
		return learners.KLRank(x.mean, (log+x.bias*3*math.Log(max(1, log)))/x.n)
	}
	playsLargest(t, indexRule{index: index, wrong: []string{"bias", "late"}}, "kl-osm", "kl-osm,init=paper")
}
