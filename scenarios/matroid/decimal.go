package matroid

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
)

// A decimal is digits × 10^exponent, exactly as a number was written.
type decimal struct {
	digits   *big.Int
	exponent int
}

// Bounds on one written number: enough for every float64 and far beyond any
// genuine feature vector, and small enough that no input can cost much.
const (
	maxDigits   = 400
	maxExponent = 400
)

// parseDecimal reads an integer or decimal with an optional exponent, such as
// "−3", "0.25" or "1e-3" (with an ASCII minus).
func parseDecimal(text string) (decimal, error) {
	rest := text
	negative := false
	if rest != "" && (rest[0] == '+' || rest[0] == '-') {
		negative = rest[0] == '-'
		rest = rest[1:]
	}
	var digits []byte
	places, point := 0, false
	i := 0
	for ; i < len(rest); i++ {
		switch c := rest[i]; {
		case c >= '0' && c <= '9':
			digits = append(digits, c)
			if point {
				places++
			}
			continue
		case c == '.' && !point:
			point = true
			continue
		}
		break
	}
	exponent := 0
	if i < len(rest) {
		written := rest[i+1:]
		e, err := strconv.Atoi(written)
		if (rest[i] != 'e' && rest[i] != 'E') || err != nil {
			return decimal{}, fmt.Errorf("%.40q: must be a finite integer or decimal", text)
		}
		exponent = e
	}
	if len(digits) == 0 {
		return decimal{}, fmt.Errorf("%.40q: must be a finite integer or decimal", text)
	}
	if len(digits) > maxDigits || exponent < -maxExponent || exponent > maxExponent {
		return decimal{}, fmt.Errorf("%.40q: must have at most %d digits and an exponent from -%d to %d", text, maxDigits, maxExponent, maxExponent)
	}
	value, _ := new(big.Int).SetString(string(digits), 10)
	if negative {
		value.Neg(value)
	}
	return decimal{digits: value, exponent: exponent - places}, nil
}

// shortest is the shortest decimal that denotes x and no other float64: 0.1 is
// one tenth, not the binary fraction beside it.
func shortest(x float64) (string, error) {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return "", fmt.Errorf("%v: must be a finite integer or decimal", x)
	}
	return strconv.FormatFloat(x, 'g', -1, 64), nil
}

// scaleToIntegers multiplies a vector by the power of ten that makes all its
// entries integers.
func scaleToIntegers(vector []decimal) []*big.Int {
	lowest := math.MaxInt
	for _, d := range vector {
		if d.digits.Sign() != 0 {
			lowest = min(lowest, d.exponent)
		}
	}
	integers := make([]*big.Int, len(vector))
	for i, d := range vector {
		integers[i] = new(big.Int)
		if d.digits.Sign() != 0 {
			shift := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(d.exponent-lowest)), nil)
			integers[i].Mul(d.digits, shift)
		}
	}
	return integers
}

// divideByCommon divides integers, in place, by their greatest common divisor.
func divideByCommon(integers []*big.Int) {
	common := new(big.Int)
	for _, x := range integers {
		common.GCD(nil, nil, common, new(big.Int).Abs(x))
	}
	if common.Sign() == 0 || common.IsInt64() && common.Int64() == 1 {
		return
	}
	for _, x := range integers {
		x.Quo(x, common)
	}
}
