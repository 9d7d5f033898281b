package number

import (
	"fmt"
	"math"
	"strconv"
)

// A Float is a float64 that may be infinite or NaN in files.
type Float float64

// String returns the number in the fewest digits that read back the same, or inf, -inf or NaN.
func (x Float) String() string {
	switch {
	case math.IsInf(float64(x), 1):
		return "inf"
	case math.IsInf(float64(x), -1):
		return "-inf"
	}
	return strconv.FormatFloat(float64(x), 'g', -1, 64)
}

// MarshalJSON implements json.Marshaler.
func (x Float) MarshalJSON() ([]byte, error) {
	switch {
	case math.IsNaN(float64(x)):
		return []byte("null"), nil
	case math.IsInf(float64(x), 0):
		return []byte(`"` + x.String() + `"`), nil
	}
	return []byte(x.String()), nil
}

// UnmarshalJSON implements json.Unmarshaler.
func (x *Float) UnmarshalJSON(text []byte) error {
	switch string(text) {
	case "null":
		*x = Float(math.NaN())
	case `"inf"`:
		*x = Float(math.Inf(1))
	case `"-inf"`:
		*x = Float(math.Inf(-1))
	default:
		value, err := strconv.ParseFloat(string(text), 64)
		if err != nil {
			return fmt.Errorf("%s is not a number", text)
		}
		*x = Float(value)
	}
	return nil
}
