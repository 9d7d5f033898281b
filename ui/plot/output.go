//go:build !js

package plot

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"regexp"
	"strconv"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/norm"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"

	"regretscope/model/trials"
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

// composed draws a letter and its accents as one letter, where there is one.
type composed struct{ canvas }

func (c composed) FillString(face font.Face, at vg.Point, text string) {
	c.canvas.FillString(face, at, norm.NFC.String(text))
}

// outlined draws text as outlines. vgpdf has no Greek letters in its fonts; to embed a
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
	}
	_, err := w.Write(append(append(bytes.Clone(picture[:at]), added...), picture[at:]...))
	return err
}

var svgFonts = regexp.MustCompile(`font-family:([^,;"]+);`)

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
