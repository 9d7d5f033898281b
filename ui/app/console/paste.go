package console

import "regretscope/ui/kit/form"

// What a terminal sends before and after a text that is pasted.
const (
	pasteBegins = "\x1b[200~"
	pasteEnds   = "\x1b[201~"
)

// mostPasted is how many bytes of a paste are taken: as many as a line may hold.
const mostPasted = 4 * form.MaxLine

// pastes cuts pastes, because Bubble Tea takes time that grows as the square of a paste's
// length, and gives no key before its end.
type pastes struct {
	inside  bool // a paste
	seen    int  // bytes of it
	matched int  // bytes of the mark that comes next
}

// cut appends what Bubble Tea is to read of a text. Ctrl+C ends a paste.
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
		begun := p.seen - max(p.matched-1, 0) // where the mark would begin
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
