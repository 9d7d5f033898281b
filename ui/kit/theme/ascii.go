package theme

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// asciiFor maps the characters of screens to ASCII ones of the same width, in pairs.
var asciiFor = pairs("" +
	"─-━-═-╌-┅-┈-┄-│|┃|║|╎|┇|┊|╭+╮+╰+╯+┌+┐+└+┘+├+┤+┬+┴+┼+┏+┓+┗+┛+╔+╗+╚+╝+╫#" +
	"█#▉#▊#▋#▌#▍#▎|▏|▕|▐#▇#▆#▅=▄=▃-▂_▁_░.▒:▓%▀#▘'▝'▖.▗.▚%▞%▛#▜#▙#▟#" +
	"★*●o○o◆*▶>▸>◀<◂<▲^▼v↑^↓v←<→>✓+✗x×x…~·.•*−-–-—-±+∞8√V∫S≤<≥>≠!≈~∝~∈e⇔=½2¼4′'’'‘'“\"”\"‹<›>" +
	"αaβbγgΓGδdΔDεeΕEζzηhθtκkλlμuνvξxπpΠPρrσsΣSτtφfΦFχxψpωwΩOℓlℝRℚQûuũuŵw" +
	"⁰0¹1²2³3⁴4⁵5⁶6⁷7⁸8⁹9⁻-⁺+ⁿn⁽(⁾)₀0₁1₂2₃3₄4₅5₆6₇7₈8₉9₊+⌈[⌉]⌊[⌋]éeÉEöoüuáaïi§S")

func pairs(text string) map[rune]rune {
	all := map[rune]rune{}
	for text != "" {
		from, n := utf8.DecodeRuneInString(text)
		to, m := utf8.DecodeRuneInString(text[n:])
		all[from], text = to, text[n+m:]
	}
	return all
}

// ToASCII replaces every character that is not ASCII by one that is, or by question marks,
// keeping the width of the text. Escape sequences stay.
func ToASCII(text string) string {
	var out strings.Builder
	for _, r := range text {
		switch to, ok := asciiFor[r]; {
		case r < utf8.RuneSelf:
			out.WriteRune(r)
		case ok:
			out.WriteRune(to)
		case r == brailleBlank:
			out.WriteByte(' ')
		case r > brailleBlank && r < brailleBlank+256:
			out.WriteByte('*')
		default:
			out.WriteString(strings.Repeat("?", ansi.StringWidth(string(r))))
		}
	}
	return out.String()
}

// CharsetOf returns the character set that suits the terminal and the locale of an environment:
// ASCII on the Linux console, whose fonts lack most other characters, and in a locale with a
// charset other than UTF-8; Braille otherwise.
func CharsetOf(env func(string) (string, bool)) Charset {
	if term, _ := env("TERM"); term == "linux" {
		return ASCII
	}
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		locale, _ := env(name)
		if locale == "" {
			continue
		}
		_, charset, named := strings.Cut(locale, ".")
		charset, _, _ = strings.Cut(strings.ToLower(charset), "@")
		if named && charset != "utf-8" && charset != "utf8" {
			return ASCII
		}
		break
	}
	return Braille
}
