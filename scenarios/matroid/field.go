package matroid

import (
	"math/big"
	"math/bits"
)

// A field is the integers modulo an odd prime below 2⁶², each residue x held as
// x·2⁶⁴ mod p (Montgomery's form), so that a product costs three
// multiplications and no division. 0 stands for 0.
type field struct {
	prime   uint64
	inverse uint64 // of prime, modulo 2⁶⁴
	one     uint64 // 1 in Montgomery's form
}

func newField(prime uint64) field {
	inverse := prime // right modulo 8; each of Newton's steps doubles the bits
	for range 5 {
		inverse *= 2 - prime*inverse
	}
	_, one := bits.Div64(1, 0, prime)
	return field{prime: prime, inverse: inverse, one: one}
}

func (f field) mul(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	cancel, _ := bits.Mul64(low*f.inverse, f.prime)
	product, borrow := bits.Sub64(high, cancel, 0)
	if borrow != 0 {
		product += f.prime
	}
	return product
}

func (f field) add(a, b uint64) uint64 {
	sum := a + b
	if sum >= f.prime {
		sum -= f.prime
	}
	return sum
}

func (f field) sub(a, b uint64) uint64 {
	difference, borrow := bits.Sub64(a, b, 0)
	if borrow != 0 {
		difference += f.prime
	}
	return difference
}

// residue is the integer x modulo the prime, in Montgomery's form.
func (f field) residue(x *big.Int) uint64 {
	shifted := new(big.Int).Lsh(x, 64)
	return shifted.Mod(shifted, new(big.Int).SetUint64(f.prime)).Uint64()
}

// eliminate sets row to a multiple, other than 0, of row − (factor/scale)·by:
// together with `by` it spans the same as before, and no division is needed. The
// cases are for genre vectors, whose elimination meets 1 and −1 nearly always.
func (f field) eliminate(row, by []uint64, factor, scale uint64) {
	minusOne := f.prime - f.one
	if scale == minusOne {
		scale, factor = f.one, f.sub(0, factor)
	}
	if scale != f.one {
		for i, x := range row {
			row[i] = f.mul(scale, x)
		}
	}
	row = row[:len(by)]
	switch factor {
	case f.one:
		for i, y := range by {
			row[i] = f.sub(row[i], y)
		}
	case minusOne:
		for i, y := range by {
			row[i] = f.add(row[i], y)
		}
	default:
		for i, y := range by {
			row[i] = f.sub(row[i], f.mul(factor, y))
		}
	}
}

// fieldsAbove returns fields of different primes, counted down from 2⁶², whose
// product is above bound.
func fieldsAbove(bound *big.Int) []field {
	var fields []field
	product := big.NewInt(1)
	for candidate := uint64(1)<<62 - 1; product.Cmp(bound) <= 0; candidate -= 2 {
		number := new(big.Int).SetUint64(candidate)
		if number.ProbablyPrime(0) { // exact below 2⁶⁴
			fields = append(fields, newField(candidate))
			product.Mul(product, number)
		}
	}
	return fields
}
