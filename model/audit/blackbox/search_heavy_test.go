//go:build heavy

package blackbox

import (
	"sync"
	"testing"
)

// Three searches each. The last learner is audited at ε = 0.5.
func TestSearchAtLength(t *testing.T) {
	for _, s := range []specimen{
		{"xor-12-two xor-40 peg-stop-8 peg-reuse peg-half se-8-second se-8-minmax se-8-timing peg-dataseed peg-onearm", 2, pure, 1000, 20, 3},
		{"peg-normal", 2, delta, 1000, 20, 3},
		{"peg-muhalf", 2, Claim{Mu: 1}, 1000, 20, 3},
		{"peg-muhalf", 2, Claim{Rho: .5}, 1000, 20, 3},
		{"leader-half leader-basis-half", 4, pure, 1000, 20, 3},
		{"peg-late-20 peg-window", 2, pure, 1000, 60, 3},
		{"peg-late-200", 2, pure, 1000, 60, 2},
		{"peg-reuse-c5", 5, Claim{Epsilon: .5}, 1000, 60, 2},
		{"se-8-halved se-8-raw2 se-8-raw1 se-8-last2 se-8-raw3 se-50-blocks-raw1 se-400-raw1", 8, pure, 100_000, 60, 3},
		{"ucb-1-variance ucb-8-halved tree-1-onelevel", 8, pure, 100_000, 60, 3},
		{"se-8-oneraw se-8-reused se-1000-wide-halved", 8, pure, 100_000, 120, 2},
	} {
		s.test(t, 3)
	}
}

// Correct learners of seven kinds. Each search accuses one with a chance of at most 1%; none of these does.
func TestCorrectLearnersAreNotAccused(t *testing.T) {
	for _, s := range []specimen{
		{"peg se-8 se-1 ucb-1 thompson-1 tree-1", 2, pure, 1000, 20, 0},
		{"se-1000-wide ucb-100 tree-32 thompson-16 se-8-blocks", 8, pure, 100_000, 20, 0},
		{"peg-gauss", 2, delta, 1000, 20, 0},
		{"peg-normal", 2, Claim{Mu: 1}, 1000, 20, 0},
		{"peg-normal", 2, Claim{Rho: .5}, 1000, 20, 0},
		{"leader leader-basis", 4, pure, 1000, 20, 0},
	} {
		s.test(t, 3)
	}
}

// Randomized response loses exactly the ε that it claims. A search accuses it with a chance of at most 1%, and of
// less as Clopper–Pearson limits hold more often than they promise.
func TestATightClaimIsNotRefuted(t *testing.T) {
	accused := 0
	var lock sync.Mutex
	var group sync.WaitGroup
	for w := range 2 {
		group.Go(func() {
			for seed := w; seed < 3000; seed += 2 {
				if search("response", &specimen{arms: 2, claim: pure, horizon: 8, millions: .2}, seed+1).Refuted {
					lock.Lock()
					accused++
					lock.Unlock()
				}
			}
		})
	}
	group.Wait()
	t.Logf("%d of 3,000", accused)
	if accused > 30 {
		t.Errorf("%d of 3,000 searches accuse it", accused)
	}
}
