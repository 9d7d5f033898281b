package overlay

import "testing"

func TestShelfComputesOnce(t *testing.T) {
	c := config(t, "ww-det,K=4", "rnm-ftnl", .5, 100)
	var s Cache
	if _, ok := s.Theory(c, 0); ok {
		t.Fatal("an empty cache knows something")
	}
	cmd := s.Compute(c, 0)
	if cmd == nil {
		t.Fatal("nothing is computed")
	}
	if s.Compute(c, 0) != nil {
		t.Error("what is on its way is computed again")
	}
	s.Store(cmd().(ComputedMsg))
	if curves, ok := s.Theory(c, 0); !ok || len(curves) == 0 {
		t.Error("what was computed is not known")
	}
	next := *c
	next.Seed++
	if _, ok := s.Theory(&next, 0); !ok || s.Compute(&next, 0) != nil {
		t.Error("another seed is computed anew")
	}
	next.Epsilon *= 2
	if _, ok := s.Theory(&next, 0); ok {
		t.Error("another ε is taken for the same")
	}
}

func TestShelfStaysSmall(t *testing.T) {
	var s Cache
	c := config(t, "hhmh-1", "ucb1", .5, 100)
	for i := range 3 * maxKept {
		next := *c
		next.Horizon = 100 + i
		s.Store(s.Compute(&next, 0)().(ComputedMsg))
		if _, ok := s.Theory(&next, 0); !ok {
			t.Fatalf("the newest of %d is not kept", i+1)
		}
	}
	if n := len(s.curves); n > maxKept {
		t.Errorf("%d are kept, want at most %d", n, maxKept)
	}
}
