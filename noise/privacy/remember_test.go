package privacy

import (
	"sync"
	"testing"
)

// counted counts its calls.
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

// A Remembered mechanism has the values of the original and computes each once, from any number
// of goroutines.
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
