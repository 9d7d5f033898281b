package privacy

// Disjoint is the worst of several releases if a person's data is in only one of them, such as
// the epochs of a learner: later releases are post-processing, and earlier ones are the same.
// It also holds for adaptive releases if each bound holds for every history. Without releases
// nothing is lost.
type Disjoint []Mechanism

// worst returns the maximum of a value over the releases.
func (d Disjoint) worst(of func(m Mechanism) Value) Value {
	worst := Value{Status: Exact}
	for i, m := range d {
		v := of(m)
		status, bound := Worse(worst.Status, v.Status), max(worst.Upper, v.Upper)
		if i == 0 || v.Value > worst.Value {
			worst = v
		}
		worst.Status, worst.Upper = status, bound
	}
	return worst
}

func (d Disjoint) Epsilon() Value { return d.worst(Mechanism.Epsilon) }

func (d Disjoint) Renyi(alpha float64) Value {
	return d.worst(func(m Mechanism) Value { return m.Renyi(alpha) })
}

func (d Disjoint) Rho() Value { return d.worst(Mechanism.Rho) }

func (d Disjoint) Delta(epsilon float64) Value {
	return d.worst(func(m Mechanism) Value { return m.Delta(epsilon) })
}

// TradeOff returns the lowest curve.
func (d Disjoint) TradeOff(x float64) Value {
	worst := d.worst(func(m Mechanism) Value {
		v := m.TradeOff(x)
		v.Value, v.Upper = -v.Value, -v.Upper
		return v
	})
	if len(d) == 0 {
		return exact(1-x, Inputs{})
	}
	worst.Value, worst.Upper = -worst.Value, -worst.Upper
	return worst
}

func (d Disjoint) Mu() Value { return d.worst(Mechanism.Mu) }

// AtMost is a mechanism that reveals at most as much as the embedded one, whose values are
// proven upper bounds.
type AtMost struct{ Mechanism }

func atMost(v Value) Value {
	return Value{Value: v.Upper, Status: Upper, Upper: v.Upper}
}

func (a AtMost) Renyi(alpha float64) Value { return atMost(a.Mechanism.Renyi(alpha)) }

func (a AtMost) Rho() Value { return atMost(a.Mechanism.Rho()) }

func (a AtMost) Delta(epsilon float64) Value { return atMost(a.Mechanism.Delta(epsilon)) }

func (a AtMost) TradeOff(x float64) Value { return atMost(a.Mechanism.TradeOff(x)) }

func (a AtMost) Mu() Value { return atMost(a.Mechanism.Mu()) }
