package screenshot

import (
	"errors"
	"io"

	"regretscope/model/trials"
)

// PNG returns an error: its font would make up a tenth of the page's download.
func PNG(io.Writer, string, bool, *trials.Made) error {
	return errors.New("the page saves SVG and text; the installed program also saves PNG")
}
