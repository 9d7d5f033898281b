package setup

import (
	"slices"
	"strings"

	"regretscope/noise/param"
	"regretscope/ui/kit/form"
)

// A filter reduces a list to the items that contain all of its words.
type filter struct {
	line   form.Line
	typing bool // keys go into the line
}

func (f *filter) active() bool { return strings.TrimSpace(f.line.Text()) != "" }

func (f *filter) clear() { f.line.SetText(""); f.typing = false }

// lets returns a function that reports whether an item with some texts stays in the list.
func (f *filter) lets() func(texts ...string) bool {
	words := strings.Fields(strings.ToLower(f.line.Text()))
	return func(texts ...string) bool {
		item := strings.ToLower(strings.Join(texts, "\n"))
		return !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(item, word) })
	}
}

// filter returns the filter of the focused section; nil if it has none.
func (s *Screen) filter() *filter {
	if s.section == parameterSection {
		return nil
	}
	return &s.filters[s.section]
}

func (s *Screen) filtering() bool {
	f := s.filter()
	return f != nil && f.typing && !s.sharing && !s.browsing
}

// listed returns the places in s.entries of the scenarios that pass the filter.
func (s *Screen) listed() []int {
	var all []int
	lets := s.filters[scenarioSection].lets()
	for i, e := range s.entries {
		if lets(e.Title, e.Name, param.SpellOut(e.Paper), e.Family) {
			all = append(all, i)
		}
	}
	return all
}

// find lets the user type a filter, or sets it to a given text.
func (s *Screen) find(text string) error {
	f := s.filter()
	if f.typing = text == ""; !f.typing {
		f.line.SetText(text)
		s.followFilter()
	}
	return nil
}

// followFilter moves the cursor to the first item that passes the filter, unless its item
// passes.
func (s *Screen) followFilter() {
	if s.section == learnerSection {
		s.rows, s.row = s.listRows(), 0
		return
	}
	if listed := s.listed(); len(listed) > 0 && !slices.Contains(listed, s.entry) {
		s.entry = listed[0]
	}
}

// moveBy moves the cursor of the focused section, stopping at the ends.
func (s *Screen) moveBy(by int) {
	within := func(at, n int) int { return max(min(at+by, n-1), 0) }
	switch {
	case s.sharing:
		s.offset = within(s.offset, len(s.shareLines()))
	case s.browsing:
		families := s.families()
		s.lineup = families[within(s.family(), len(families))][0]
	case s.section == parameterSection:
		s.form.Move(by)
	case s.section == learnerSection:
		s.row = within(s.row, len(s.rows))
	default:
		if listed := s.listed(); len(listed) > 0 {
			s.entry = listed[within(slices.Index(listed, s.entry), len(listed))]
		}
	}
}
