package playback

import (
	"strconv"
	"strings"

	"regretscope/ui/kit"
	"regretscope/ui/lesson"
	"regretscope/ui/script"
)

// A plan is what a player plays: a lesson, or a script. The zero value is nothing.
type plan struct {
	lesson *lesson.Lesson
	script *script.Script
	steps  []script.Step
	stops  []stop
}

// A stop is a place to go back to.
type stop struct {
	from  int // the first step on the way to it
	shows int // the step that shows its text
}

func planOfScript(s *script.Script) plan {
	p := plan{script: s, steps: s.Steps}
	for i, step := range s.Steps {
		if step.Kind == script.Caption && step.Text != "" {
			p.stops = append(p.stops, stop{shows: i})
		}
	}
	return p
}

func planOfLesson(l *lesson.Lesson) plan {
	p := plan{lesson: l, steps: l.Steps()}
	for i, step := range p.steps {
		switch step.Kind {
		case script.Begin:
			p.stops = append(p.stops, stop{from: i})
		case script.Show:
			p.stops[len(p.stops)-1].shows = i
		}
	}
	return p
}

// kind returns "lesson" if a lesson is open, and "script" otherwise.
func (p *plan) kind() string {
	if p.lesson != nil {
		return "lesson"
	}
	return "script"
}

// Name returns the kind and the name of what is open.
func (p *plan) Name() string {
	if p.lesson != nil {
		return "Lesson " + p.lesson.Name
	}
	return "Script " + p.script.Name
}

// wrong returns an error of a line, or of a key of a lesson's stop.
func (p *plan) wrong(line int, key string, err error) error {
	if p.lesson != nil {
		return p.lesson.Error(line, key, err)
	}
	return p.script.Error(line, err)
}

// stopsBefore returns how many stops are shown before a step.
func (p *plan) stopsBefore(step int) (n int) {
	for n < len(p.stops) && p.stops[n].shows < step {
		n++
	}
	return n
}

// chapters returns the stops by number.
func (p *plan) chapters() []kit.Choice {
	var choices []kit.Choice
	for i, s := range p.stops {
		about, _, _ := strings.Cut(p.steps[s.shows].Text, "{") // before the first number of a lesson
		choices = append(choices, kit.Choice{Value: strconv.Itoa(i + 1), About: about})
	}
	return choices
}
