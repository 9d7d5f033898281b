//go:build !js

package screenshot

import (
	"bytes"
	"image"
	"image/draw"
	"image/png"
	"io"
	"strings"

	"codeberg.org/go-fonts/dejavu/dejavusansmono"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/cellbuf"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"regretscope/model/trials"
	"regretscope/ui/plot"
)

const pngScale = 2 // pixels of a PNG for each unit of an SVG

// PNG writes a view as SVG does, with two pixels for each unit of an SVG. Its font, DejaVu Sans
// Mono, has every letter of the screens but braille, which is drawn as dots.
func PNG(w io.Writer, view string, dark bool, by *trials.Made) error {
	fonts, err := opentype.Parse(dejavusansmono.TTF)
	if err != nil {
		return err
	}
	face, err := opentype.NewFace(fonts, &opentype.FaceOptions{Size: pngScale * fontSize, DPI: 72})
	if err != nil {
		return err
	}
	width, height := pictureSize(view)
	ground, text := grounds(dark)
	canvas := image.NewRGBA(image.Rect(0, 0, pngScale*width, pngScale*height))
	draw.Draw(canvas, canvas.Rect, image.NewUniform(ground), image.Point{}, draw.Src)
	pen := font.Drawer{Dst: canvas, Face: face}
	style := cellbuf.Style{}
	for y, line := range strings.Split(view, "\n") {
		x := 0
		for _, p := range Pieces(&style, line) {
			pen.Src = image.NewUniform(text)
			if p.Fg != nil {
				pen.Src = image.NewUniform(shade(p.Fg))
			}
			for _, letter := range p.Text {
				at := x
				if width := ansi.StringWidth(string(letter)); width > 0 {
					x += width
				} else {
					at-- // an accent of the letter before
				}
				corner := image.Pt(margin+at*cellWidth, margin+y*cellHeight).Mul(pngScale)
				if isBraille(letter) {
					drawBraille(canvas, pen.Src, corner, letter)
					continue
				}
				strokes := 1
				if p.Attrs.Contains(cellbuf.BoldAttr) {
					strokes = 2
				}
				for shift := range strokes {
					pen.Dot = fixed.P(corner.X+shift, corner.Y+pngScale*baseline)
					pen.DrawString(string(letter))
				}
			}
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, canvas); err != nil {
		return err
	}
	return plot.Finish(w, "png", b.Bytes(), by)
}

func isBraille(letter rune) bool { return letter >= 0x2800 && letter < 0x2900 }

// drawBraille draws the dots of a braille letter, which are the low bits of its number.
func drawBraille(canvas draw.Image, color image.Image, corner image.Point, letter rune) {
	const across, down = pngScale * cellWidth / 2, pngScale * cellHeight / 4
	for bit, dot := range [8]image.Point{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}, {0, 3}, {1, 3}} {
		if letter>>bit&1 == 1 {
			from := corner.Add(image.Pt(dot.X*across+across/4, dot.Y*down+down/4))
			draw.Draw(canvas, image.Rectangle{from, from.Add(image.Pt(across/2, down/2))}, color, image.Point{}, draw.Src)
		}
	}
}
