// Package screenshot writes a screen's view as a picture (SVG, PNG) or as text.
package screenshot

import (
	"bufio"
	"fmt"
	"html"
	"image/color"
	"io"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/cellbuf"

	"regretscope/model/trials"
)

// Text returns a view without colors and trailing blanks.
func Text(view string) string {
	lines := strings.Split(ansi.Strip(view), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n") + "\n"
}

// The size of a cell and of its letters.
const (
	cellWidth  = 9
	cellHeight = 17 // the line height of frames in most fonts, so that frames connect
	fontSize   = 15
	baseline   = 14 // of a line of text
	margin     = 10
)

// SVG writes a view as a picture on a dark or light background. Each piece of text is as wide
// as its cells in any font.
func SVG(w io.Writer, view string, dark bool, by *trials.Made) error {
	ground, text := grounds(dark)
	b := bufio.NewWriter(w)
	width, height := pictureSize(view)
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d">`+"\n", width,
		height, width, height)
	b.WriteString(by.SVG())
	fmt.Fprintf(b, `<rect width="100%%" height="100%%" fill="%s"/>`+"\n", hex(ground))
	fmt.Fprintf(b,
		`<g font-family="'JetBrains Mono','DejaVu Sans Mono',Menlo,Consolas,monospace" font-size="%d" fill="%s">`+"\n",
		fontSize, hex(text))
	style := cellbuf.Style{}
	for y, line := range strings.Split(view, "\n") {
		x := 0
		for _, p := range Pieces(&style, line) {
			if text := strings.Trim(p.Text, " "); text != "" {
				// Viewers may drop blanks at the ends and stretch the rest.
				from := x + len(p.Text) - len(strings.TrimLeft(p.Text, " "))
				fmt.Fprintf(b, `<text x="%d" y="%d" textLength="%d" lengthAdjust="spacingAndGlyphs"%s>%s</text>`+"\n",
					margin+from*cellWidth, margin+y*cellHeight+baseline, ansi.StringWidth(text)*cellWidth,
					p.attributes(), html.EscapeString(text))
			}
			x += ansi.StringWidth(p.Text)
		}
	}
	b.WriteString("</g>\n</svg>\n")
	return b.Flush()
}

func pictureSize(view string) (width, height int) {
	lines := strings.Split(view, "\n")
	for _, line := range lines {
		width = max(width, ansi.StringWidth(line)*cellWidth)
	}
	return width + 2*margin, len(lines)*cellHeight + 2*margin
}

func grounds(dark bool) (ground, text color.Color) {
	if dark {
		return color.Gray{0x11}, color.Gray{0xdd}
	}
	return color.Gray{0xff}, color.Gray{0x22}
}

// A Piece is text in one style.
type Piece struct {
	cellbuf.Style
	Text string
}

func (p *Piece) attributes() string {
	text := ""
	if p.Fg != nil {
		text += ` fill="` + hex(p.Fg) + `"`
	}
	if p.Attrs.Contains(cellbuf.BoldAttr) {
		text += ` font-weight="bold"`
	}
	return text
}

// Pieces splits a line at changes of style and at two or more blanks.
func Pieces(s *cellbuf.Style, line string) []Piece {
	var all []Piece
	add := func(text string) {
		for text != "" {
			n := strings.Index(text, "  ")
			if n == 0 {
				n = len(text) - len(strings.TrimLeft(text, " "))
			} else if n < 0 {
				n = len(text)
			}
			all = append(all, Piece{*s, text[:n]})
			text = text[n:]
		}
	}
	for {
		before, after, found := strings.Cut(line, "\x1b[")
		add(before)
		if !found {
			return all
		}
		end := strings.IndexFunc(after, func(r rune) bool { return r >= '@' && r <= '~' })
		if end < 0 {
			return all
		}
		if after[end] == 'm' {
			var codes ansi.Params
			for code := range strings.SplitSeq(after[:end], ";") {
				n, _ := strconv.Atoi(code)
				codes = append(codes, ansi.Param(n))
			}
			cellbuf.ReadStyle(codes, s)
		}
		line = after[end+1:]
	}
}

var first16 = []uint32{
	0x000000, 0xcd3131, 0x0dbc79, 0xc5a332, 0x3b78ff, 0xbc3fbc, 0x11a8cd, 0xcccccc,
	0x767676, 0xf14c4c, 0x23d18b, 0xe5e510, 0x5c9dff, 0xd670d6, 0x29b8db, 0xffffff,
}

// shade returns a color, with the program's own shades for the first sixteen.
func shade(c color.Color) color.Color {
	index := len(first16)
	switch c := c.(type) {
	case ansi.BasicColor:
		index = int(c)
	case ansi.IndexedColor:
		index = int(c)
	}
	if index < len(first16) {
		own := first16[index]
		return color.RGBA{uint8(own >> 16), uint8(own >> 8), uint8(own), 0xff}
	}
	return c
}

func hex(c color.Color) string {
	r, g, b, _ := shade(c).RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}
