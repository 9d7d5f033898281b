package plot

import (
	"errors"
	"io"

	"regretscope/model/trials"
)

// Unavailable is the reason why this build draws no plots. gonum/plot and its fonts would make up
// two fifths of the page's download.
var Unavailable = errors.New("the page draws no plots; it saves CSV and JSON, and P saves a picture of the screen. " +
	"The installed program draws SVG, PNG and PDF")

// Lacks returns nil.
func (*Sheet) Lacks(string) error { return nil }

// Write returns Unavailable.
func (*Sheet) Write(io.Writer, string, Size, *trials.Made) error { return Unavailable }
