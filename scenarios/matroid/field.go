package matroid

import (
	"math/big"
	"math/bits"
)

// A field is the integers modulo a prime below 2⁶².
type field struct{ prime uint64 }

func (f field) mul(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	return bits.Rem64(high, low, f.prime)
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

func (f field) residue(x *big.Int) uint64 {
	return new(big.Int).Mod(x, new(big.Int).SetUint64(f.prime)).Uint64()
}

// eliminate replaces row by a nonzero multiple of row − (factor/scale)·by. This keeps the span
// and needs no inverse. For genre vectors, factor and scale are nearly always 1 or −1, which
// needs no product.
func (f field) eliminate(row, by []uint64, factor, scale uint64) {
	if scale == f.prime-1 {
		scale, factor = 1, f.sub(0, factor)
	}
	if scale != 1 {
		for i, x := range row {
			row[i] = f.mul(scale, x)
		}
	}
	row = row[:len(by)]
	switch factor {
	case 1:
		for i, y := range by {
			row[i] = f.sub(row[i], y)
		}
	case f.prime - 1:
		for i, y := range by {
			row[i] = f.add(row[i], y)
		}
	default:
		for i, y := range by {
			row[i] = f.sub(row[i], f.mul(factor, y))
		}
	}
}

// fieldsAbove returns fields of different primes below 2⁶² whose product exceeds bound.
func fieldsAbove(bound *big.Int) []field {
	var fields []field
	product := big.NewInt(1)
	for candidate := uint64(1)<<62 - 1; product.Cmp(bound) <= 0; candidate -= 2 {
		number := new(big.Int).SetUint64(candidate)
		if number.ProbablyPrime(0) { // exact below 2⁶⁴
			fields = append(fields, field{candidate})
			product.Mul(product, number)
		}
	}
	return fields
}
