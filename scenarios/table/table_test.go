package table

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/binary"
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"regretscope/noise/files"
	"regretscope/noise/memlimit"
	"regretscope/noise/param"
)

// slowly reads a table with encoding/csv.
func slowly(t *testing.T, text string, o Options) [][]float64 {
	t.Helper()
	rows := param.Must(csv.NewReader(strings.NewReader(text)).ReadAll())
	values := make([][]float64, len(rows)-1)
	for i, row := range rows[1:] {
		for _, cell := range row {
			x := param.Must(strconv.ParseFloat(strings.TrimSpace(cell), 64))
			x = (x - o.Low) / (o.High - o.Low)
			if o.Losses {
				x = 1 - x
			}
			values[i] = append(values[i], x)
		}
	}
	return values
}

// Numbers in all notations, for the fast parser and the general one, in several slabs.
func TestTablesAreReadAsTheStandardLibraryDoes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, o := range []Options{Plain(), {Low: -2, High: 5}, {High: 1, Losses: true}} {
		var text strings.Builder
		text.WriteString("a,\"b \"\"c\"\"\",c\n")
		for range 2*slabRows + 7 {
			x := r.Float64()
			fmt.Fprintf(&text, "%v,\"%.3f\", %s\r\n", x, x*x, strconv.FormatFloat(x/1e5, 'e', r.IntN(18), 64))
		}
		table, err := Parse(strings.NewReader(text.String()), o)
		if err != nil {
			t.Fatal(o.Range(), err)
		}
		want := slowly(t, text.String(), o)
		if table.Rows != len(want) || table.Arms[1] != `b "c"` {
			t.Fatalf("%d rows, %d wanted; arms %q", table.Rows, len(want), table.Arms)
		}
		for row := range want {
			for arm, x := range want[row] {
				if got := table.At(arm, row); got != x {
					t.Fatalf("row %d, arm %d: %v, want %v", row, arm, got, x)
				}
			}
		}
	}
}

func TestColumns(t *testing.T) {
	const text = "date,a,b\n2020-01-01,0.25,1\n2020-01-02,0.5,0\n,0.75,0\n"
	table := param.Must(Parse(strings.NewReader(text), Options{High: 1, Columns: []string{"b", "a"}}))
	if got, want := table.Column(1, 3), (Column{.5, .125 / 3, .25, .75}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got, want := table.Column(0, 2), (Column{.5, .25, 0, 1}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	out := make([]float64, 2)
	if sum := table.Copy(1, 1, out); sum != 1.25 || out[0] != .5 || out[1] != .75 {
		t.Errorf("%v, sum %v", out, sum)
	}
	all, err := Parse(strings.NewReader("b,a\n1,0.25\n0,0.5\n0,0.75"), Plain())
	if err != nil || all.Sum != table.Sum {
		t.Errorf("%v: the sums of the same rewards are %s and %s", err, all.Sum, table.Sum)
	}
	turned, err := Parse(strings.NewReader("a,b\n1,0.25\n0,0.5\n0,0.75"), Plain())
	if err != nil || turned.Sum == table.Sum {
		t.Errorf("%v: the sums of other rewards are the same", err)
	}
}

func TestBadTables(t *testing.T) {
	wide := strings.Repeat("a,", MaxArms)
	for i := range MaxArms {
		wide = strings.Replace(wide, "a,", fmt.Sprint("x", i, ","), 1)
	}
	const (
		quotes = ": a quote is not closed, or not where it may be: " +
			"quotes must enclose the whole cell, and a quote in the cell must be doubled"
		decimal  = ":2: 3 cells, but the header has 2: if the numbers have decimal commas, write them with points"
		decimal5 = ":2: 5 cells, but the header has 3: if the numbers have decimal commas, write them with points"
		comment  = ":1: must be a header with the arms' names: if this line is a comment, remove it"
	)
	chosen := Options{High: 1, Columns: []string{"a"}}
	for name, bad := range map[string]struct {
		text, want string
		options    Options
	}{
		"nothing":          {text: "\n\n", want: ":1: must be a header with the arms' names"},
		"no rows":          {text: "a,b\n\n", want: ":2: no rows after the header: there must be at least one, one per round"},
		"no number":        {text: "a,b\n1,0\n0,x1\n", want: `:3: column 2 (b): "x1" is not a number: must be a number from 0 to 1`},
		"not a number":     {text: "a\nNaN\n", want: `:2: column 1 (a): "NaN" is not a number: must be a number from 0 to 1`},
		"a formula":        {text: "a\n=1\n", want: `:2: column 1 (a): "=1" is not a number: must be a number from 0 to 1`},
		"hexadecimal":      {text: "a\n0x1\n", want: `:2: column 1 (a): "0x1" is not a number: must be a number from 0 to 1`},
		"a sign alone":     {text: "a\n-\n", want: `:2: column 1 (a): "-" is not a number: must be a number from 0 to 1`},
		"above the range":  {text: "a\n1.0000000000000002\n", want: ":2: column 1 (a): 1.0000000000000002 is outside the range: must be a number from 0 to 1"},
		"below the range":  {text: "a\n-3\n", want: ":2: column 1 (a): -3 is outside the range: must be a number from -2 to 2.5", options: Options{Low: -2, High: 2.5}},
		"missing":          {text: "a,b,c\n1,,0\n", want: ":2: column 2 (b): is missing: must be a number from 0 to 1"},
		"short":            {text: "a,b\n1,0\n1\n", want: ":3: 1 cell, but the header has 2"},
		"long":             {text: "a,b\n1,0,1\n", want: decimal},
		"an empty line":    {text: "a\n1\n\n\n0\n", want: ":3: the line is empty: must be a row"},
		"names repeat":     {text: "a,b,a\n", want: `:1: column 3: "a" is the name of column 1 too: each must have its own`},
		"no name":          {text: "a,,b\n", want: ":1: column 2: its name is missing"},
		"a name to obey":   {text: "a,\x1b[2J\n1,1\n", want: ":1: column 2: its name must be a text of at most 100 bytes on one line"},
		"no header":        {text: "0,0.5\n0,1\n", want: ":1: must be a header with the arms' names, not numbers"},
		"semicolons":       {text: "a;b\n0;1\n", want: ":1: columns are separated by tabs or semicolons: they must be separated by commas"},
		"tabs":             {text: "a b\tb\n0\t1\n", want: ":1: columns are separated by tabs or semicolons: they must be separated by commas"},
		"CR alone":         {text: "a,b\r0,1\r", want: ":1: lines end in CR alone, as on old Macs: they must end in LF or CRLF"},
		"long, CR alone":   {text: "a,b" + strings.Repeat("\r0,1", MaxRow/4), want: ":1: lines end in CR alone, as on old Macs: they must end in LF or CRLF"},
		"UTF-16, no mark":  {text: "a\x00,\x00b\x00\n\x00", want: ":1: column 1: its name must be text in UTF-8, perhaps it is UTF-16 or Latin-1: save it as UTF-8"},
		"Latin-1":          {text: "a,K\xf6ln\n0,1\n", want: ":1: column 2: its name must be text in UTF-8, perhaps it is UTF-16 or Latin-1: save it as UTF-8"},
		"a chosen twin":    {text: "a,b,a\n0,1,2\n", want: `:1: column 3: "a" is the name of column 1 too: each must have its own`, options: Options{High: 1, Columns: []string{"b", "a"}}},
		"a short row":      {text: "x,a,b\n0,1,0\n0,1\n", want: ":3: 2 cells, but the header has 3", options: Options{High: 1, Columns: []string{"b"}}},
		"an open quote":    {text: "a,\"b\n0,1\n", want: ":1" + quotes},
		"at the end":       {text: "x,a,y\n,0.25,1\n,0.5,0,\"\n", want: ":3" + quotes, options: chosen},
		"a late quote":     {text: "a,b\n\"0\"0,1\n", want: ":2" + quotes},
		"in a remark":      {text: "a,x\n1,\"two\nlines\"\n0,5\" long\n", want: ":4" + quotes, options: chosen},
		"decimal commas":   {text: "x,a,b\n1,0,5,0,3\n", want: decimal5, options: chosen},
		"a full last":      {text: "x,a\n1,0,x\n", want: decimal, options: chosen},
		"empty, in quotes": {text: "x,a\n\"1\r\n\n\",0\n\n1,0\n", want: ":5: the line is empty: must be a row", options: chosen},
		"a broken number":  {text: "a,x\n1,\"two\n\nlines\"\n\"0\n\",\"\n\"\n3,\n", want: ":8: column 1 (a): 3 is outside the range: must be a number from 0 to 1", options: chosen},
		"a broken name":    {text: "\"a\nb\",c\n1,0\n", want: ":1: column 1: its name must be a text of at most 100 bytes on one line"},
		"for Excel":        {text: "sep=,\na,b\n0,1\n", want: `:1: "sep=," is for Excel only: remove this line`},
		"a comment":        {text: "# made on Monday\na,b\n0,1\n", want: comment},
		"with a comma":     {text: "# x, y\na,b\n0,1\n", want: comment},
		"not chosen":       {text: "#\na,b\n0,1\n", want: comment, options: chosen},
		"quoted, ;":        {text: "\"a,b\";\"c\"\n0;1\n", want: ":1: columns are separated by tabs or semicolons: they must be separated by commas"},
		"quoted, CR":       {text: "\"a\",\"b\"\r0,1\r", want: ":1: lines end in CR alone, as on old Macs: they must end in LF or CRLF"},
		"many arms":        {text: wide + "last\n", want: ":1: column 1001: too many arms, at most 1,000 are allowed"},
		"a long row":       {text: "a\n" + strings.Repeat("0", MaxRow+1), want: ":2: the row is too long: at most 1,048,576 bytes are allowed"},
		"never closed":     {text: "a,x\n1,\"" + strings.Repeat("0,1\n", MaxRow), want: ":2: the row is too long: at most 1,048,576 bytes are allowed", options: chosen},
		"a long cell":      {text: "a\n0." + strings.Repeat("3", maxName), want: `:2: column 1 (a): "0.33333333333333333333333333333333333333" is not a number: must be a number from 0 to 1`},
		"no column":        {text: "left,right\n0,1\n", want: `:1: there is no column "rihgt"; did you mean right?`, options: Options{High: 1, Columns: []string{"rihgt"}}},
	} {
		t.Run(name, func(t *testing.T) {
			path := written(t, "t.csv", bad.text)
			if bad.options.High == 0 {
				bad.options.High = 1
			}
			var line *param.LineError
			if _, err := ReadBelow(filepath.Dir(path), "t.csv", bad.options); !errors.As(err, &line) || fmt.Sprintf(":%d: %v", line.Line, err) != bad.want {
				t.Errorf("%v\nwant %s", err, bad.want)
			}
		})
	}
}

func TestOptions(t *testing.T) {
	for want, o := range map[string]Options{
		"range: must be two finite numbers, the smaller one first, not 1 to 1":   {Low: 1, High: 1},
		"range: must be two finite numbers, the smaller one first, not 0 to inf": {High: math.Inf(1)},
		"range: must be two finite numbers, the smaller one first, not NaN to 1": {Low: math.NaN(), High: 1},
		`columns: "a" is named twice`:                                            {High: 1, Columns: []string{"a", "a"}},
	} {
		if err := o.Check(); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func zipped(t *testing.T, text string) string {
	t.Helper()
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write([]byte(text)); err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	return written(t, "t.csv.gz", packed.String())
}

// written writes a file in a folder of its own and returns its path.
func written(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestCompressedTables(t *testing.T) {
	const text = "a,b\n0.25,1\n"
	packed := param.Must(Read(files.OpenRegular(zipped(t, "\ufeff"+text))))
	if plain, err := Parse(strings.NewReader(text), Plain()); err != nil || plain.Sum != packed.Sum {
		t.Errorf("%v: %s differs from %s", err, plain.Sum, packed.Sum)
	}
	bomb := zipped(t, "a\n"+strings.Repeat("0."+strings.Repeat("0", 90)+"\n", (1<<24)/90))
	if _, err := Read(files.OpenRegular(bomb)); err == nil || err.Error() != "cannot be read: unpacks to more than 200 times its size" {
		t.Error(err)
	}
	for content, want := range map[string]string{text: "", "\x1f\x8b": "cannot be read: unexpected EOF"} {
		path := written(t, "t.csv.gz", content) // whatever its name says
		if _, err := Read(files.OpenRegular(path)); fmt.Sprint(err) != cmp.Or(want, "<nil>") {
			t.Errorf("%q: %v, want %s", content, err, want)
		}
	}
}

// Tables that other programs write are the same tables: encodings that a mark declares, and what
// stands outside of the chosen columns.
func TestForeignTables(t *testing.T) {
	const rows = "a,K\u00f6ln\n0.25,1\n0.5,0\n"
	want := param.Must(Parse(strings.NewReader(rows), Plain()))
	utf16s := func(order binary.AppendByteOrder) string {
		var text []byte
		for _, unit := range utf16.Encode([]rune("\ufeff" + strings.ReplaceAll(rows, "\n", "\r\n"))) {
			text = order.AppendUint16(text, unit)
		}
		return string(text)
	}
	chosen := Options{High: 1, Columns: want.Arms}
	long := strings.Repeat("x", 3*maxName)
	for name, c := range map[string]struct {
		text string
		Options
	}{
		"UTF-8 with a mark":      {"\ufeff" + rows, Plain()},
		"UTF-16, little endian":  {utf16s(binary.LittleEndian), Plain()},
		"UTF-16, big endian":     {utf16s(binary.BigEndian), Plain()},
		"CR CR LF":               {strings.ReplaceAll(rows, "\n", "\r\r\n"), Plain()},
		"an index without name":  {",a,K\u00f6ln\n0,0.25,1\n1,0.5,0\n", chosen},
		"a trailing comma":       {"a,K\u00f6ln,\n0.25,1,\n0.5,0,\n", chosen},
		"equal names":            {"x,a,x,K\u00f6ln,x\n,0.25,,1\n,0.5,,0,,\n", chosen},
		"a long name, Latin-1":   {long + ",a,K\u00f6ln,\xe4\n,0.25,1,\n,0.5,0,\xff\n", chosen},
		"line breaks":            {"\"note\nof\r\nmine\",a,K\u00f6ln\n\"was\n0.9,0.8,\"\"x\"\"\",0.25,1\r\n\"\n\",0.5,\"0\n\"\n", chosen},
		"control characters":     {"\x1b[2J,a,K\u00f6ln\n\x1b,0.25,1\n\x00,0.5,0\n", chosen},
		"more columns than arms": {strings.Repeat("x,", MaxArms) + "a,K\u00f6ln\n" + strings.Repeat(",", MaxArms) + "0.25,1\n" + strings.Repeat(",", MaxArms) + "0.5,0\n", chosen},
	} {
		if got, err := Parse(strings.NewReader(c.text), c.Options); err != nil || got.Sum != want.Sum || got.Rows != 2 {
			t.Errorf("%s: %v, %+v", name, err, got)
		}
	}
}

// An index without a name is left out, and truth values are numbers, as pandas writes both. Only the
// first column can be an index.
func TestTablesOfPandas(t *testing.T) {
	for text, want := range map[string]string{
		",a,b\n0,True,0\n1,False,.5\n":    "[1 0] [0 0.5]",
		"a,b\ntrue,FALSE\n":               "[1 0]",
		",a\nx,1\ny,0\n":                  "[1] [0]",
		"a,,b\n1,2,0\n":                   "column 2: its name is missing",
		",\n0,1\n":                        "column 2: its name is missing",
		"\"\"\n1\n":                       "must be a header with the arms' names",
		"a\nTruth\n":                      `column 1 (a): "Truth" is not a number: must be a number from 0 to 1`,
		",arm,reward\n0,1,1\n":            "a log of choices has only the rewards of the arms that were chosen: a table has a column for each arm",
		"userId,movieId,rating\n1,1,.5\n": "a list of ratings has a row for each rating: a table has a row for each round and a column for each arm",
	} {
		table, err := Parse(strings.NewReader(text), Plain())
		var rows []string
		for i := 0; err == nil && i < table.Rows; i++ {
			var row []float64
			for j := range table.Arms {
				row = append(row, table.At(j, i))
			}
			rows = append(rows, fmt.Sprint(row))
		}
		got := strings.Join(rows, " ")
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// A table with the columns of a log of choices is one only if a scenario file chooses columns.
func TestLogsOfChoices(t *testing.T) {
	for header, refused := range map[string]bool{
		"arm,reward": true, "Reward,Arm": true, "arm,reward,propensity": true,
		"arm,rewards": false, "arm,reward,x": false, "arm": false, "arm,arm 2": false, "arm reward": false,
	} {
		text := header + "\n1" + strings.Repeat(",1", strings.Count(header, ",")) + "\n"
		path := written(t, "t.csv", text)
		const want = "a log of choices has only the rewards of the arms that were chosen: a table has a column for each arm"
		if _, err := Read(files.OpenRegular(path)); refused != (err != nil) || refused && err.Error() != want {
			t.Errorf("%s: %v", header, err)
		}
		if _, err := ReadBelow(filepath.Dir(path), "t.csv", Plain()); refused != (err != nil) {
			t.Errorf("%s in a scenario file: %v", header, err)
		}
		chosen := Plain()
		chosen.Columns = strings.Split(header, ",")
		if _, err := ReadBelow(filepath.Dir(path), "t.csv", chosen); err != nil {
			t.Errorf("%s, chosen: %v", header, err)
		}
	}
}

func TestLargeTablesAreRefused(t *testing.T) {
	defer memlimit.Set(memlimit.Set(100 << 20))
	var text strings.Builder
	text.WriteString("x0")
	for i := 1; i < MaxArms; i++ {
		fmt.Fprintf(&text, ",x%d", i)
	}
	row := "\n0" + strings.Repeat(",1", MaxArms-1)
	text.WriteString(strings.Repeat(row, 3*slabRows))
	if _, err := Parse(strings.NewReader(text.String()), Plain()); err == nil ||
		err.Error() != "the table may take 125 MiB of memory, --memory allows 100 MiB" {
		t.Error(err)
	}
	p := parser{t: &Table{Arms: []string{"a"}, Rows: MaxRows}}
	if _, err := p.addRow(); err == nil || err.Error() != "the table has too many rows, at most 10,000,000 are allowed" {
		t.Error(err)
	}
	p.t = &Table{Arms: make([]string, MaxArms), Rows: MaxCells / MaxArms}
	if _, err := p.addRow(); err == nil || err.Error() != "the table has too many cells, at most 134,217,728 are allowed" {
		t.Error(err)
	}
}

// Any file gives rewards in [0,1], or a one-line error.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"a,b\n0,1\n", "\"a\"\"\", b\r\n\"1\",1e-3\r\n.5,1.\n", "a\n\n", "0.1,.\n", "a,b\n0.12345678901234567,1\n"} {
		f.Add(text, 0., 1., false)
	}
	f.Fuzz(func(t *testing.T, text string, low, high float64, losses bool) {
		o := Options{Low: low, High: high, Losses: losses}
		if o.Check() != nil {
			return
		}
		table, err := Parse(strings.NewReader(text), o)
		if err != nil {
			if message := err.Error(); message == "" || !param.IsPrintable(message) {
				t.Fatalf("unusable message %q", message)
			}
			return
		}
		for row := range table.Rows {
			for arm := range table.Arms {
				if x := table.At(arm, row); !(x >= 0 && x <= 1) {
					t.Fatalf("row %d, arm %d: %v", row, arm, x)
				}
			}
		}
	})
}
