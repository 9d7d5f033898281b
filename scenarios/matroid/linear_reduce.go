package matroid

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"

	"regretscope/noise/param"
)

// Limits of a number as text. They allow every float64 and bound the cost.
const (
	maxDigits   = 400
	maxExponent = 400
)

// decimal matches an integer or decimal with an optional exponent, such as -3, 0.25 or 1e-3.
var decimal = regexp.MustCompile(`^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE]([+-]?[0-9]+))?$`)

// parseDecimal parses a number exactly.
func parseDecimal(text string) (*big.Rat, error) {
	parts := decimal.FindStringSubmatch(text)
	if parts == nil {
		return nil, fmt.Errorf("%.40q: must be a finite integer or decimal", param.Printable(text))
	}
	exponent := 0
	var err error
	if parts[3] != "" {
		exponent, err = strconv.Atoi(parts[3])
	}
	if err != nil || max(exponent, -exponent) > maxExponent || len(parts[1]) > maxDigits+1 {
		return nil, fmt.Errorf("%.40q: must have at most %d digits and an exponent from -%d to %d", text, maxDigits,
			maxExponent, maxExponent)
	}
	x, _ := new(big.Rat).SetString(text)
	return x, nil
}

func scaleToIntegers(vector []*big.Rat) []*big.Int {
	common := big.NewInt(1)
	for _, x := range vector {
		factor := new(big.Int).GCD(nil, nil, common, x.Denom())
		common.Mul(common, factor.Quo(x.Denom(), factor))
	}
	return param.Map(vector, func(x *big.Rat) *big.Int {
		return new(big.Int).Mul(x.Num(), new(big.Int).Quo(common, x.Denom()))
	})
}

// divideByCommon divides integers, in place, by their greatest common divisor.
func divideByCommon(integers []*big.Int) {
	common := new(big.Int)
	for _, x := range integers {
		common.GCD(nil, nil, common, new(big.Int).Abs(x))
	}
	if common.Sign() == 0 {
		return
	}
	for _, x := range integers {
		x.Quo(x, common)
	}
}

// shrink divides every coordinate and then every vector by its common factor.
func shrink(vectors [][]*big.Int) {
	column := make([]*big.Int, len(vectors))
	for i := range vectors[0] {
		for e, vector := range vectors {
			column[e] = vector[i]
		}
		divideByCommon(column)
	}
	for _, vector := range vectors {
		divideByCommon(vector)
	}
}

// hadamard bounds the absolute values of all minors of at most the given number of vectors by
// the product of their largest norms.
func hadamard(vectors [][]*big.Int, most int) *big.Int {
	squares := make([]*big.Int, len(vectors))
	for e, vector := range vectors {
		squares[e] = new(big.Int)
		for _, x := range vector {
			squares[e].Add(squares[e], new(big.Int).Mul(x, x))
		}
	}
	slices.SortFunc(squares, func(a, b *big.Int) int { return b.Cmp(a) })
	product := big.NewInt(1)
	for _, square := range squares[:most] {
		if square.Sign() > 0 {
			product.Mul(product, square)
		}
	}
	return product.Sqrt(product).Add(product, big.NewInt(1))
}
