package record

import (
	"cmp"
	"fmt"
	"os"
	"strings"
)

// Salvage opens files like Read, and leaves out the lines that are damaged. What one
// file has lost may be in another one. Where a header is damaged, that of another file
// stands for it.
func Salvage(paths ...string) (*Set, error) {
	var refused error
	for _, path := range paths {
		h, err := headerOf(path)
		if err == nil {
			return read(paths, h)
		}
		refused = cmp.Or(refused, plain(path, err))
	}
	return nil, fmt.Errorf("%w; without its header no line can be read: begin the same experiment in another file, and name both", refused)
}

func headerOf(path string) (*Header, error) {
	if err := regular(path); err != nil {
		return nil, err
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	reader, err := linesOf(file)
	if err != nil {
		return nil, err
	}
	text, length, err := readLine(reader, false)
	if err != nil {
		return nil, errNoRecords
	}
	return decodeHeader(text[:length-1])
}

// A Loss is the lines that were left out of a file.
type Loss struct {
	Path  string
	Lines int      // that are damaged or belong to another experiment
	gaps  [][2]int // first and last line of each gap, the first ones
}

// maxGaps is how many gaps of a file are kept.
const maxGaps = 20

func (l *Loss) add(line int) {
	l.Lines++
	if last := len(l.gaps) - 1; last >= 0 && l.gaps[last][1] == line-1 {
		l.gaps[last][1] = line
	} else if len(l.gaps) <= maxGaps {
		l.gaps = append(l.gaps, [2]int{line, line})
	}
}

// Where lists the numbers of the lines.
func (l *Loss) Where() string {
	var places []string
	for i, gap := range l.gaps {
		switch {
		case i == maxGaps:
			places = append(places, "…")
		case gap[0] == gap[1]:
			places = append(places, fmt.Sprint(gap[0]))
		default:
			places = append(places, fmt.Sprintf("%d to %d", gap[0], gap[1]))
		}
	}
	return strings.Join(places, ", ")
}

// Lost lists what was left out of the files; empty unless they were salvaged.
func (s *Set) Lost() []Loss {
	var all []Loss
	for _, x := range s.files {
		if x.lost.Lines > 0 {
			all = append(all, x.lost)
		}
	}
	return all
}

// FirstMissing names the first units that are in no file, and how many more there are.
func (s *Set) FirstMissing(n int) string {
	var names []string
	units, _ := s.Missing()
	for u := range s.missing() {
		if len(names) == n {
			names = append(names, fmt.Sprintf("%d more", units-n))
			break
		}
		names = append(names, s.name(u))
	}
	return strings.Join(names, ", ")
}
