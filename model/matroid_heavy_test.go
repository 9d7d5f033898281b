//go:build heavy

package model

import (
	"math"
	"testing"
)

// CHH Figure 5a: R_n/ln n settles for n up to 10^6, lower for DPTS-MAT. From 10^4
// to 10^6 it may move by a third; linear regret would make it 67 times as large.
func TestRegretOverLogarithmSettles(t *testing.T) {
	const runs = 12
	early := map[string]seeds{}
	late := map[string]seeds{}
	for _, id := range []string{"dpucb-mat", "dpts-mat"} {
		t.Run(id, func(t *testing.T) {
			for i := range runs {
				c := matroidConfig(t, "chh-synthetic", 1_000_000, 2, id)
				c.Seed = uint64(i)
				r := NewRun(c, 0)
				r.Advance(10_000)
				early[id] = append(early[id], r.Regret()/math.Log(10_000))
				r.Advance(990_000)
				late[id] = append(late[id], r.Regret()/math.Log(1_000_000))
			}
			if ratio := late[id].mean() / early[id].mean(); ratio < .75 || ratio > 4./3 {
				t.Errorf("%s: R_n/ln n goes from %.1f to %.1f", id, early[id].mean(), late[id].mean())
			}
		})
	}
	if late["dpucb-mat"].above(late["dpts-mat"]) < 5 {
		t.Errorf("at 10^6: DPUCB-MAT %.1f, DPTS-MAT %.1f", late["dpucb-mat"].mean(), late["dpts-mat"].mean())
	}
}
