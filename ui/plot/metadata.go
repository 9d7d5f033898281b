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

	"regretscope/model/trials"
)

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

// pdfInfo returns the update to append to a PDF: its Info, without times, in place of the
// library's.
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
