//go:build !js

package plot

import (
	"time"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgpdf"
)

func init() { // so that equal sheets give equal bytes
	fpdf.SetDefaultCreationDate(time.Unix(0, 0).UTC())
	fpdf.SetDefaultModificationDate(time.Unix(0, 0).UTC())
	fpdf.SetDefaultCatalogSort(true)
}

// A pdfCanvas draws text as outlines. To embed a font, vgpdf writes to the temporary folder,
// and panics if it cannot.
type pdfCanvas struct{ *vgpdf.Canvas }

// FillString implements vg.Canvas.
func (c pdfCanvas) FillString(face font.Face, at vg.Point, text string) {
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
