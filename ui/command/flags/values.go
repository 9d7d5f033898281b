package flags

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/alecthomas/kong"

	"regretscope/learners"
	"regretscope/model/trials"
	"regretscope/noise/memlimit"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/ui/plot"
	"regretscope/ui/script"
)

// Types of flags with readers. A flag that is not given is 0 or an empty list. The model checks upper limits.
type (
	Count       int           // at least 1
	Horizons    []int         // 1 to scenarios.MaxHorizon, one or a list
	Rounds      []int         // at least 1, a list or ranges
	Round       int           // of a run; 0 is before the first
	Workers     int           // goroutines, from 1 to model.MaxWorkers
	Seed        uint64        // any
	Positive    float64       // above 0 and finite
	Probability float64       // above 0 and below 1
	Epsilons    []float64     // privacy parameters: one, a list, or ranges
	Losses      []float64     // values of ε, at least 0
	Orders      []float64     // of Rényi divergences, at least 1; 1 is the Kullback–Leibler divergence
	Percentage  float64       // above 0 and below 1, written as above 0% and below 100%
	TimeLimit   time.Duration // above 0
	Shard       trials.Shard  // a part of an experiment
	Memory      int           // bytes, from minMemory
	ScreenSize  script.Size   // of a screen
	// Between is a range of values.
	Between struct{ Low, High float64 }
	// Range is the part of an axis to show.
	Range struct{ Low, High float64 }
)

var readers = []kong.Option{
	kong.KindMapper(reflect.String, kong.MapperFunc(decodeString)),
	reader[Count](number.ParseCount),
	reader[Horizons](func(text string) ([]int, error) { return param.ParseList(text, scenarios.ParseHorizon) }),
	reader[Rounds](trials.ParseRounds),
	reader[Round](whole("a whole number of at least 0",
		func(x float64) bool { return x >= 0 && x <= 1<<53 })),
	reader[Workers](whole("a whole number from 1 to "+number.Count(trials.MaxWorkers), func(x float64) bool {
		return x >= 1 && x <= trials.MaxWorkers
	})),
	reader[Seed](learners.ParseSeed),
	reader[Positive](within(number.Parse, "a positive number", func(x float64) bool { return x > 0 && !math.IsInf(x, 1) })),
	reader[Probability](share("a number above 0 and below 1")),
	reader[Epsilons](trials.ParseEpsilons),
	reader[Losses](numbersFrom(0)),
	reader[Orders](numbersFrom(1)),
	reader[Percentage](share("a percentage above 0% and below 100%, such as 2% or 0.02")),
	reader[TimeLimit](parseTimeLimit),
	reader[ScreenSize](script.ParseSize),
	reader[Shard](parseShard),
	reader[Between](pair(0, "positive numbers")),
	reader[Range](pair(math.Inf(-1), "numbers")),
	reader[plot.Size](plot.ParseSize),
	reader[Memory](parseMemory),
}

// A refusal is the reason why a flag's value is not allowed. The command line writes it as "--flag value: reason".
type refusal struct{ value, reason string }

func (r *refusal) Error() string { return r.value + ": " + r.reason }

// reader returns the option that reads flags of type F with a reader of T, which converts to F.
func reader[F, T any](read func(string) (T, error)) kong.Option {
	mapper := kong.MapperFunc(func(ctx *kong.DecodeContext, target reflect.Value) error {
		text, _ := ctx.Scan.Pop().Value.(string)
		if text == "" {
			return param.ErrMissing
		}
		value, err := read(text)
		if err != nil {
			return &refusal{text, cmp.Or(param.Odd(text), err.Error())}
		}
		target.Set(reflect.ValueOf(value).Convert(target.Type()))
		return nil
	})
	return kong.TypeMapper(reflect.TypeFor[F](), mapper)
}

const (
	maxShown  = 200    // characters of a text in a picture
	maxListed = 10_000 // numbers of a list
)

// shown names the flags that are texts in pictures.
var shown = []string{"title", "label", "x-label", "y-label"}

// decodeString reads strings as kong does, without blanks at their ends, but a flag is not the value
// of the flag before it, and only a pointer may be to an empty string.
func decodeString(ctx *kong.DecodeContext, target reflect.Value) error {
	token := ctx.Scan.Pop()
	text, _ := token.Value.(string)
	text = strings.TrimSpace(text)
	number := strings.TrimLeft(text, "-.") // that is not allowed is refused by its range
	isFlag := token.Type == kong.UntypedToken && strings.HasPrefix(text, "-") && text != "-" && (number == "" || number[0] > '9')
	if isFlag || token.IsEOL() || text == "" && ctx.Value.Target.Kind() != reflect.Pointer {
		return param.ErrMissing
	}
	if slices.Contains(shown, ctx.Value.Name) {
		if !param.IsPrintable(text) {
			return &refusal{text, param.Odd(text)}
		} else if utf8.RuneCountInString(text) > maxShown {
			return fmt.Errorf("must have at most %d characters", maxShown)
		}
	}
	if words := ctx.Value.EnumSlice(); ctx.Value.Enum != "" && !slices.Contains(words, text) {
		return &refusal{text, "must be one of " + strings.Join(words, ", ") + param.DidYouMean(text, words)}
	}
	target.SetString(text)
	return nil
}

// within returns a reader of allowed numbers. Its error says what is allowed.
func within(parse func(string) (float64, error), what string, allowed func(float64) bool) func(string) (float64, error) {
	return func(text string) (float64, error) {
		x, err := parse(text)
		if err != nil || !allowed(x) {
			return 0, errors.New("must be " + what)
		}
		return x, nil
	}
}

// whole is within for whole numbers.
func whole(what string, allowed func(float64) bool) func(string) (float64, error) {
	return func(text string) (float64, error) {
		x, err := within(number.Parse, what, allowed)(text)
		if err == nil && !number.IsWhole(text, x) {
			err = errors.New("must be " + what)
		}
		return x, err
	}
}

// numbersFrom returns a reader of lists of finite numbers with a lower limit.
func numbersFrom(least float64) func(string) ([]float64, error) {
	return func(text string) ([]float64, error) {
		all, err := param.ParseList(text, number.Parse)
		if number.IsGrouped(text) {
			return nil, err
		}
		if err != nil || slices.ContainsFunc(all, func(x float64) bool { return !(x >= least) || math.IsInf(x, 1) }) {
			return nil, fmt.Errorf("must be numbers of at least %v, separated by commas", least)
		}
		if len(all) > maxListed {
			return nil, fmt.Errorf("has %s values, at most %s are allowed", number.Count(len(all)), number.Count(maxListed))
		}
		return all, nil
	}
}

// share is within for numbers above 0 and below 1.
func share(what string) func(string) (float64, error) {
	return within(number.ParseShare, what, func(x float64) bool { return x > 0 && x < 1 })
}

// parseTimeLimit reads a duration in Go's format: 90s, 1h30m.
func parseTimeLimit(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		return 0, errors.New("must be a time above 0, such as 90s or 2h")
	}
	return d, nil
}

func parseShard(text string) (trials.Shard, error) {
	if text == "auto" {
		return shardOfArray(os.Getenv)
	}
	part, of, found := strings.Cut(text, "/")
	i, err := number.ParseCount(part)
	n, err2 := number.ParseCount(of)
	if !found || cmp.Or(err, err2) != nil || i > n || n > trials.MaxShards {
		return trials.Shard{}, fmt.Errorf("must be I/N with whole numbers, I from 1 to N, N up to %s",
			number.Count(trials.MaxShards))
	}
	return trials.Shard{Part: i, Of: n}, nil
}

// shardOfArray returns the shard of a task in a Slurm job array. The array must be whole, from
// 0 or 1: an array that repeats some tasks does not reveal the number of shards.
func shardOfArray(getenv func(string) string) (trials.Shard, error) {
	number := func(name string) int {
		n, err := strconv.Atoi(getenv(name))
		if err != nil {
			return -1
		}
		return n
	}
	id, count := number("SLURM_ARRAY_TASK_ID"), number("SLURM_ARRAY_TASK_COUNT")
	first, last := number("SLURM_ARRAY_TASK_MIN"), number("SLURM_ARRAY_TASK_MAX")
	if id < 0 || count < 1 {
		return trials.Shard{}, errors.New("there is no job array: SLURM_ARRAY_TASK_ID and the related variables are not set; give I/N")
	}
	if first > 1 || last-first+1 != count || id < first || id > last || count > trials.MaxShards {
		return trials.Shard{}, fmt.Errorf("the number of parts is unclear from a job array of %d tasks from %d to %d; give I/N", count, first, last)
	}
	return trials.Shard{Part: id - first + 1, Of: count}, nil
}

// minMemory is the least memory with which the program can start, in bytes.
const minMemory = 64 << 20

// sizes has units of memory, in bytes.
var sizes = map[string]float64{
	"": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12,
	"KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "TiB": 1 << 40,
}

func parseMemory(text string) (int, error) {
	plain := strings.TrimRight(text, "kKMGTiB")
	unit, known := sizes[text[len(plain):]]
	x, err := number.Parse(plain)
	if bytes := x * unit; known && err == nil && bytes >= minMemory && bytes <= 1<<50 {
		return int(bytes), nil
	}
	return 0, fmt.Errorf("must be a size from %s, such as 500MB or 2GiB", memlimit.Format(minMemory))
}

// pair returns a reader of two finite numbers above a limit, of which the second is larger.
func pair(above float64, what string) func(string) (Range, error) {
	return func(text string) (Range, error) {
		first, second, found := strings.Cut(text, ":")
		low, err := number.Parse(first)
		high, err2 := number.Parse(second)
		if !found || cmp.Or(err, err2) != nil || !(above < low && low < high) || math.IsInf(high, 1) {
			return Range{}, fmt.Errorf("must be LOW:HIGH, two %s of which the second is larger", what)
		}
		return Range{low, high}, nil
	}
}
