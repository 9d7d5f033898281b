package form

import (
	"fmt"
	"strings"

	"regretscope/learners"
	"regretscope/noise/channel"
)

// Channel is a field that asks for the local channel of the learners that take one;
// epsilon is the field of the ε at which it is read.
func Channel(epsilon *Field) *Field {
	return &Field{
		Name: "channel", Meaning: "what privatises each reward before the learners that take a channel see it",
		Range: channelNotation(),
		Check: func(text string) error {
			at, err := learners.ParseEpsilon(epsilon.Value())
			if err != nil {
				return nil // ε itself is refused, in its own field
			}
			if _, err := channel.Parse(text, at); err != nil {
				return fmt.Errorf("channel: %w", err)
			}
			return nil
		},
	}
}

// channelNotation is what may be written, from the catalogue.
func channelNotation() string {
	var all []string
	for _, d := range channel.Catalogue() {
		notation := d.ID
		var ranges []string
		for _, p := range d.Parameters {
			notation += "," + p.Name + "=…"
			if p.Range != "" {
				ranges = append(ranges, p.Name+" from "+p.Range)
			}
		}
		if len(ranges) > 0 {
			notation += " (" + strings.Join(ranges, ", ") + ")"
		}
		all = append(all, notation)
	}
	return strings.Join(all, "; ")
}
