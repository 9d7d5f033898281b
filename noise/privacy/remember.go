package privacy

import (
	"fmt"
	"sync"
)

// A Remembered mechanism computes each ρ, μ and δ once. It is safe for concurrent use.
type Remembered struct {
	Mechanism
	rho, mu func() Value

	lock   sync.Mutex
	delta  func(epsilon float64) Value
	deltas map[float64]Value
}

// Remember returns a mechanism that remembers its values.
func Remember(m Mechanism) *Remembered {
	return &Remembered{Mechanism: m, rho: sync.OnceValue(m.Rho), mu: sync.OnceValue(m.Mu), deltas: map[float64]Value{}}
}

// String returns the mechanism without the remembered values.
func (r *Remembered) String() string { return fmt.Sprintf("%+v", r.Mechanism) }

func (r *Remembered) Rho() Value { return r.rho() }

func (r *Remembered) Mu() Value { return r.mu() }

// maxDeltas is the maximum number of values of δ to keep before starting over.
const maxDeltas = 1000

func (r *Remembered) Delta(epsilon float64) Value {
	r.lock.Lock()
	defer r.lock.Unlock()
	if v, known := r.deltas[epsilon]; known {
		return v
	}
	if r.delta == nil {
		r.delta = Deltas(r.Mechanism)
	}
	if len(r.deltas) == maxDeltas {
		clear(r.deltas)
	}
	v := r.delta(epsilon)
	r.deltas[epsilon] = v
	return v
}
