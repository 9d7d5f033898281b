//go:build !js

package plot

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image/color"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"

	"regretscope/model/trials"
	"regretscope/ui/kit"
)

func init() { // so that equal sheets give equal bytes
	fpdf.SetDefaultCreationDate(time.Unix(0, 0).UTC())
	fpdf.SetDefaultModificationDate(time.Unix(0, 0).UTC())
	fpdf.SetDefaultCatalogSort(true)
}

// canvas is a canvas that can be written to a file.
type canvas interface {
	vg.CanvasSizer
	io.WriterTo
}

// outlined draws text as outlines. vgpdf and vgeps have no Greek letters in their fonts; to embed a
// font, vgpdf writes to the temporary folder, and panics if it cannot.
type outlined struct{ canvas }

func (c outlined) FillString(face font.Face, at vg.Point, text string) {
	var buffer sfnt.Buffer
	units := fixed.Int26_6(face.Face.UnitsPerEm())
	scale := face.Font.Size / vg.Length(units)
	for i, r := range text {
		var outline vg.Path
		x := at.X + face.Width(text[:i]+string(r)) - face.Width(string(r)) // with the kerning before it
		to := func(p fixed.Point26_6) vg.Point {
			return vg.Point{X: x + scale*vg.Length(p.X), Y: at.Y - scale*vg.Length(p.Y)}
		}
		glyph, err := face.Face.GlyphIndex(&buffer, r)
		if err != nil {
			continue
		}
		segments, _ := face.Face.LoadGlyph(&buffer, glyph, units, nil) // a blank has none
		var last vg.Point
		for i, s := range segments {
			end := to(s.Args[0])
			switch s.Op {
			case sfnt.SegmentOpMoveTo:
				if i > 0 {
					outline.Close()
				}
				outline.Move(end)
			case sfnt.SegmentOpLineTo:
				outline.Line(end)
			case sfnt.SegmentOpQuadTo:
				control := end // of a cubic curve, because fpdf draws a different one for a quadratic
				end = to(s.Args[1])
				outline.CubeTo(last.Add(control.Sub(last).Scale(2./3)), end.Add(control.Sub(end).Scale(2./3)), end)
			case sfnt.SegmentOpCubeTo:
				end = to(s.Args[2])
				outline.CubeTo(to(s.Args[0]), to(s.Args[1]), end)
			}
			last = end
		}
		if len(segments) > 0 {
			outline.Close()
			c.Fill(outline)
		}
	}
}

// opaque mixes transparent colors with white: EPS has no transparency.
type opaque struct{ canvas }

func (c opaque) SetColor(of color.Color) {
	if of == nil {
		of = color.Black
	}
	r, g, b, a := of.RGBA()
	white := 0xffff - a
	c.canvas.SetColor(color.RGBA64{uint16(r + white), uint16(g + white), uint16(b + white), 0xffff})
}

// A texCanvas writes PGF. Its text is set by LaTeX, in the fonts of the document.
type texCanvas struct{ canvas }

func (c texCanvas) FillString(face font.Face, at vg.Point, text string) {
	at.X += (face.Width(text) - face.Width(texText.Replace(text))) / 2 // vgtex centers what it is given
	c.canvas.FillString(face, at, texText.Replace(text))
}

func (c texCanvas) SetColor(of color.Color) {
	if of == nil {
		of = color.Black
	}
	c.canvas.SetColor(straight{of})
}

// straight is a color that is not multiplied by its opacity, as vgtex writes it.
type straight struct{ color.Color }

func (c straight) RGBA() (r, g, b, a uint32) {
	of := color.NRGBA64Model.Convert(c.Color).(color.NRGBA64)
	return uint32(of.R), uint32(of.G), uint32(of.B), uint32(of.A)
}

// texText writes a text in LaTeX. It has one digit at a time raised, as measured.
var texText = kit.InLaTeX("^", `\^{}`, "~", `\~{}`, "⁰", "$^0$", "¹", "$^1$", "²", "$^2$", "³", "$^3$", "⁴", "$^4$",
	"⁵", "$^5$", "⁶", "$^6$", "⁷", "$^7$", "⁸", "$^8$", "⁹", "$^9$")

// inLaTeX reports whether LaTeX sets a character without further packages.
func inLaTeX(r rune) bool {
	return r < 0x180 || unicode.IsSpace(r) || strings.ContainsRune("–—‘’“”", r) || texText.Replace(string(r)) != string(r)
}

// Finish writes a picture, as its library made it, with the provenance.
func Finish(w io.Writer, format string, picture []byte, by *trials.Made) error {
	at, added := len(picture), []byte(nil)
	switch format {
	case "svg":
		picture = svgFonts.ReplaceAll(picture, []byte("font-family:$1,Arial,Helvetica,sans-serif;"))
		at = bytes.Index(picture, []byte("<svg"))
		at += bytes.IndexByte(picture[at:], '>') + 1
		added = []byte("\n" + by.SVG())
	case "png": // behind the header: dots per meter, and a comment
		at = 8 + 25 // signature and IHDR
		dots := binary.BigEndian.AppendUint32(nil, uint32(math.Round(dotsPerInch/.0254)))
		added = chunk(chunk(nil, "pHYs", append(append(dots, dots...), 1)), "tEXt", []byte("Comment\x00"+by.Text()))
	case "pdf":
		added = pdfInfo(picture, by)
	case "eps": // the library's header has an invalid first line and the time
		box := epsBox.FindSubmatch(picture)
		width, _ := strconv.ParseFloat(string(box[1]), 64)
		height, _ := strconv.ParseFloat(string(box[2]), 64)
		added = fmt.Appendf(nil,
			"%%!PS-Adobe-3.0 EPSF-3.0\n%%%%BoundingBox: 0 0 %.0f %.0f\n%%%%HiResBoundingBox: 0 0 %s %s\n%%%%EndComments\n%% %s\n",
			math.Ceil(width), math.Ceil(height), box[1], box[2], by.Text())
		picture = picture[bytes.Index(picture, []byte("%%EndComments\n"))+len("%%EndComments\n"):]
		at = 0
	case "tex":
		at, added = 0, []byte("% "+by.Text()+"\n% \\usepackage{pgf} in the document, then \\input this file.\n")
		picture = picture[bytes.Index(picture, []byte(`\begin{pgfpicture}`)):]
	}
	_, err := w.Write(append(append(bytes.Clone(picture[:at]), added...), picture[at:]...))
	return err
}

var epsBox = regexp.MustCompile(`%%BoundingBox: 0 0 (\S+) (\S+)`)

var svgFonts = regexp.MustCompile(`font-family:([^,;"]+);`)

// chunk appends a chunk of a PNG.
func chunk(to []byte, kind string, data []byte) []byte {
	to = binary.BigEndian.AppendUint32(to, uint32(len(data)))
	from := len(to)
	to = append(append(to, kind...), data...)
	return binary.BigEndian.AppendUint32(to, crc32.ChecksumIEEE(to[from:]))
}

var pdfTrailer = regexp.MustCompile(`trailer\s+<<\s+/Size (\d+)\s+/Root (\d+ 0 R)\s+[^>]*>>\s+startxref\s+(\d+)`)

// pdfInfo returns the update to append to a PDF: its Info, without times, in place of the library's.
func pdfInfo(pdf []byte, by *trials.Made) []byte {
	old := pdfTrailer.FindSubmatch(pdf)
	if old == nil {
		panic("the PDF has no trailer")
	}
	number, _ := strconv.Atoi(string(old[1]))
	text := regexp.MustCompile(`[\\()]`).ReplaceAllString(by.Text(), `\$0`)
	info := fmt.Sprintf("%d 0 obj\n<< /Producer (regretscope %s) /Subject (%s) >>\nendobj\n", number, by.Version, text)
	return fmt.Appendf(nil, "%sxref\n%d 1\n%010d 00000 n \ntrailer\n<< /Size %d /Root %s /Info %d 0 R /Prev %s >>\nstartxref\n%d\n%%%%EOF\n",
		info, number, len(pdf), number+1, old[2], number, old[3], len(pdf)+len(info))
}
