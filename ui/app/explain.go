package app

import (
	tea "github.com/charmbracelet/bubbletea"

	page "regretscope/ui/explain"
	"regretscope/ui/screen/explain"
)

// A subject is a screen that knows what is in focus, as a word that there is a
// page about; empty where there is none.
type subject interface{ Subject() string }

// explain shows the page of a word, or else of what is in focus, or the list of
// all pages.
func (r *root) explain(word string) (tea.Cmd, error) {
	if s, ok := r.shown.(subject); ok && word == "" {
		word = s.Subject()
	}
	var found *page.Page
	if word != "" {
		var err error
		if found, err = page.Find(word); err != nil {
			return nil, err
		}
	}
	if _, again := r.shown.(*explain.Screen); !again {
		r.before = r.shown
	}
	r.show(explain.New(r.theme, found, func() { r.show(r.before) }))
	if r.run == nil {
		return nil, nil
	}
	return r.run.Pause(), nil
}
