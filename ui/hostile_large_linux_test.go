package ui

import (
	"fmt"
	"strings"
)

const (
	million = 1_000_000
	oneStop = "name = 'kind'\ntitle = 'A kind lesson'\nabout = 'It wants your time.'\n[[stop]]\nstart = '--scenario hhmh-1 --horizon 100 --learner ucb1'\nsay = 'Look.'\n"
)

const (
	far     = "start --scenario hhmh-1 --horizon 1e10 --learner ucb1\n"
	tooMany = "simulates more than 1,000,000,000 rounds of all learners together; --allow-rounds N allows N"
)

// lined repeats a line, with its number in place of %d.
func lined(head, line string, times int) func() string {
	return func() string {
		var all strings.Builder
		all.WriteString(head)
		for i := range times {
			if strings.Contains(line, "%d") {
				fmt.Fprintf(&all, line, i)
			} else {
				all.WriteString(line)
			}
		}
		return all.String()
	}
}

// largeAttacks write their files when they run.
var largeAttacks = []attack{
	{name: "a long start", file: "long.script", text: lined("start --scenario ", "a", million), run: "--script FILE --svg /dev/null", status: 2, says: "FILE:1: the line has 1,000,017 bytes, at most 65,536 are allowed"},
	{name: "a start of many flags", file: "flags.script", text: func() string { return "start" + strings.Repeat(" --seed 1", 7000) + "\ngo 5\n" }, run: "--script FILE --svg /dev/null", status: 2, says: "FILE:1: start: has 14000 words, at most 100 are allowed"},
	{name: "a start of many arms", file: "arms.script", text: func() string { return "start --arms 0.5" + strings.Repeat(",.5", 21_000) + "\ngo 5\n" }, run: "--script FILE --svg /dev/null", status: 2, says: "FILE:1: --arms: 21,001 are too many, at most 1,000 are allowed"},
	{name: "long typing", file: "type.script", text: lined(talk+"key :\ntype ", "a", 60_000), run: "--script FILE --svg /dev/null", status: 2, says: "FILE:3: at most 10,000 steps are allowed, and each typed character is one"},
	{name: "typing up to the limit", file: "type.script", text: lined(talk+"setup\nkey /\ntype ", "a", 9998), run: "--script FILE --svg /dev/null"},
	{name: "a long word to explain", file: "explain.script", text: lined(talk+"explain ", "a", 60_000), run: "--script FILE --svg /dev/null", status: 2, says: "FILE:2: no page named \"" + strings.Repeat("a", 666-len("explain.script:2: no page named \"")) + " … " + strings.Repeat("a", 332) + "\""},
	{name: "a long word to explain, as an argument", file: "fair.toml", run: "explain " + strings.Repeat("a", 100_000), status: 2, says: "explain: no page named \"" + strings.Repeat("a", 666-len("explain: no page named \"")) + " … " + strings.Repeat("a", 333-len("\"; regretscope explain lists all")) + "\"; regretscope explain lists all"},
	{name: "many waits", file: "waits.script", text: lined(talk, "wait 1h\n", 9999), run: "--script FILE --svg /dev/null", status: 2, says: "FILE:3: wait 1h: all waits together may take at most 3,600 seconds"},
	{name: "a long caption", file: "caption.script", text: lined(talk+"caption ", "a ", 30_000), run: "--script FILE --svg /dev/null", status: 2, says: "FILE:2: caption: has 59,999 characters, at most 1,000 are allowed"},
	{name: "a lesson that runs many commands", file: "do.toml", text: func() string { return oneStop + "do = [" + strings.Repeat("'view',", 100_000) + "]\n" }, run: "lesson FILE --plain", status: 2, says: "lesson FILE:4: do, claims, then or note: has 100000 entries, at most 100 are allowed"},
	{name: "a lesson with a long title", file: "title.toml", text: func() string { return strings.Replace(oneStop, "kind lesson", strings.Repeat("a", million), 1) }, run: "lesson FILE --plain", status: 2, says: "lesson FILE:1: title: has 1,000,002 characters, at most 80 are allowed"},
	{name: "a lesson with a long start", file: "start.toml", text: func() string { return strings.Replace(oneStop, "hhmh-1", strings.Repeat("a", million), 1) }, run: "lesson FILE --plain", status: 2, says: "lesson FILE:4: start, do, claims or then: has a text of 1,000,040 bytes, at most 65,536 are allowed"},
	{name: "a lesson that opens itself", file: "self.toml", text: lined(oneStop, "do = ['lesson self.toml']\n", 1), run: "lesson FILE --plain", status: 2, says: "FILE:7: lesson: a lesson cannot open another one"},
	{name: "a scenario of many keys", file: "keys.toml", text: lined("", "k%d=1\n", 100_000), run: "run --scenario FILE", status: 2, says: "FILE:4021: too many keys, at most 4,020 are allowed"},
	{name: "a scenario of many tables", file: "tables.toml", text: lined("", "[k%d]\n", 100_000), run: "run --scenario FILE", status: 2, says: "FILE:4021: too many keys, at most 4,020 are allowed"},
	{name: "a scenario of many dotted keys", file: "dotted.toml", text: lined("", "a.k%d=1\n", 90_000), run: "--plain --scenario FILE", status: 2, says: "FILE:2011: too many keys, at most 4,020 are allowed"},
	{name: "a lesson that simulates for hours", file: "hours.toml", text: lined(strings.Replace(oneStop, "100 ", "1e9 --learner kl-ucb --learner thompson ", 1)+"[[stop]]\nsay = 'And here?'\n", "do = ['go 1e9']\n", 1), run: "lesson FILE --plain", status: 2, says: "FILE:9: " + tooMany},
	{name: "a script that jumps far", file: "far.script", text: func() string { return far + "go 1e10\n" }, run: "--script FILE --svg /dev/null", status: 2, says: "FILE:2: " + tooMany},
	{name: "a script that runs far", file: "runs.script", text: func() string { return far + "pace 1e8\nfaster\nrun\nwait 60s\n" }, run: "--script FILE --svg /dev/null --allow-rounds 1e6", status: 2, says: "FILE:5: simulates more than 1,000,000 rounds of all learners together; --allow-rounds N allows N"},
	{name: "a script that replicates", file: "runs.script", text: func() string { return far + "experiment\nruns 1000\nrun\n" }, run: "--script FILE --svg /dev/null", status: 2, says: "FILE:4: " + tooMany},
	{name: "a script that may simulate", file: "may.script", text: func() string { return far + "go 2e6\n" }, run: "--script FILE --svg /dev/null --allow-rounds 2e6"},
	{name: "a script that may simulate less", file: "may.script", text: func() string { return far + "go 1e6\ngo 2e6\ngo 2000001\n" }, run: "--script FILE --svg /dev/null --allow-rounds 2e6", status: 2, says: "FILE:4: simulates more than 2,000,000 rounds of all learners together; --allow-rounds N allows N"},
	{name: "many flags", file: "fair.toml", run: "run" + strings.Repeat(" --seed=1", 10_000), status: 2, says: "10,000 flags are too many, at most 2,000 are allowed"},
	{name: "a long line that is typed", file: "fair.toml", run: "--plain --scenario FILE", input: strings.Repeat("x", million) + "\n", shows: "the line has 1,000,000 bytes, at most 65,536 are allowed"},
	{name: "a long word that is typed", file: "fair.toml", run: "--plain --scenario FILE", input: "explain " + strings.Repeat("x", 60_000) + "\n", shows: "no page named"},
}
