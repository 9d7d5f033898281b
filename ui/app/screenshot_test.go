package app

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
)

func TestText(t *testing.T) {
	if got, want := Text("\x1b[1mbold\x1b[0m   \n ⡇ x "), "bold\n ⡇ x\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Every piece stands in the cells where the terminal has it, in its color.
func TestSVG(t *testing.T) {
	var b bytes.Buffer
	if err := SVG(&b, "a<b  \x1b[38;5;196;1m red\x1b[0m\n\x1b[38;2;1;2;3m⡇\x1b[39mx\x1b[31m!", true, nil); err != nil {
		t.Fatal(err)
	}
	svg := b.String()
	for _, want := range []string{
		`<text x="10" y="24" textLength="27" lengthAdjust="spacingAndGlyphs">a&lt;b</text>`,
		`<text x="64" y="24" textLength="27" lengthAdjust="spacingAndGlyphs" fill="#ff0000" font-weight="bold">red</text>`,
		`<text x="10" y="41" textLength="9" lengthAdjust="spacingAndGlyphs" fill="#010203">⡇</text>`,
		`<text x="19" y="41" textLength="9" lengthAdjust="spacingAndGlyphs">x</text>`, `fill="#cd3131">!</text>`, `fill="#111111"/>`,
	} {
		if !strings.Contains(svg, want) {
			t.Errorf("no %s in\n%s", want, svg)
		}
	}
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}
