package plot

import (
	"errors"
	"io"

	"regretscope/model"
)

// Unavailable is why this build of the program draws no plots: gonum/plot with its fonts
// would make up two fifths of what a page loads.
var Unavailable = errors.New("the page draws no plots; it saves CSV and JSON, and P saves a picture of the screen. The installed program draws SVG, PNG and PDF")

// Write refuses.
func (*Sheet) Write(io.Writer, string, Size, *model.Made) error { return Unavailable }
