package audit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"regretscope/noise/number"
	"regretscope/noise/param"
)

// describe describes an event, a set of transcripts, in words.
func (r *replay) describe(p *distinguisher, event []string) string {
	switch {
	case p.report:
		return r.watched(p) + " is " + r.listed(event, r.reportText)
	case p.counted > 0:
		return r.watched(p) + " is " + r.listed(event, func(n string) string { return strconv.Itoa(int([]rune(n)[0] - firstArm)) })
	case p.from == p.to && len(p.also) == 0:
		return r.watched(p) + " is " + r.listed(event, r.playText)
	case len(event) == 1:
		return r.watched(p) + " are " + sequence(event[0])
	default:
		return fmt.Sprintf("%s are one of %d sequences, such as %s", r.watched(p), len(event), sequence(event[0]))
	}
}

func (r *replay) watched(p *distinguisher) string {
	switch {
	case p.report:
		return fmt.Sprintf("the report of round %s", number.Count(p.Round))
	case p.counted > 0:
		return fmt.Sprintf("the number of plays of arm %d in rounds %s to %s", p.counted, number.Count(p.from), number.Count(p.to))
	case p.from == p.to && len(p.also) == 0:
		return fmt.Sprintf("the play of round %s", number.Count(p.to))
	}
	spans := param.Map(append(slices.Clone(p.also), [2]int{p.from, p.to}), func(span [2]int) string {
		return number.Count(span[0]) + " to " + number.Count(span[1])
	})
	return "the plays of rounds " + strings.Join(spans, " and ")
}

// listedAtMost is the number of transcripts to name before counting the rest.
const listedAtMost = 3

func (r *replay) listed(event []string, text func(string) string) string {
	named := param.Map(event[:min(len(event), listedAtMost)], text)
	switch more := len(event) - len(named); {
	case more == 1:
		named = append(named, "one other")
	case more > 1:
		named = append(named, fmt.Sprintf("one of %d others", more))
	}
	return strings.Join(named, ", or ")
}

func (r *replay) reportText(transcript string) string {
	letters := []rune(transcript)
	text := placeNames[place(letters[len(letters)-1])]
	if len(letters) > 1 {
		text += " from arm " + strconv.Itoa(int(letters[0]-firstArm)+1)
	}
	return text
}

// playText returns one play in words: "arm 3", or "basis 1+2+4".
func (r *replay) playText(transcript string) string {
	if r.Setting.Matroid != nil {
		return "basis " + sequence(transcript)
	}
	return "arm " + sequence(transcript)
}

// sequence returns plays in turn: "5, 5, 1", or "1+2+4, 1+3+4".
func sequence(transcript string) string {
	var turns []string
	for _, play := range plays(transcript) {
		arms := param.Map(play, func(j int) string { return strconv.Itoa(j + 1) })
		turns = append(turns, strings.Join(arms, "+"))
	}
	return strings.Join(turns, ", ")
}
