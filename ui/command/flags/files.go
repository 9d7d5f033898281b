package flags

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/alecthomas/kong"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/audit"
	"regretscope/model/trials"
	"regretscope/model/worst"
	"regretscope/noise/channel"
	"regretscope/noise/files"
	"regretscope/noise/memlimit"
	"regretscope/noise/number"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
	"regretscope/scenarios/file"
	"regretscope/scenarios/movielens"
	"regretscope/scenarios/table"
	"regretscope/ui/answer"
	"regretscope/ui/lesson"
	"regretscope/ui/script"
)

type use struct {
	name   string // of the flag or argument
	path   string
	writes bool
	file   os.FileInfo // nil: there is none yet
}

// refuseSame returns an error if a request writes a file that it also reads, writes one file twice, or reads standard
// input twice. Tags say which flags and arguments name files: reads, writes, or folder, for a folder of files.
func refuseSame(request *kong.Context) error {
	var values []*kong.Value
	if command := request.Selected(); command != nil {
		values = append(values, command.Positional...)
	}
	for _, flag := range request.Flags() {
		values = append(values, flag.Value)
	}
	var uses []use
	for _, value := range values {
		for _, u := range usesOf(value) {
			for _, other := range uses {
				if u.clashes(other) {
					return u.clash(other)
				}
			}
			uses = append(uses, u)
		}
	}
	return nil
}

// usesOf lists the files that a value names; for a folder of data, the files that are read in it.
func usesOf(value *kong.Value) (uses []use) {
	var paths []string
	switch given := value.Target.Interface().(type) {
	case string:
		paths = append(paths, given)
	case []string:
		paths = given
	}
	name, writes := value.Name, value.Tag.Has("writes")
	if value.Flag != nil {
		name = "--" + name
	}
	for _, path := range paths {
		if path == "" || !writes && !value.Tag.Has("reads") {
			continue
		}
		within := []string{path}
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			within = movielens.Files(path)
		} else if name == "--scenario" {
			within = append(within, file.TablesOf(path)...)
		}
		for _, path := range within {
			file, _ := os.Stat(path)
			uses = append(uses, use{name, path, writes, file})
		}
	}
	return uses
}

// clashes reports whether two uses of a file spoil each other. Standard input and output are two.
func (u use) clashes(other use) bool {
	if u.path == files.Standard || other.path == files.Standard {
		return u.path == other.path && u.writes == other.writes
	}
	return (u.writes || other.writes) && u.same(other)
}

// same reports whether two paths name one file, which need not exist. Several may write to a device or a pipe.
func (u use) same(other use) bool {
	if u.file != nil && other.file != nil {
		return os.SameFile(u.file, other.file) && (u.file.Mode().IsRegular() || u.file.IsDir())
	}
	if u.file != nil || other.file != nil || filepath.Base(u.path) != filepath.Base(other.path) {
		return false
	}
	first, errA := os.Stat(filepath.Dir(u.path))
	second, errB := os.Stat(filepath.Dir(other.path))
	return errA == nil && errB == nil && os.SameFile(first, second)
}

func (u use) clash(other use) error {
	if !u.writes {
		u, other = other, u
	}
	why := "which is read"
	if other.writes {
		why = "which " + other.name + " writes"
	}
	return fmt.Errorf("%s %s: is the same file as %s, %s; name another one", u.name, u.path, other.path, why)
}

// A Limit is the largest value of an input. Larger values are refused in a sentence, before memory is taken for them.
type Limit struct {
	Of    string `json:"of"`
	Most  int    `json:"most,omitempty"`
	Range string `json:"range,omitempty"` // if it is not a count

	variable string // its variable in the help of flags, without most_; may be empty
}

// Text returns the limit for people.
func (l *Limit) Text() string { return cmp.Or(l.Range, number.Count(l.Most)) }

// Entry returns the limit in a listing.
func (l Limit) Entry() answer.ListEntry {
	return answer.ListEntry{JSON: l, Item: answer.Item{ID: l.Of, Summary: l.Text()}}
}

// Limits lists the limits for the manual, the help, and list limits.
var Limits = []Limit{
	{Of: "arms", Most: scenarios.MaxArms, variable: "arms"},
	{Of: "outcomes of a discrete arm", Most: arm.MaxOutcomes},
	{Of: "phases of a changing environment", Most: scenarios.MaxPhases},
	{Of: "movies taken from a data set", Most: movielens.MaxMovies},
	{Of: "genres of a data set", Most: movielens.MaxGenres},
	{Of: "users of a data set", Most: movielens.MaxUsers},
	{Of: "bytes of a data set's list of movies", Most: movielens.MaxListing},
	{Of: "bytes of a data set's ratings, unpacked", Most: movielens.MaxRatings},
	{Of: "expansion factor of a compressed data set", Most: movielens.MaxUnpacked},
	{Of: "rows of a table of rewards", Most: table.MaxRows},
	{Of: "cells of a table of rewards", Most: table.MaxCells},
	{Of: "bytes of a row of a table of rewards", Most: table.MaxRow},
	{Of: "expansion factor of a compressed table of rewards or records", Most: files.MaxUnpacked},
	{Of: "bytes of a scenario, script or lesson", Most: files.MaxText},
	{Of: "flags of a command, without --records", Most: maxFlags},
	{Of: "characters of a title or label in a picture", Most: maxShown},
	{Of: "values of a list", Most: maxListed},
	{Of: "columns × lines of a screen", Range: fmt.Sprintf("%d × %d", script.MaxWidth, script.MaxHeight)},
	{Of: "bytes of a line of a script, a lesson, or plain mode", Most: files.MaxLine},
	{Of: "steps of a script, including typed characters", Most: script.MaxSteps, variable: "steps"},
	{Of: "words in the start line of a script or lesson", Most: script.MaxWords},
	{Of: "seconds of waiting in a script, in total", Most: int(script.MaxWait.Seconds())},
	{Of: "characters of a script's caption", Most: script.MaxCaption},
	{Of: "rounds in a script or lesson stop, without --allow-rounds", Most: script.MaxRounds, variable: "played"},
	{Of: "rounds a simulated second, by pace", Most: script.MaxPace},
	{Of: "stops of a lesson", Most: lesson.MaxStops},
	{Of: "commands, or claims, of a stop in a lesson", Most: lesson.MaxLines},
	{Of: "rounds", Most: scenarios.MaxHorizon, variable: "horizon"},
	{Of: "learners side by side on a screen", Most: model.MaxLearners, variable: "learners"},
	{Of: "learners × grid points", Most: model.MaxSeries},
	{Of: "replications", Most: trials.MaxRuns, variable: "runs"},
	{Of: "replications of a learner, with --precision", Most: trials.MostPrecise, variable: "precise"},
	{Of: "rounds to report", Most: trials.MaxReported, variable: "reported"},
	{Of: "replications × learners × grid points × rounds to report", Most: trials.MaxMeasurements},
	{Of: "learners × grid points × rounds to report × arms", Most: trials.MaxCounts},
	{Of: "workers", Most: trials.MaxWorkers, variable: "workers"},
	{Of: "shards", Most: trials.MaxShards, variable: "shards"},
	{Of: "memory, estimated (set it with --memory)", Range: memlimit.Format(memlimit.Default)},
	{Of: "runs of a statistical audit, on each sequence", Most: audit.MaxRuns, variable: "audits"},
	{Of: "scenarios that worst tries", Most: worst.MaxTries, variable: "tries"},
	{Of: "arms in a search by worst", Most: worst.MaxArms, variable: "searched"},
	{Of: "ε", Range: "inf (no noise); at least " + number.Format(learners.MinEpsilon)},
	{Of: "ε of a local channel", Range: fmt.Sprintf("%d, or inf; at least %v", channel.MaxEpsilon, channel.MinEpsilon)},
}

func limitVariables() map[string]string {
	vars := map[string]string{}
	for _, l := range Limits {
		text := number.Count(l.Most)
		if l.Most >= 1e9 {
			text = strings.NewReplacer("+0", "", "+", "").Replace(number.Format(float64(l.Most)))
		}
		vars["most_"+l.variable] = text
	}
	return vars
}
