package theme

import (
	"strconv"
	"strings"
)

// A Shade is what is known about a terminal's background.
type Shade int

// The shades of a background.
const (
	Unknown Shade = iota
	Dark
	Light
)

// ShadeOf reads the shade from the environment variable COLORFGBG: "foreground;background", both
// numbers of the 16 colors, with another field between them in some terminals. A background of
// "default" is taken to contrast with the foreground.
func ShadeOf(colorFGBG string) Shade {
	fields := strings.Split(colorFGBG, ";")
	if len(fields) < 2 {
		return Unknown
	}
	if shade := shadeOfColor(fields[len(fields)-1]); shade != Unknown {
		return shade
	}
	switch shadeOfColor(fields[0]) {
	case Dark:
		return Light
	case Light:
		return Dark
	}
	return Unknown
}

// shadeOfColor returns the shade of one of the 16 colors, given by its number.
func shadeOfColor(number string) Shade {
	switch n, err := strconv.ParseUint(number, 10, 4); {
	case err != nil:
		return Unknown
	case n == 7 || n > 8:
		return Light
	}
	return Dark
}
