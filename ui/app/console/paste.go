package console

import "regretscope/ui/kit/form"

// Marks before and after a pasted text.
const (
	pasteBegins = "\x1b[200~"
	pasteEnds   = "\x1b[201~"
)

// mostPasted is the number of bytes of a paste that are kept: as many as a line may hold.
const mostPasted = 4 * form.MaxLine

// pastes truncates pastes, because Bubble Tea's time grows with the square of a paste's length,
// and it delivers no key before the paste ends.
type pastes struct {
	inside  bool // a paste
	seen    int  // its bytes
	matched int  // matched bytes of the next mark
}

// cut appends the part of a text that Bubble Tea reads. Ctrl+C ends a paste.
func (p *pastes) cut(out, text []byte) []byte {
	for _, b := range text {
		mark := pasteBegins
		if p.inside {
			mark = pasteEnds
		}
		switch b {
		case mark[p.matched]:
			p.matched++
		case mark[0]:
			p.matched = 1
		default:
			p.matched = 0
		}
		whole := p.matched == len(mark)
		begun := p.seen - max(p.matched-1, 0) // the possible beginning of the mark
		switch {
		case p.inside && b == interrupt:
			out = append(out, pasteEnds...)
			out = append(out, b)
			*p = pastes{}
			continue
		case !p.inside || begun < mostPasted:
			out = append(out, b)
		case whole:
			out = append(out, mark...)
		}
		p.seen++
		if whole {
			*p = pastes{inside: !p.inside}
		}
	}
	return out
}
