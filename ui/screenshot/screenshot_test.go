package screenshot

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/color"
	"image/png"
	"io"
	"io/fs"
	"os"
	"strings"
	"testing"

	"codeberg.org/go-fonts/dejavu/dejavusansmono"
	"github.com/charmbracelet/x/ansi"
	"golang.org/x/image/font/sfnt"

	"regretscope/model/trials"
	"regretscope/noise/param"
	"regretscope/ui/kit/uitest"
)

// Full blocks and dots have their color at their place, and nothing else has.
func TestPNG(t *testing.T) {
	var b bytes.Buffer
	uitest.NoError(t, PNG(&b, "a \x1b[38;2;1;2;3m█\x1b[31m█\x1b[0m█\n\u2804\x1b[1m█", true, trials.MadeBy("regretscope x")))
	picture := param.Must(png.Decode(&b))
	if size := picture.Bounds().Size(); size.X != 2*(5*cellWidth+2*margin) || size.Y != 2*(2*cellHeight+2*margin) {
		t.Errorf("size %v", size)
	}
	ground, text := color.RGBA{0x11, 0x11, 0x11, 0xff}, color.RGBA{0xdd, 0xdd, 0xdd, 0xff}
	for _, c := range []struct {
		x, y float64 // in cells
		want color.RGBA
	}{
		{1.5, .5, ground},
		{2.5, .5, color.RGBA{1, 2, 3, 0xff}},
		{3.5, .5, color.RGBA{0xcd, 0x31, 0x31, 0xff}},
		{4.5, .5, text},
		{5.5, .5, ground},
		{.25, 1.625, text}, // the third dot
		{.25, 1.375, ground},
		{.75, 1.625, ground},
		{1.5, 1.5, text},
	} {
		x, y := int(2*(margin+c.x*cellWidth)), int(2*(margin+c.y*cellHeight))
		if got := color.RGBAModel.Convert(picture.At(x, y)); got != c.want {
			t.Errorf("at cell (%g, %g): %v, want %v", c.x, c.y, got, c.want)
		}
	}
}

// The font has every letter of the golden screens.
func TestPNGHasEveryLetter(t *testing.T) {
	font := param.Must(sfnt.Parse(dejavusansmono.TTF))
	var buffer sfnt.Buffer
	seen := map[rune]bool{}
	err := fs.WalkDir(os.DirFS(".."), ".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".golden") {
			return err
		}
		text, err := os.ReadFile("../" + path)
		for _, letter := range ansi.Strip(string(text)) {
			seen[letter] = true
		}
		return err
	})
	if err != nil || len(seen) < 100 {
		t.Fatalf("%d letters: %v", len(seen), err)
	}
	for letter := range seen {
		if index, err := font.GlyphIndex(&buffer, letter); letter >= ' ' && !isBraille(letter) && (err != nil || index == 0) {
			t.Errorf("no %q: %v", letter, err)
		}
	}
}

func TestText(t *testing.T) {
	if got, want := Text("\x1b[1mbold\x1b[0m   \n ⡇ x "), "bold\n ⡇ x\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Every piece of text has the cells and the color that it has in the terminal.
func TestSVG(t *testing.T) {
	var b bytes.Buffer
	uitest.NoError(t, SVG(&b, "a<b  \x1b[38;5;196;1m red\x1b[0m\n\x1b[38;2;1;2;3m⡇\x1b[39mx\x1b[31m!", true, nil))
	svg := b.String()
	uitest.Contains(
		t, svg,
		`<text x="10" y="24" textLength="27" lengthAdjust="spacingAndGlyphs">a&lt;b</text>`,
		`<text x="64" y="24" textLength="27" lengthAdjust="spacingAndGlyphs" fill="#ff0000" font-weight="bold">red</text>`,
		`<text x="10" y="41" textLength="9" lengthAdjust="spacingAndGlyphs" fill="#010203">⡇</text>`,
		`<text x="19" y="41" textLength="9" lengthAdjust="spacingAndGlyphs">x</text>`, `fill="#cd3131">!</text>`, `fill="#111111"/>`,
	)
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}
