package flags

import (
	"regretscope/model"
	"regretscope/ui/lesson"
)

// OpenLesson reads a shipped lesson or a file, with its runs. Errors are one sentence with file and line.
func OpenLesson(name string) (*lesson.Lesson, error) {
	l, err := lesson.Open(name)
	if err != nil {
		return nil, err
	}
	return l, l.Configure(func(start string) (*model.Config, error) {
		own, err := Parse(start)
		if err != nil {
			return nil, err
		}
		own.Live = true
		return own.Config()
	})
}
