package report

import (
	"errors"
	"io"
)

// WriteHTML refuses: the page leaves the library of HTML out.
func (*Report) WriteHTML(io.Writer) error {
	return errors.New("the page writes no reports; the installed program does")
}
